/** What a byte is in a code page, as far as it tells whether text in that page makes sense. */
export const CELL = {
  /** Digits, punctuation, spaces and control codes. */
  neutral: 0,
  asciiLower: 1,
  asciiUpper: 2,
  latinLower: 3,
  latinUpper: 4,
  /** Letters of other scripts, in lower case or without case. */
  scriptLower: 5,
  scriptUpper: 6,
  /** A mark over or under the letter before it. */
  mark: 7,
  box: 8,
  symbol: 9,
  /** A cell the page leaves undefined. */
  undefined: 10,
  /** A cell of a page that is not known. */
  unknown: 11,
} as const;

const LATIN = /^\p{Script=Latin}$/u;
const UPPER = /^\p{Lu}$/u;
const LETTER = /^\p{L}$/u;
const MARK = /^\p{Mn}$/u;
const HAN = /^\p{Script=Han}$/u;
const GREEK = /^\p{Script=Greek}$/u;

/** Pages for Western Europe have some Greek letters as mathematical symbols; Greek pages have them all. */
const GREEK_LETTERS_OF_A_GREEK_PAGE = 30;

const known = new WeakMap<Uint16Array, Uint8Array>();

/** The class of each of the 256 cells of a code page. */
export function cellClasses(table: Uint16Array): Uint8Array {
  return known.getOrInsertComputed(table, () => {
    const greek = table.filter((unit) => GREEK.test(String.fromCharCode(unit))).length;
    const isGreekPage = greek >= GREEK_LETTERS_OF_A_GREEK_PAGE;
    return Uint8Array.from(table, (unit, cell) => classOf(unit, cell, isGreekPage));
  });
}

function classOf(unit: number, cell: number, isGreekPage: boolean): number {
  const character = String.fromCharCode(unit);
  if (cell < 0x80) {
    if (cell >= 0x61 && cell <= 0x7a) return CELL.asciiLower;
    return cell >= 0x41 && cell <= 0x5a ? CELL.asciiUpper : CELL.neutral;
  }
  if (unit === 0xfffd) return CELL.unknown;
  if (unit === 0x20) return CELL.undefined;
  if (unit >= 0x2500 && unit < 0x25a0) return CELL.box;
  if (MARK.test(character)) return CELL.mark;
  if (HAN.test(character) || !LETTER.test(character)) return CELL.symbol;
  // The ordinal signs of Spanish stand after digits.
  if (unit === 0xaa || unit === 0xba) return CELL.symbol;
  if (LATIN.test(character)) return UPPER.test(character) ? CELL.latinUpper : CELL.latinLower;
  if (GREEK.test(character) && !isGreekPage) return CELL.symbol;
  return UPPER.test(character) ? CELL.scriptUpper : CELL.scriptLower;
}

/** True if text in a page has letters from 80h up, not only boxes and signs. */
export function hasLetters(bytes: Uint8Array, start: number, end: number, table: Uint16Array): boolean {
  const classes = cellClasses(table);
  for (let at = start; at < end; at++) {
    const cell = classes[bytes[at] ?? 0] ?? CELL.neutral;
    if (cell >= CELL.latinLower && cell <= CELL.mark) return true;
  }
  return false;
}

/** Letters of the smallest alphabet, Hebrew, without its final forms. */
const LETTERS_OF_A_SCRIPT = 22;

const scriptPages = new WeakMap<Uint16Array, boolean>();

/** True if a page is made for a script other than Latin, so that who chose it meant that script. */
export function isScriptPage(table: Uint16Array): boolean {
  return scriptPages.getOrInsertComputed(table, () => {
    const isLetter = (cell: number): boolean => cell === CELL.scriptLower || cell === CELL.scriptUpper;
    return cellClasses(table).filter(isLetter).length >= LETTERS_OF_A_SCRIPT;
  });
}
