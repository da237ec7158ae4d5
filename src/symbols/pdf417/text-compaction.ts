/** Text of PDF417: two characters a codeword, in four sub-modes. Source: ISO/IEC 15438, 5.4.1.5. */

/** Sub-modes by number: capitals, small letters, digits and signs, punctuation. */
const SUB_MODES = [
  "ABCDEFGHIJKLMNOPQRSTUVWXYZ ",
  "abcdefghijklmnopqrstuvwxyz ",
  "0123456789&\r\t,:#-.$/+%*=^\0 ",
  ";<>@[\\]_`~!\r\t,:\n-.$/\"|*()?{}'",
] as const;

const ALPHA = 0;
const LOWER = 1;
const PUNCTUATION = 3;

/** The values that lead from a sub-mode to another. */
const LATCHES: readonly (readonly (readonly number[])[])[] = [
  [[], [27], [28], [28, 25]],
  [[28, 28], [], [28], [28, 25]],
  [[28], [27], [], [25]],
  [[29], [29, 27], [29, 28], []],
];

/** The value that takes one character of punctuation, but for punctuation itself; what fills a codeword up is the same. */
const PUNCTUATION_SHIFT = 29;
/** The value that takes one capital, from small letters. */
const ALPHA_SHIFT = 27;

const NONE = 0xff;

/** The value of each byte in each sub-mode. */
const VALUES: readonly Uint8Array[] = SUB_MODES.map((characters) => {
  const values = new Uint8Array(256).fill(NONE);
  for (let value = 0; value < characters.length; value++) {
    if (characters[value] !== "\0") values[characters.charCodeAt(value)] = value;
  }
  return values;
});

/** True for a byte that is a character of text. */
export function isTextByte(byte: number): boolean {
  return VALUES.some((values) => values[byte] !== NONE);
}

/** The number of values that lead from each sub-mode to each: row by row. */
const LATCH_COSTS = Uint8Array.from(LATCHES.flatMap((row) => row.map(({ length }) => length)));

const MODES = SUB_MODES.length;
const FAR = 1 << 28;

/** How a character is written, by the sub-mode after it: the sub-mode before it, and whether it is one of another sub-mode. */
const SHIFTED = 0x80;

/**
 * Text as values 0 to 29 in as few as can be: for each character and sub-mode it finds from which sub-mode before it that
 * takes the fewest.
 *
 * @param start the sub-mode before it
 * @returns the values, and the sub-mode after them
 */
function textValues(text: Uint8Array, start: number): { values: number[]; end: number } {
  let costs = new Int32Array(MODES).fill(FAR);
  let reached = new Int32Array(MODES);
  costs[start] = 0;
  const steps = new Uint8Array(text.length * MODES);
  for (let at = 0; at < text.length; at++) {
    const byte = text[at] ?? 0;
    for (let mode = 0; mode < MODES; mode++) {
      let best = FAR;
      let from = mode;
      for (let other = 0; other < MODES; other++) {
        const cost = (costs[other] ?? 0) + (LATCH_COSTS[other * MODES + mode] ?? 0);
        if (cost < best || (cost === best && other === mode)) {
          best = cost;
          from = other;
        }
      }
      const isOwn = VALUES[mode]?.[byte] !== NONE;
      const isShifted = !isOwn && shiftFor(byte, mode) !== undefined;
      reached[mode] = isOwn ? best + 1 : isShifted ? best + 2 : FAR;
      steps[at * MODES + mode] = from | (isShifted ? SHIFTED : 0);
    }
    [costs, reached] = [reached, costs];
  }
  const end = costs.indexOf(Math.min(...costs));
  return { values: spelled(text, steps, end), end };
}

/** The sub-mode that a shift lends for one byte; undefined if there is none. */
function shiftFor(byte: number, mode: number): number | undefined {
  if (mode !== PUNCTUATION && VALUES[PUNCTUATION]?.[byte] !== NONE) return PUNCTUATION;
  return mode === LOWER && VALUES[ALPHA]?.[byte] !== NONE ? ALPHA : undefined;
}

/** The values of the steps, from the last character back; those of one character are turned, as all of them are at the end. */
function spelled(text: Uint8Array, steps: Uint8Array, end: number): number[] {
  const values: number[] = [];
  let mode = end;
  for (let at = text.length - 1; at >= 0; at--) {
    const step = steps[at * MODES + mode] ?? 0;
    const from = step & ~SHIFTED;
    const byte = text[at] ?? 0;
    const shiftedTo = step >= SHIFTED ? shiftFor(byte, mode) : undefined;
    values.push(VALUES[shiftedTo ?? mode]?.[byte] ?? 0);
    if (shiftedTo !== undefined) values.push(shiftedTo === ALPHA ? ALPHA_SHIFT : PUNCTUATION_SHIFT);
    const latches = LATCHES[from]?.[mode] ?? [];
    for (let index = latches.length - 1; index >= 0; index--) values.push(latches[index] ?? 0);
    mode = from;
  }
  return values.toReversed();
}

/** Text as codewords of two values; what fills the last up leads from punctuation to capitals. */
export function textCodewords(text: Uint8Array, start: number): { codewords: number[]; end: number } {
  const { values, end } = textValues(text, start);
  const codewords: number[] = [];
  for (let at = 0; at < values.length; at += 2)
    codewords.push((values[at] ?? 0) * 30 + (values[at + 1] ?? PUNCTUATION_SHIFT));
  return { codewords, end: values.length % 2 === 1 && end === PUNCTUATION ? ALPHA : end };
}
