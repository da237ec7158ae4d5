import { lowerBound, lowerBoundFrom } from "./bisect.ts";
import { combine, countOf, listOf, resultRoom, type Room } from "./bitmaps.ts";
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
  type SparseSet,
} from "./position-set.ts";

/*
 * None of these changes a set that it is given. Where a room is given, a dense result is in it, and right until the room is
 * used again; it may be that of the first set. Without one, the result is a set of its own.
 */

/** A result of no more positions is sparse: the steps behind it are quicker then. */
const FEW_POSITIONS = 512;

/** So few positions of several sets are sorted; more are marked in a bitmap. */
const SORTED_POSITIONS = 64;

/** A sparse set that is so many times as large as another is leapt through. */
const LEAP_FACTOR = 48;

/** One that is at most so many times as large as another, which is not tiny itself, is marked in a bitmap. */
const MARK_FACTOR = 16;
const TINY = 64;

/** Room for the positions that a step keeps; only within one call. */
const kept = new Uint16Array(DENSE_WORDS * 32);
/** The same for the positions of another set; empty between calls. */
const marks = new Uint32Array(DENSE_WORDS);

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
export function intersect(left: PositionSet, right: PositionSet, room: Room | null = null): PositionSet {
  if (left.count === 0 || right.count === 0) return NONE;
  if (left.kind === "sparse") {
    return right.kind === "sparse" && right.count < left.count
      ? filterSparse(right, left, true)
      : filterSparse(left, right, true);
  }
  if (right.kind === "sparse") return filterSparse(right, left, true);
  if (left.kind === "range") {
    return right.kind === "range"
      ? rangeSet(Math.max(left.from, right.from), Math.min(left.to, right.to))
      : cutOut(right, left, room);
  }
  if (right.kind === "range") return cutOut(left, right, room);
  const place = room ?? resultRoom();
  return resultIn(place, combine("and", left, right, place), room);
}

/** What the first set holds and the second does not. */
export function subtract(left: PositionSet, right: PositionSet, room: Room | null = null): PositionSet {
  if (left.count === 0 || right.count === 0) return left;
  if (left.kind === "sparse") return filterSparse(left, right, false);
  if (left.kind === "range" && right.kind === "range") {
    if (right.from <= left.from) return rangeSet(Math.max(left.from, right.to), left.to);
    if (right.to >= left.to) return rangeSet(left.from, Math.min(left.to, right.from));
  }
  const place = room ?? resultRoom();
  if (right.kind === "sparse") {
    copyTo(place, left);
    return resultIn(place, left.count - take(place.words, right.positions), room);
  }
  return resultIn(place, combine("andNot", asDense(left), asDense(right), place), room);
}

/** Takes positions out of words. @returns how many of them were there */
function take(words: Uint32Array, positions: Uint16Array): number {
  let count = 0;
  // By index: iterators over typed arrays are many times slower.
  for (let index = 0; index < positions.length; index++) {
    const position = positions[index] as number;
    const word = words[position >>> 5] as number;
    count += (word >>> (position & 31)) & 1;
    words[position >>> 5] = word & ~(1 << (position & 31));
  }
  return count;
}

/** What any of the sets holds; of these only the first may be in the room. */
export function union(sets: readonly PositionSet[], room: Room | null = null): PositionSet {
  const some = sets.filter(({ count }) => count > 0);
  const [first] = some;
  if (first === undefined) return NONE;
  if (some.length === 1) return first;
  const small = some.filter((set): set is SparseSet => set.kind === "sparse");
  const total = small.reduce((sum, { count }) => sum + count, 0);
  if (small.length === some.length && total <= SORTED_POSITIONS) return unionOfFew(small, total);
  const place = room ?? resultRoom();
  copyTo(place, first);
  for (const set of some.slice(1)) addToRoom(place, set);
  return resultIn(place, countOf({ words: place.words, room: place }), room);
}

function addToRoom(place: Room, set: PositionSet): void {
  if (set.kind === "dense") combine("or", { words: place.words, room: place }, set, place);
  else addTo(place.words, set);
}

/** Adds a set to the words of a dense one. */
export function addTo(words: Uint32Array, set: PositionSet): void {
  if (set.kind === "sparse") addPositions(words, set.positions);
  else if (set.kind === "range") addRange(words, set.from, set.to);
  else {
    const place = resultRoom();
    combine("or", { words }, set, place);
    words.set(place.words);
  }
}

/** A copy of a set as words. */
export function wordsOf(set: PositionSet): Uint32Array {
  if (set.kind === "dense") return set.words.slice();
  const words = new Uint32Array(DENSE_WORDS);
  addTo(words, set);
  return words;
}

/** Whether a set is in a room, and right only until this is used again. */
export function isInRoom(set: PositionSet): set is DenseSet {
  return set.kind === "dense" && set.room !== undefined;
}

/** The same set, copied out of the room that it may be in: to another, or, without one, to stay as it is. */
export function movedTo(room: Room | null, set: PositionSet): PositionSet {
  if (!isInRoom(set) || set.room === room) return set;
  if (room === null) return { kind: "dense", count: set.count, words: set.words.slice() };
  room.words.set(set.words);
  return { kind: "dense", count: set.count, words: room.words, room };
}

function asDense(set: PositionSet): DenseSet {
  return set.kind === "dense" ? set : { kind: "dense", count: set.count, words: wordsOf(set) };
}

