import { CELL, cellClasses } from "./cell-class.ts";
import { commonCharacters } from "./common-characters.ts";
import { isFourByteCharacter, isLead, pairTable, type DoubleByteCode } from "./double-byte.ts";

/*
 * How surprising a text is if it is in a certain coding, in nats: minus the logarithm of a rough probability, from how many
 * characters share a class and how much of real text that class makes up. The coding with the least cost is
 * what the sender meant. ASCII costs nothing in any coding, so that only bytes from 80h up decide.
 */

/** A character among some hundred that make up most of East Asian text; Korean needs the fewest. */
const COMMON: Readonly<Record<DoubleByteCode, number>> = {
  shift_jis: 6,
  gb18030: 6.2,
  big5: 6.2,
  "euc-kr": 5.8,
};
/** One of the some thousand others in use: level 1 of the standards, and all Hangul of KS C 5601. */
const ORDINARY: Readonly<Record<DoubleByteCode, number>> = {
  shift_jis: 9.6,
  gb18030: 10,
  big5: 10,
  "euc-kr": 8.8,
};
/** One of the rest. */
const RARE = 13;
/** A pair that is no character, or a byte that begins none. */
const INVALID = 18;
/** What an ASCII character would cost; the second byte of a pair takes its place. */
const ASCII = 3;

/** East Asian text seldom touches the small letters of a word; Latin letters with accents always do. */
export const AFTER_LOWER = 4;
export const BEFORE_LOWER = 3;
export const BESIDE_UPPER = 2;

const costTables = new Map<DoubleByteCode, Float32Array>();

/** The cost of each pair of a code, at `lead * 256 + trail`. */
function pairCosts(code: DoubleByteCode): Float32Array {
  const known = costTables.get(code);
  if (known !== undefined) return known;
  const common = commonCharacters(code);
  const costs = Float32Array.from(pairTable(code), (unit, pair) => {
    if (unit === 0 || (unit >= 0xe000 && unit < 0xf900)) return INVALID;
    if (common.has(unit)) return COMMON[code];
    return isOrdinary(code, pair) ? ORDINARY[code] : RARE;
  });
  costTables.set(code, costs);
  return costs;
}

/** True for pairs of level 1: the characters in daily use. */
function isOrdinary(code: DoubleByteCode, pair: number): boolean {
  const trail = pair & 0xff;
  switch (code) {
    case "shift_jis":
      return pair >= 0x889f && pair <= 0x9872;
    case "big5":
      return pair >= 0xa440 && pair <= 0xc67e;
    case "gb18030":
      return pair >= 0xb0a1 && pair <= 0xd7f9 && trail >= 0xa1;
    case "euc-kr":
      return pair >= 0xb0a1 && pair <= 0xc8fe && trail >= 0xa1;
  }
}

/** True for a to z. */
export function isLower(byte: number): boolean {
  return byte >= 0x61 && byte <= 0x7a;
}

/** True for A to Z. */
export function isUpper(byte: number): boolean {
  return byte >= 0x41 && byte <= 0x5a;
}

/** The cost of text from `start` to before `end` in a double-byte code. Linear. */
export function doubleByteCost(bytes: Uint8Array, start: number, end: number, code: DoubleByteCode): number {
  const costs = pairCosts(code);
  let cost = 0;
  let previous = 0x20;
  for (let at = start; at < end;) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) {
      if (previous >= 0x80) cost += isLower(byte) ? BEFORE_LOWER : isUpper(byte) ? BESIDE_UPPER : 0;
      previous = byte;
      at++;
      continue;
    }
    if (previous < 0x80) cost += isLower(previous) ? AFTER_LOWER : isUpper(previous) ? BESIDE_UPPER : 0;
    if (code === "shift_jis" && byte >= 0xa1 && byte <= 0xdf) {
      cost += previous >= 0xa1 && previous <= 0xdf ? HALF_WIDTH_KATAKANA : FIRST_HALF_WIDTH_KATAKANA;
      at++;
    } else if (!isLead(code, byte)) {
      cost += INVALID;
      at++;
    } else if (code === "gb18030" && isFourByteCharacter(bytes, at, end)) {
      cost += RARE;
      at += 4;
    } else {
      const trail = at + 1 < end ? (bytes[at + 1] ?? 0) : 0;
      const pair = costs[byte * 256 + trail] ?? INVALID;
      const valid = pair < INVALID;
      cost += pair - (valid && trail < 0x80 ? ASCII : 0);
      at += valid || trail >= 0x80 ? 2 : 1;
    }
    // Any byte from 80h up: the second byte of a pair may be ASCII, and what follows it is beside a pair.
    previous = byte;
  }
  return cost;
}

