import { SEGMENT_PRINTS } from "../index-sizes.ts";
import { type Bitmap, countOf } from "./bitmaps.ts";

/*
 * Sets of positions within a segment, 0 to 65,535, in three forms as in Roaring bitmaps (Lemire et al., 2016) with
 * ranges added: whichever is smallest to hold and quickest to combine.
 */

/** Consecutive positions: from `from` up to, and without, `to`. */
export interface RangeSet {
  readonly kind: "range";
  readonly count: number;
  readonly from: number;
  readonly to: number;
}

/** Few positions, ascending. */
export interface SparseSet {
  readonly kind: "sparse";
  readonly count: number;
  readonly positions: Uint16Array;
}

/** Many positions: bit `p & 31` of word `p >>> 5` stands for position `p`. Always {@link DENSE_WORDS} words. */
export interface DenseSet extends Bitmap {
  readonly kind: "dense";
  readonly count: number;
}

export type PositionSet = RangeSet | SparseSet | DenseSet;

/** Words of a dense set: 8 KiB. */
export const DENSE_WORDS = SEGMENT_PRINTS / 32;

/** A sparse set of more positions would be larger than a dense one. */
export const SPARSE_MAXIMUM = DENSE_WORDS * 2;

/** The set of nothing. */
export const NONE: RangeSet = { kind: "range", count: 0, from: 0, to: 0 };

/** The positions from `from` up to, and without, `to`. */
export function rangeSet(from: number, to: number): RangeSet {
  return from < to ? { kind: "range", count: to - from, from, to } : NONE;
}

/** The set of ascending, distinct positions; the array is kept, not copied, unless a dense set is smaller. */
export function setOfPositions(positions: Uint16Array): PositionSet {
  const count = positions.length;
  if (count === 0) return NONE;
  if (count <= SPARSE_MAXIMUM) return { kind: "sparse", count, positions };
  const words = new Uint32Array(DENSE_WORDS);
  addPositions(words, positions);
  return { kind: "dense", count, words };
}

/** The same of positions that are no typed array yet. */
export function setOf(positions: readonly number[]): PositionSet {
  return setOfPositions(Uint16Array.from(positions));
}

/** The set of a dense set's words; they are kept, not copied. */
export function setOfWords(words: Uint32Array): PositionSet {
  const count = countOf({ words });
  return count === 0 ? NONE : { kind: "dense", count, words };
}

/** Adds positions to the words of a dense set. */
export function addPositions(words: Uint32Array, positions: Uint16Array): void {
  for (let index = 0; index < positions.length; index++) {
    const position = positions[index] as number;
    words[position >>> 5] = (words[position >>> 5] as number) | (1 << (position & 31));
  }
}

/** Adds the positions from `from` up to, and without, `to` to the words of a dense set. */
export function addRange(words: Uint32Array, from: number, to: number): void {
  if (from >= to) return;
  const first = from >>> 5;
  const last = (to - 1) >>> 5;
  const firstMask = -1 << (from & 31);
  const lastMask = -1 >>> (31 - ((to - 1) & 31));
  if (first === last) {
    words[first] = (words[first] as number) | (firstMask & lastMask);
    return;
  }
  words[first] = (words[first] as number) | firstMask;
  words.fill(0xffff_ffff, first + 1, last);
  words[last] = (words[last] as number) | lastMask;
}

/** How many bits of a word are set. */
export function bitsOf(word: number): number {
  let bits = word - ((word >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
