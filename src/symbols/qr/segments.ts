/** Data of a QR code in segments of the modes that hold it in the fewest bits. Source: ISO/IEC 18004, 7.3 and 7.4. */

/** A way to write data. */
export interface Mode {
  /** The four bits that a segment starts with. */
  readonly indicator: number;
  /** Bits of its number of characters, in versions 1 to 9, 10 to 26 and 27 to 40. */
  readonly countBits: readonly [number, number, number];
  /** Characters that are written together, and the bits of one, two .. of them. */
  readonly groupBits: readonly number[];
}

const NUMERIC: Mode = { indicator: 1, countBits: [10, 12, 14], groupBits: [4, 7, 10] };
export const ALPHANUMERIC: Mode = { indicator: 2, countBits: [9, 11, 13], groupBits: [6, 11] };
export const BYTES: Mode = { indicator: 4, countBits: [8, 16, 16], groupBits: [8] };
/** Each character is two bytes. */
export const KANJI: Mode = { indicator: 8, countBits: [8, 10, 12], groupBits: [13] };

/** Bits that tell the mode of a segment. */
export const INDICATOR_BITS = 4;

/** A part of the data in one mode. */
export interface Segment {
  readonly mode: Mode;
  readonly data: Uint8Array;
}

/** Versions whose counts have as many bits: 0 for 1 to 9, 1 for 10 to 26, 2 for 27 to 40. */
export type VersionGroup = 0 | 1 | 2;

/** The group of a version. */
export function groupOf(version: number): VersionGroup {
  return version <= 9 ? 0 : version <= 26 ? 1 : 2;
}

/** The characters of alphanumeric mode, in the order of their values. */
const ALPHANUMERIC_CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";

/** The value in alphanumeric mode of each byte; that of a digit is the digit. 255 for those it has not. */
const VALUES = new Uint8Array(256).fill(0xff);
for (let value = 0; value < ALPHANUMERIC_CHARACTERS.length; value++)
  VALUES[ALPHANUMERIC_CHARACTERS.charCodeAt(value)] = value;

/** The value of a byte in numeric and alphanumeric mode. */
export function valueOf(byte: number): number {
  return VALUES[byte] ?? 0xff;
}

/** Characters that a segment counts. */
export function charactersOf({ mode, data }: Segment): number {
  return mode === KANJI ? data.length >> 1 : data.length;
}

/** Bits of some segments, with what stands before each. */
export function bitsOf(segments: readonly Segment[], group: VersionGroup): number {
  let bits = 0;
  for (const segment of segments) {
    const { countBits, groupBits } = segment.mode;
    const characters = charactersOf(segment);
    const groups = Math.floor(characters / groupBits.length);
    const rest = characters % groupBits.length;
    bits += INDICATOR_BITS + countBits[group] + groups * (groupBits.at(-1) ?? 0);
    if (rest > 0) bits += groupBits[rest - 1] ?? 0;
  }
  return bits;
}

/** The modes that any bytes may be in, each with what one character costs, in sixths of a bit. */
const MIXED: readonly Mode[] = [NUMERIC, ALPHANUMERIC, BYTES];
const SIXTHS = 6;
const DIGIT_COST = 20;
const LETTER_COST = 33;
const BYTE_COST = 48;

/** Of a byte in a mode that has it not. */
const NEVER = 1 << 28;

/**
 * The segments that hold data in the fewest bits. For each byte and mode it finds what the data up to that byte costs
 * at least if the next is in that mode, and in which mode the byte itself is then.
 */
export function shortestSegments(data: Uint8Array, group: VersionGroup): Segment[] {
  const heads = Int32Array.from(MIXED, ({ countBits }) => (INDICATOR_BITS + countBits[group]) * SIXTHS);
  const costs = heads.slice();
  const modes = new Uint8Array(data.length * MIXED.length);
  for (let at = 0; at < data.length; at++) {
    const value = valueOf(data[at] ?? 0);
    costs[0] = value < 10 ? (costs[0] ?? 0) + DIGIT_COST : NEVER;
    costs[1] = value < ALPHANUMERIC_CHARACTERS.length ? (costs[1] ?? 0) + LETTER_COST : NEVER;
    costs[2] = (costs[2] ?? 0) + BYTE_COST;
    const best = leastOf(costs);
    // A segment ends with a whole bit.
    const ended = Math.ceil((costs[best] ?? 0) / SIXTHS) * SIXTHS;
    for (let mode = 0; mode < MIXED.length; mode++) {
      const changed = ended + (heads[mode] ?? 0);
      const isChanged = changed < (costs[mode] ?? 0);
      if (isChanged) costs[mode] = changed;
      modes[at * MIXED.length + mode] = isChanged ? best : mode;
    }
  }
  return cut(data, modes, leastOf(costs));
}

function leastOf(costs: Int32Array): number {
  let least = 0;
  for (let mode = 1; mode < MIXED.length; mode++) if ((costs[mode] ?? 0) < (costs[least] ?? 0)) least = mode;
  return least;
}

/** Cuts data where its mode changes, from its last byte back. @param last the mode of the last byte */
function cut(data: Uint8Array, modes: Uint8Array, last: number): Segment[] {
  const segments: Segment[] = [];
  let end = data.length;
  let mode = last;
  for (let at = data.length - 1; at >= 0; at--) {
    const before = modes[(at - 1) * MIXED.length + mode] ?? mode;
    if (at > 0 && before === mode) continue;
    segments.push({ mode: MIXED[mode] ?? BYTES, data: data.subarray(at, end) });
    end = at;
    mode = before;
  }
  return segments.toReversed();
}
