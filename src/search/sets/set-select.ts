import { addPositions, bitsOf, DENSE_WORDS, type DenseSet, type PositionSet } from "./position-set.ts";
import { lowerBound } from "./bisect.ts";
import { countWords } from "./bitmaps.ts";

/** How many positions of a set are below `position`. */
export function rankOf(set: PositionSet, position: number): number {
  switch (set.kind) {
    case "range":
      return Math.min(Math.max(position - set.from, 0), set.count);
    case "sparse":
      return lowerBound(set.positions, position);
    case "dense": {
      const whole = Math.min(position >>> 5, DENSE_WORDS);
      const rank = onesOf(set.words, 0, whole);
      if (whole === DENSE_WORDS) return rank;
      return rank + bitsOf((set.words[whole] as number) & ((1 << (position & 31)) - 1));
    }
  }
}

/** Of fewer words the ones are counted one by one. */
const FEW_WORDS = 96;

function onesOf(words: Uint32Array, from: number, to: number): number {
  if (to - from > FEW_WORDS) return countWords(words, from, to);
  let count = 0;
  for (let word = from; word < to; word++) count += bitsOf(words[word] as number);
  return count;
}

/** How many positions of a set are from `from` up to, and without, `to`. */
export function countBetween(set: PositionSet, from: number, to: number): number {
  if (from >= to) return 0;
  if (set.kind !== "dense") return rankOf(set, to) - rankOf(set, from);
  const last = Math.min(to >>> 5, DENSE_WORDS);
  let count = onesOf(set.words, from >>> 5, last);
  if (last < DENSE_WORDS) count += bitsOf((set.words[last] as number) & ((1 << (to & 31)) - 1));
  return count - bitsOf((set.words[from >>> 5] as number) & ((1 << (from & 31)) - 1));
}

/** The positions of ranks `from` up to, and without, `to`, ascending. Ranks must be within the set. */
export function selectRanks(set: PositionSet, from: number, to: number): Uint16Array {
  if (set.kind === "sparse") return set.positions.subarray(from, to);
  const selected = new Uint16Array(to - from);
  if (set.kind === "range") {
    for (let index = 0; index < selected.length; index++) selected[index] = set.from + from + index;
    return selected;
  }
  let rank = 0;
  let taken = 0;
  for (let word = 0; word < DENSE_WORDS && taken < selected.length; word++) {
    let bits = set.words[word] as number;
    const count = bitsOf(bits);
    if (rank + count > from) {
      for (; bits !== 0; bits &= bits - 1, rank++) {
        if (rank >= from && taken < selected.length) {
          selected[taken++] = word * 32 + (31 - Math.clz32(bits & -bits));
        }
      }
    } else rank += count;
  }
  return selected;
}

/** Puts in the place of each rank, which ascend, the position of that rank. */
export function selectEach(set: PositionSet, ranks: Uint16Array): void {
  if (set.kind === "range") {
    for (let index = 0; index < ranks.length; index++) ranks[index] = (ranks[index] as number) + set.from;
  } else if (set.kind === "sparse") {
    for (let index = 0; index < ranks.length; index++)
      ranks[index] = set.positions[ranks[index] as number] as number;
  } else selectEachDense(set.words, ranks);
}

function selectEachDense(words: Uint32Array, ranks: Uint16Array): void {
  let word = 0;
  let before = 0;
  let count = bitsOf(words[0] as number);
  for (let index = 0; index < ranks.length; index++) {
    const rank = ranks[index] as number;
    while (before + count <= rank) {
      before += count;
      count = bitsOf(words[++word] as number);
    }
    ranks[index] = word * 32 + nthBit(words[word] as number, rank - before);
  }
}

/** The place of a word's set bit number `n`, counted from the lowest. */
function nthBit(word: number, n: number): number {
  if (word === 0xffff_ffff) return n;
  let bits = word;
  for (let left = n; left > 0; left--) bits &= bits - 1;
  return 31 - Math.clz32(bits & -bits);
}

/** The ranks of positions, which ascend and are all in the set, written to `ranks`. */
export function ranksOfEach(set: PositionSet, positions: Uint16Array, ranks: Uint16Array): void {
  let rank = 0;
  let word = 0;
  let at = 0;
  for (let index = 0; index < positions.length; index++) {
    const position = positions[index] as number;
    if (set.kind === "range") ranks[index] = position - set.from;
    else if (set.kind === "sparse") {
      while ((set.positions[at] as number) < position) at++;
      ranks[index] = at;
    } else {
      for (; word < position >>> 5; word++) rank += bitsOf(set.words[word] as number);
      ranks[index] = rank + bitsOf((set.words[word] as number) & ((1 << (position & 31)) - 1));
    }
  }
}

/**
 * The positions of many ranks, which ascend, as a dense set: the ranks' bits are spread out over the set's bits, a word
 * at a time, by making room for each bit that the set has not.
 * @param ranks those up to `count` count
 */
export function expandRanks(set: DenseSet, ranks: Uint16Array, count: number): DenseSet {
  // A word more, since the bits for one word may lie across two.
  const packed = new Uint32Array(DENSE_WORDS + 1);
  addPositions(packed, ranks.subarray(0, count));
  const words = new Uint32Array(DENSE_WORDS);
  let rank = 0;
  for (let word = 0; word < DENSE_WORDS; word++) {
    const present = set.words[word] as number;
    const at = rank >>> 5;
    const shift = rank & 31;
    const high = shift === 0 ? 0 : (packed[at + 1] as number) << (32 - shift);
    let bits = ((packed[at] as number) >>> shift) | high;
    for (let absent = ~present; absent !== 0; absent &= absent - 1) {
      const below = (absent & -absent) - 1;
      bits = (bits & below) | ((bits & ~below) << 1);
    }
    words[word] = bits;
    rank += bitsOf(present);
  }
  return { kind: "dense", count, words };
}
