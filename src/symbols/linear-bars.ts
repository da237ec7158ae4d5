/** Bars and spaces of linear bar codes. Sources: GS1 General Specifications, ISO/IEC 15417 (CODE128), 16388 (CODE39), 16390 (ITF); AIM BC3 (CODABAR), BC5 (CODE93). */

/** Modules of each bar and space in turn, a bar first; or in words why there are none. */
export type Bars = { readonly widths: readonly number[] } | { readonly problem: string };

/** Modules of the elements of characters in the order of their values, a digit each. */
function patterns(text: string): readonly (readonly number[])[] {
  return text.split(" ").map((pattern) => Array.from(pattern, Number));
}

/** Of the digits of EAN and UPC; some of those left of the middle are turned around. */
const DIGITS = patterns("3211 2221 2122 1411 1132 1231 1114 1312 1213 3112");
const TURNED_DIGITS = DIGITS.map((pattern) => pattern.toReversed());

/** Of the characters, then of the asterisk that starts and ends; the last element is the gap behind. */
const CODE39 = patterns(
  "1113313111 3113111131 1133111131 3133111111 1113311131 3113311111 1133311111 1113113131 3113113111 " +
    "1133113111 3111131131 1131131131 3131131111 1111331131 3111331111 1131331111 1111133131 3111133111 " +
    "1131133111 1111333111 3111111331 1131111331 3131111311 1111311331 3111311311 1131311311 1111113331 " +
    "3111113311 1131113311 1111313311 3311111131 1331111131 3331111111 1311311131 3311311111 1331311111 " +
    "1311113131 3311113111 1331113111 1313131111 1313111311 1311131311 1113131311 1311313111",
);

/** Of the digits. */
const ITF = patterns("11221 21112 12112 22111 11212 21211 12211 11122 21121 12121");

/** Of the characters; the last element is the gap behind. */
const CODABAR = patterns(
  "11111331 11113311 11131131 33111111 11311311 31111311 13111131 13113111 13311111 31131111 11133111 " +
    "11331111 31113131 31311131 31313111 11313131 11331311 13131131 11131331 11133311",
);

/** Of the characters and the four shifts, then the start and the end. */
const CODE93 = patterns(
  "131112 111213 111312 111411 121113 121212 121311 111114 131211 141111 211113 211212 211311 221112 " +
    "221211 231111 112113 112212 112311 122112 132111 111123 111222 111321 121122 131121 212112 212211 " +
    "211122 211221 221121 222111 112122 112221 122121 123111 121131 311112 311211 321111 112131 113121 " +
    "211131 121221 312111 311121 122211 111141 1111411",
);

/** Of the symbol characters, of which the last is the end. */
const CODE128 = patterns(
  "212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 " +
    "122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 " +
    "322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 " +
    "112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 " +
    "331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 " +
    "112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 " +
    "124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 " +
    "411311 113141 114131 311141 411131 211412 211214 211232 2331112",
);

/** At both ends of EAN and UPC, in their middle, and at the end of UPC-E. */
const GUARD = [1, 1, 1];
const MIDDLE_GUARD = [1, 1, 1, 1, 1];
const LAST_GUARD_OF_UPC_E = [1, 1, 1, 1, 1, 1];

/** Which of the six digits on the left are turned (T), by the first digit of EAN13. */
const TURNS_OF_EAN13 = "SSSSSS SSTSTT SSTTST SSTTTS STSSTT STTSST STTTSS STSTST STSTTS STTSTS".split(" ");
/** Which of the six digits of UPC-E are turned, by its check digit. */
const TURNS_OF_UPC_E = "TTTSSS TTSTSS TTSSTS TTSSST TSTTSS TSSTTS TSSSTT TSTSTS TSTSST TSSTST".split(" ");

function digitBars(digits: string, turns = ""): number[] {
  return Array.from(
    digits,
    (digit, index) => (turns[index] === "T" ? TURNED_DIGITS : DIGITS)[Number(digit)] ?? [],
  ).flat();
}

/** EAN13 of 13 digits. */
export function ean13Bars(digits: string): Bars {
  const left = digitBars(digits.slice(1, 7), TURNS_OF_EAN13[Number(digits[0])]);
  return { widths: [...GUARD, ...left, ...MIDDLE_GUARD, ...digitBars(digits.slice(7)), ...GUARD] };
}

/** UPC-A of 12 digits: an EAN13 that starts with 0. */
export function upcABars(digits: string): Bars {
  return ean13Bars(`0${digits}`);
}

/** EAN8 of 8 digits. */
export function ean8Bars(digits: string): Bars {
  const [left, right] = [digitBars(digits.slice(0, 4)), digitBars(digits.slice(4))];
  return { widths: [...GUARD, ...left, ...MIDDLE_GUARD, ...right, ...GUARD] };
}

