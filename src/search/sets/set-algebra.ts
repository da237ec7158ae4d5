import { lowerBound } from "./bisect.ts";
import {
  addPositions,
  addRange,
  DENSE_WORDS,
  type DenseSet,
  NONE,
  type PositionSet,
  type RangeSet,
  rangeSet,
  setOfPositions,
  setOfWords,
  type SparseSet,
  SPARSE_MAXIMUM,
} from "./position-set.ts";

/** Whether a set holds a position. */
export function hasPosition(set: PositionSet, position: number): boolean {
  switch (set.kind) {
    case "range":
      return position >= set.from && position < set.to;
    case "dense":
      return (((set.words[position >>> 5] as number) >>> (position & 31)) & 1) === 1;
    case "sparse":
      return set.positions[lowerBound(set.positions, position)] === position;
  }
}

/** What both sets hold. */
export function intersect(left: PositionSet, right: PositionSet): PositionSet {
  if (left.count === 0 || right.count === 0) return NONE;
  if (left.kind === "sparse") return filterSparse(left, right, true);
  if (right.kind === "sparse") return filterSparse(right, left, true);
  if (left.kind === "range") {
    return right.kind === "range"
      ? rangeSet(Math.max(left.from, right.from), Math.min(left.to, right.to))
      : cutOut(right, left.from, left.to);
  }
  if (right.kind === "range") return cutOut(left, right.from, right.to);
  const words = new Uint32Array(DENSE_WORDS);
  for (let index = 0; index < DENSE_WORDS; index++) {
    words[index] = (left.words[index] as number) & (right.words[index] as number);
  }
  return compact(setOfWords(words));
}

/** What the first set holds and the second does not. */
export function subtract(left: PositionSet, right: PositionSet): PositionSet {
  if (left.count === 0 || right.count === 0) return left;
  if (left.kind === "sparse") return filterSparse(left, right, false);
  if (left.kind === "range" && right.kind === "range") {
    if (right.from <= left.from) return rangeSet(Math.max(left.from, right.to), left.to);
    if (right.to >= left.to) return rangeSet(left.from, Math.min(left.to, right.from));
  }
  const words = wordsOf(left);
  if (right.kind === "sparse") return withoutPositions(words, left.count, right.positions);
  const taken = right.kind === "dense" ? right.words : wordsOf(right);
  for (let index = 0; index < DENSE_WORDS; index++) {
    words[index] = (words[index] as number) & ~(taken[index] as number);
  }
  return compact(setOfWords(words));
}

/** Takes positions out of the words of a set of so many. */
function withoutPositions(words: Uint32Array, before: number, positions: Uint16Array): PositionSet {
  let count = before;
  // By index: iterators over typed arrays are many times slower.
  for (let index = 0; index < positions.length; index++) {
    const position = positions[index] as number;
    const word = words[position >>> 5] as number;
    count -= (word >>> (position & 31)) & 1;
    words[position >>> 5] = word & ~(1 << (position & 31));
  }
  return count === 0 ? NONE : compact({ kind: "dense", count, words });
}

/** What any of the sets holds. */
export function union(sets: readonly PositionSet[]): PositionSet {
  const some = sets.filter(({ count }) => count > 0);
  const [first] = some;
  if (first === undefined) return NONE;
  if (some.length === 1) return first;
  const small = some.filter((set): set is SparseSet => set.kind === "sparse");
  const total = small.reduce((sum, { count }) => sum + count, 0);
  if (small.length === some.length && total <= SPARSE_MAXIMUM) return unionOfSparse(small, total);
  const words = new Uint32Array(DENSE_WORDS);
  for (const set of some) addTo(words, set);
  return compact(setOfWords(words));
}

/** Adds a set to the words of a dense one. */
export function addTo(words: Uint32Array, set: PositionSet): void {
  if (set.kind === "sparse") addPositions(words, set.positions);
  else if (set.kind === "range") addRange(words, set.from, set.to);
  else {
    for (let index = 0; index < DENSE_WORDS; index++) {
      words[index] = (words[index] as number) | (set.words[index] as number);
    }
  }
}

/** A copy of a set as words. */
export function wordsOf(set: PositionSet): Uint32Array {
  if (set.kind === "dense") return set.words.slice();
  const words = new Uint32Array(DENSE_WORDS);
  addTo(words, set);
  return words;
}

/** The positions of a set, ascending. */
export function positionsOf(set: PositionSet): Uint16Array {
  if (set.kind === "sparse") return set.positions;
  const positions = new Uint16Array(set.count);
  if (set.kind === "range") {
    for (let index = 0; index < set.count; index++) positions[index] = set.from + index;
    return positions;
  }
  let index = 0;
  for (let word = 0; word < DENSE_WORDS; word++) {
    let bits = set.words[word] as number;
    while (bits !== 0) {
      positions[index++] = word * 32 + (31 - Math.clz32(bits & -bits));
      bits &= bits - 1;
    }
  }
  return positions;
}

function unionOfSparse(sets: readonly SparseSet[], total: number): PositionSet {
  const all = new Uint16Array(total);
  let length = 0;
  for (const { positions } of sets) {
    all.set(positions, length);
    length += positions.length;
  }
  all.sort();
  let kept = 0;
  for (let index = 0; index < total; index++) {
    if (index === 0 || all[index] !== all[index - 1]) all[kept++] = all[index] as number;
  }
  return setOfPositions(all.subarray(0, kept));
}

function filterSparse(set: SparseSet, other: PositionSet, wanted: boolean): PositionSet {
  if (other.kind === "range" && wanted && isWithin(set, other)) return set;
  if (other.kind === "sparse") return filterBySparse(set, other, wanted);
  const kept = new Uint16Array(set.count);
  let count = 0;
  for (let index = 0; index < set.count; index++) {
    const position = set.positions[index] as number;
    if (hasPosition(other, position) === wanted) kept[count++] = position;
  }
  return setOfPositions(kept.subarray(0, count));
}

function isWithin({ positions, count }: SparseSet, { from, to }: RangeSet): boolean {
  return (positions[0] as number) >= from && (positions[count - 1] as number) < to;
}

function filterBySparse(set: SparseSet, other: SparseSet, wanted: boolean): PositionSet {
  const kept = new Uint16Array(set.count);
  let count = 0;
  let at = 0;
  for (let index = 0; index < set.count; index++) {
    const position = set.positions[index] as number;
    while (at < other.count && (other.positions[at] as number) < position) at++;
    if ((other.positions[at] === position) === wanted) kept[count++] = position;
  }
  return setOfPositions(kept.subarray(0, count));
}

/** The part of a dense set within a range. */
function cutOut(set: DenseSet, from: number, to: number): PositionSet {
  if (from === 0 && to === DENSE_WORDS * 32) return set;
  const words = new Uint32Array(DENSE_WORDS);
  addRange(words, from, to);
  for (let index = from >>> 5; index <= (to - 1) >>> 5; index++) {
    words[index] = (words[index] as number) & (set.words[index] as number);
  }
  return compact(setOfWords(words));
}

/** A dense set of few positions as a sparse one, with which later steps are quicker. */
function compact(set: PositionSet): PositionSet {
  if (set.kind !== "dense" || set.count > SPARSE_MAXIMUM / 4) return set;
  return setOfPositions(positionsOf(set));
}