const HALF_WIDTH_KATAKANA = 4.2;
const FIRST_HALF_WIDTH_KATAKANA = 5.5;

/** So many bytes in ascending order are a chart of the code page, as in self-tests. */
const CHART = 3;
const IN_CHART = 0.5;

/** The cost of text in a single-byte code page. Linear. */
export function codePageCost(bytes: Uint8Array, start: number, end: number, table: Uint16Array): number {
  const classes = cellClasses(table);
  let cost = 0;
  let previousByte = 0x20;
  let previous: number = CELL.neutral;
  let ascending = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    const cell = classes[byte] ?? CELL.neutral;
    ascending = byte === previousByte + 1 ? ascending + 1 : 0;
    if (byte >= 0x80) {
      cost += ascending >= CHART ? IN_CHART : cellCost(cell, previous, byte === previousByte);
    }
    previous = cell;
    previousByte = byte;
  }
  return cost;
}

/** The cost of a cell of one class after a cell of another. */
function cellCost(cell: number, previous: number, repeated: boolean): number {
  switch (cell) {
    case CELL.latinLower:
      if (previous === CELL.latinLower) return 6;
      if (previous <= CELL.latinUpper) return previous === CELL.neutral ? 5.5 : 4.5;
      return 8;
    case CELL.latinUpper:
      if (previous === CELL.asciiLower || previous === CELL.latinLower) return 9;
      return previous <= CELL.latinUpper ? 5 : 8;
    case CELL.scriptLower:
    case CELL.scriptUpper:
      return scriptCost(cell, previous);
    case CELL.mark:
      return previous === CELL.scriptLower || previous === CELL.mark ? 3.2 : 8;
    case CELL.box:
      if (repeated) return 0.7;
      if (previous === CELL.box) return 4.5;
      return previous === CELL.neutral ? 4 : 6;
    case CELL.symbol:
      if (repeated) return 1.5;
      if (previous === CELL.neutral) return 4.5;
      return previous <= CELL.asciiUpper ? 5.5 : 6.5;
    case CELL.undefined:
      return 12;
    default:
      // A page nobody knows can be shown in no other way, so any sensible reading is better.
      return 5.5;
  }
}

function scriptCost(cell: number, previous: number): number {
  switch (previous) {
    case CELL.scriptUpper:
    case CELL.mark:
      return 3.5;
    case CELL.scriptLower:
      return cell === CELL.scriptUpper ? 8 : 3.5;
    case CELL.neutral:
      return 4;
    case CELL.asciiLower:
    case CELL.asciiUpper:
      return 7;
    case CELL.latinLower:
    case CELL.latinUpper:
      return 8;
    default:
      return 6;
  }
}

/** How much better text must read in a code page before it is taken to be in it. */
const CODE_PAGE_MARGIN = 2;

/** True if text makes more sense in a code page than in a double-byte code. */
export function readsBetterAsCodePage(
  bytes: Uint8Array,
  start: number,
  end: number,
  table: Uint16Array,
  code: DoubleByteCode,
): boolean {
  const asCodePage = codePageCost(bytes, start, end, table);
  return asCodePage + CODE_PAGE_MARGIN < doubleByteCost(bytes, start, end, code);
}