function copyTo(place: Room, set: PositionSet): void {
  if (set.kind === "dense") {
    if (set.room !== place) place.words.set(set.words);
    return;
  }
  place.words.fill(0);
  addTo(place.words, set);
}

/** The set that a step has written to a place. */
function resultIn(place: Room, count: number, room: Room | null): PositionSet {
  if (count === 0) return NONE;
  if (count <= FEW_POSITIONS) {
    return { kind: "sparse", count, positions: listOf({ words: place.words, room: place }) };
  }
  if (room === null) return { kind: "dense", count, words: place.words.slice() };
  return { kind: "dense", count, words: place.words, room };
}

/** The positions of a set, ascending. */
export function positionsOf(set: PositionSet): Uint16Array {
  if (set.kind === "sparse") return set.positions;
  if (set.kind === "dense") return listOf(set);
  const positions = new Uint16Array(set.count);
  for (let index = 0; index < set.count; index++) positions[index] = set.from + index;
  return positions;
}

function unionOfFew(sets: readonly SparseSet[], total: number): PositionSet {
  const all = new Uint16Array(total);
  let length = 0;
  for (const { positions } of sets) {
    all.set(positions, length);
    length += positions.length;
  }
  all.sort();
  let count = 0;
  for (let index = 0; index < total; index++) {
    if (index === 0 || all[index] !== all[index - 1]) all[count++] = all[index] as number;
  }
  return setOfPositions(all.subarray(0, count));
}

function filterSparse(set: SparseSet, other: PositionSet, wanted: boolean): PositionSet {
  switch (other.kind) {
    case "range":
      return filterByRange(set, other, wanted);
    case "dense":
      return keptOf(set, filterByWords(set.positions, other.words, wanted ? 0 : 1));
    case "sparse":
      return keptOf(set, filterByPositions(set, other, wanted));
  }
}

/** The positions of a set that were kept, of which there are so many. */
function keptOf(set: SparseSet, count: number): PositionSet {
  return count === set.count ? set : setOfPositions(kept.slice(0, count));
}

/**
 * Measured, of 1,092 positions those that are among 1,638 others are found in 3 microseconds by a bitmap and in 14 by turns, since
 * which set is ahead is guessed wrong half of the time; of 45 positions in 2.4, 1.1 and, by leaps, 1.4.
 */
function filterByPositions(set: SparseSet, other: SparseSet, wanted: boolean): number {
  if (set.count > TINY && other.count < set.count * MARK_FACTOR) {
    addPositions(marks, other.positions);
    const count = filterByWords(set.positions, marks, wanted ? 0 : 1);
    marks.fill(0);
    return count;
  }
  const isLarge = other.count > set.count * LEAP_FACTOR;
  return isLarge ? filterByLeaps(set, other, wanted) : filterByTurns(set, other, wanted);
}

function filterByRange(set: SparseSet, { from, to }: RangeSet, wanted: boolean): PositionSet {
  const { positions, count } = set;
  const isWithin = (positions[0] as number) >= from && (positions[count - 1] as number) < to;
  if (isWithin) return wanted ? set : NONE;
  const [first, end] = [lowerBound(positions, from), lowerBound(positions, to)];
  if (wanted) return setOfPositions(positions.subarray(first, end));
  if (first === end) return set;
  const others = new Uint16Array(count - (end - first));
  others.set(positions.subarray(0, first));
  others.set(positions.subarray(end), first);
  return setOfPositions(others);
}

/** Without a branch, which would be guessed wrong half of the time. @param unwanted the bit of what is left out */
function filterByWords(positions: Uint16Array, words: Uint32Array, unwanted: 0 | 1): number {
  let count = 0;
  for (let index = 0; index < positions.length; index++) {
    const position = positions[index] as number;
    kept[count] = position;
    count += (((words[position >>> 5] as number) >>> (position & 31)) & 1) ^ unwanted;
  }
  return count;
}

function filterByTurns(set: SparseSet, other: SparseSet, wanted: boolean): number {
  let count = 0;
  let at = 0;
  for (let index = 0; index < set.count; index++) {
    const position = set.positions[index] as number;
    while (at < other.count && (other.positions[at] as number) < position) at++;
    if ((other.positions[at] === position) === wanted) kept[count++] = position;
  }
  return count;
}

function filterByLeaps(set: SparseSet, other: SparseSet, wanted: boolean): number {
  let count = 0;
  let at = 0;
  for (let index = 0; index < set.count; index++) {
    const position = set.positions[index] as number;
    at = lowerBoundFrom(other.positions, at, position);
    if ((other.positions[at] === position) === wanted) kept[count++] = position;
  }
  return count;
}

/** The part of a dense set within a range. */
function cutOut(set: DenseSet, { from, to }: RangeSet, room: Room | null): PositionSet {
  if (from === 0 && to === DENSE_WORDS * 32) return movedTo(room, set);
  const place = room ?? resultRoom();
  copyTo(place, set);
  const { words } = place;
  const [first, last] = [from >>> 5, (to - 1) >>> 5];
  words.fill(0, 0, first);
  words.fill(0, last + 1);
  words[first] = (words[first] as number) & (-1 << (from & 31));
  words[last] = (words[last] as number) & (-1 >>> (31 - ((to - 1) & 31)));
  return resultIn(place, countOf({ words, room: place }), room);
}
