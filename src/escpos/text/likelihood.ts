import { CELL, cellClasses } from "./cell-class.ts";
import { commonCharacters } from "./common-characters.ts";
import { isFourByteCharacter, isLead, pairTable, type DoubleByteCode } from "./double-byte.ts";

/*
 * How surprising a text is if it is in a certain coding, in nats: minus the logarithm of a rough probability, from how many
 * characters share a class and how much of real text that class makes up. The coding with the least cost is
 * what the sender meant. ASCII costs nothing in any coding, so that only bytes from 80h up decide.
 */

/** What is known of a double-byte code: the costs of its characters, and which are of level 1 of its standard. */
const CODES: Readonly<Record<DoubleByteCode, PairCosts>> = {
  shift_jis: { common: 6, ordinary: 9.6, first: 0x889f, last: 0x9872, leastTrail: 0 },
  gb18030: { common: 6.2, ordinary: 10, first: 0xb0a1, last: 0xd7f9, leastTrail: 0xa1 },
  big5: { common: 6.2, ordinary: 10, first: 0xa440, last: 0xc67e, leastTrail: 0 },
  "euc-kr": { common: 5.8, ordinary: 8.8, first: 0xb0a1, last: 0xc8fe, leastTrail: 0xa1 },
};

interface PairCosts {
  /** A character among some hundred that make up most of East Asian text; Korean needs the fewest. */
  readonly common: number;
  /** One of the some thousand others in use: level 1 of the standards, and all Hangul of KS C 5601. */
  readonly ordinary: number;
  /** The first and last pair of level 1, and the least second byte of its pairs. */
  readonly first: number;
  readonly last: number;
  readonly leastTrail: number;
}

/** One of the rest. */
const RARE = 13;
/** A pair that is no character, or a byte that begins none. */
const INVALID = 18;
/** What an ASCII character would cost; the second byte of a pair takes its place. */
const ASCII = 3;

/** East Asian text seldom touches the small letters of a word; Latin letters with accents always do. */
export const AFTER_LOWER = 4;
const BEFORE_LOWER = 3;
const BESIDE_UPPER = 2;

const costTables = new Map<DoubleByteCode, Float32Array>();

/** The cost of each pair of a code, at `lead * 256 + trail`. */
function pairCosts(code: DoubleByteCode): Float32Array {
  return costTables.getOrInsertComputed(code, () => {
    const characters = commonCharacters(code);
    const { common, ordinary, first, last, leastTrail } = CODES[code];
    return Float32Array.from(pairTable(code), (unit, pair) => {
      if (unit === 0 || (unit >= 0xe000 && unit < 0xf900)) return INVALID;
      if (characters.has(unit)) return common;
      return pair >= first && pair <= last && (pair & 0xff) >= leastTrail ? ordinary : RARE;
    });
  });
}

/** True for a to z. */
export function isLower(byte: number): boolean {
  return byte >= 0x61 && byte <= 0x7a;
}

function isUpper(byte: number): boolean {
  return byte >= 0x41 && byte <= 0x5a;
}

/** The cost of East Asian text right behind an ASCII character. */
export function afterAscii(byte: number): number {
  return isLower(byte) ? AFTER_LOWER : isUpper(byte) ? BESIDE_UPPER : 0;
}

/** The cost of East Asian text right before an ASCII character. */
export function beforeAscii(byte: number): number {
  return isLower(byte) ? BEFORE_LOWER : isUpper(byte) ? BESIDE_UPPER : 0;
}

/** The cost of text from `start` to before `end` in a double-byte code. Linear. */
export function doubleByteCost(bytes: Uint8Array, start: number, end: number, code: DoubleByteCode): number {
  const costs = pairCosts(code);
  let cost = 0;
  let previous = 0x20;
  for (let at = start; at < end;) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) {
      if (previous >= 0x80) cost += beforeAscii(byte);
      previous = byte;
      at++;
      continue;
    }
    if (previous < 0x80) cost += afterAscii(previous);
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
      const repeated = byte === previousByte ? REPEATED[cell] : undefined;
      cost += ascending >= CHART ? IN_CHART : (repeated ?? CELL_COSTS[cell]?.[previous] ?? UNKNOWN_PAGE);
    }
    previous = cell;
    previousByte = byte;
  }
  return cost;
}

/** The same box or sign again, as in a drawn line. */
const REPEATED: Readonly<Record<number, number>> = { [CELL.box]: 0.7, [CELL.symbol]: 1.5 };

/** A page nobody knows can be shown in no other way, so any sensible reading is better. */
const UNKNOWN_PAGE = 5.5;

/** The cost of a cell by its class and the class of the cell before it, in the order of `CELL`. */
const CELL_COSTS: Readonly<Record<number, readonly number[]>> = {
  [CELL.latinLower]: [5.5, 4.5, 4.5, 6, 4.5, 8, 8, 8, 8, 8, 8, 8],
  [CELL.latinUpper]: [5, 9, 5, 9, 5, 8, 8, 8, 8, 8, 8, 8],
  [CELL.scriptLower]: [4, 7, 7, 8, 8, 3.5, 3.5, 3.5, 6, 6, 6, 6],
  [CELL.scriptUpper]: [4, 7, 7, 8, 8, 8, 3.5, 3.5, 6, 6, 6, 6],
  [CELL.mark]: [8, 8, 8, 8, 8, 3.2, 8, 3.2, 8, 8, 8, 8],
  [CELL.box]: [4, 6, 6, 6, 6, 6, 6, 6, 4.5, 6, 6, 6],
  [CELL.symbol]: [4.5, 5.5, 5.5, 6.5, 6.5, 6.5, 6.5, 6.5, 6.5, 6.5, 6.5, 6.5],
  [CELL.undefined]: [12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12],
};

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