/** UPC-E of its 8 digits, the number system 0 first and the check digit last. */
export function upcEBars(digits: string): Bars {
  const six = digitBars(digits.slice(1, 7), TURNS_OF_UPC_E[Number(digits[7])]);
  return { widths: [...GUARD, ...six, ...LAST_GUARD_OF_UPC_E] };
}

const CODE39_CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%";
const ASTERISK = CODE39_CHARACTERS.length;

/** CODE39, without the asterisks around the data. */
export function code39Bars(data: string): Bars {
  const values = Array.from(data, (character) => CODE39_CHARACTERS.indexOf(character));
  if (values.length === 0) return NO_DATA;
  if (values.includes(-1)) return { problem: "only digits, capitals, spaces and -.$/+% are allowed" };
  return { widths: joined(CODE39, [ASTERISK, ...values, ASTERISK]) };
}

/** Interleaved 2 of 5 of an even number of digits: the bars of one digit between those of the next. */
export function itfBars(digits: string): Bars {
  if (digits === "") return NO_DATA;
  if (!/^\d*$/.test(digits)) return { problem: "only digits are allowed" };
  const widths = [1, 1, 1, 1];
  for (let at = 0; at < digits.length; at += 2) {
    const bars = ITF[Number(digits[at])] ?? [];
    const spaces = ITF[Number(digits[at + 1])] ?? [];
    bars.forEach((bar, index) => widths.push(bar, spaces[index] ?? 1));
  }
  return { widths: [...widths, 2, 1, 1] };
}

const CODABAR_CHARACTERS = "0123456789-$:/.+ABCD";

/** CODABAR, with its start and stop character. */
export function codabarBars(data: string): Bars {
  if (data === "") return NO_DATA;
  if (!/^[A-D].*[A-D]$/s.test(data)) return { problem: "it must start and end with one of A, B, C and D" };
  const values = Array.from(data, (character) => CODABAR_CHARACTERS.indexOf(character));
  if (values.includes(-1) || /[A-D]/.test(data.slice(1, -1)))
    return { problem: "only digits and -$:/.+ are allowed between start and end" };
  return { widths: joined(CODABAR, values) };
}

/** The shifts of CODE93 are the values from 43: ($), (%), (/) and (+). */
const FIRST_SHIFT = 43;
const START_OF_CODE93 = 47;

/** What stands for each byte that is no character of CODE39: a shift and a letter. Source: AIM BC5, table 2. */
const SHIFTED_IN_CODE93: readonly (readonly [first: number, letters: string, shift: number])[] = [
  [0x00, "U", 1],
  [0x01, "ABCDEFGHIJKLMNOPQRSTUVWXYZ", 0],
  [0x1b, "ABCDE", 1],
  [0x21, "ABCDEFGHIJKLMNO", 2],
  [0x3a, "Z", 2],
  [0x3b, "FGHIJ", 1],
  [0x40, "V", 1],
  [0x5b, "KLMNO", 1],
  [0x60, "W", 1],
  [0x61, "ABCDEFGHIJKLMNOPQRSTUVWXYZ", 3],
  [0x7b, "PQRST", 1],
];

/** CODE93 of any ASCII characters. */
export function code93Bars(data: string): Bars {
  if (data === "") return NO_DATA;
  const values: number[] = [];
  for (const character of data) {
    const own = CODE39_CHARACTERS.indexOf(character);
    if (own >= 0) {
      values.push(own);
      continue;
    }
    const byte = character.charCodeAt(0);
    const [first, letters, shift] = SHIFTED_IN_CODE93.findLast(([start]) => start <= byte) ?? [0, "", 0];
    const letter = letters[byte - first];
    if (byte > 0x7f || letter === undefined) return { problem: "only ASCII characters are allowed" };
    values.push(FIRST_SHIFT + shift, CODE39_CHARACTERS.indexOf(letter));
  }
  for (const period of [20, 15]) values.push(checkOfCode93(values, period));
  return { widths: joined(CODE93, [START_OF_CODE93, ...values, START_OF_CODE93 + 1]) };
}

/** The sum of values weighted by their places from the right, which start again after a period. */
function checkOfCode93(values: readonly number[], period: number): number {
  const sum = values.reduce((total, value, index) => {
    return total + value * (((values.length - 1 - index) % period) + 1);
  }, 0);
  return sum % 47;
}

const END_OF_CODE128 = 106;

/** CODE128 of the numbers of its symbol characters, the first of which says the code set. */
export function code128Bars(characters: readonly number[]): Bars {
  const sum = characters.reduce((total, value, index) => total + value * Math.max(1, index), 0);
  return { widths: joined(CODE128, [...characters, sum % 103, END_OF_CODE128]) };
}

const NO_DATA = { problem: "there is no data" } as const;

function joined(of: readonly (readonly number[])[], values: readonly number[]): number[] {
  return values.flatMap((value) => of[value] ?? []);
}
