import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  combine,
  countOf,
  countShared,
  countWords,
  listOf,
  roomAt,
} from "../../../src/search/sets/bitmaps.ts";
import { DENSE_WORDS, rangeSet } from "../../../src/search/sets/position-set.ts";
import {
  intersect,
  movedTo,
  positionsOf,
  subtract,
  union,
  wordsOf,
} from "../../../src/search/sets/set-algebra.ts";
import { anySet } from "./set-arbitraries.ts";

/* The operations in WebAssembly, against the same on words of JavaScript's. */

const ROOM = roomAt(0);
const OTHER = roomAt(1);

const bits = fc.tuple(fc.integer(), fc.constantFrom(0, 1, 7, 0x9e37_79b1)).map(([seed, factor]) => {
  const words = new Uint32Array(DENSE_WORDS);
  for (let index = 0; index < DENSE_WORDS; index++)
    words[index] = Math.imul(seed + index * index, factor) ^ (seed >> (index & 31));
  return words;
});

function plainPositions(words: Uint32Array): number[] {
  return Array.from({ length: DENSE_WORDS * 32 }, (_, position) => position).filter(
    (position) => (((words[position >>> 5] as number) >>> (position & 31)) & 1) === 1,
  );
}

const COMBINATIONS = [
  { how: "and", of: (left: number, right: number) => left & right },
  { how: "or", of: (left: number, right: number) => left | right },
  { how: "andNot", of: (left: number, right: number) => left & ~right },
] as const;

test.each(COMBINATIONS)("$how of two bitmaps, wherever they are, and how many ones it has", ({ how, of }) => {
  if (ROOM === null || OTHER === null) throw new Error("there is no room");
  fc.assert(
    fc.property(bits, bits, fc.boolean(), fc.boolean(), (left, right, isLeftInRoom, isRightInRoom) => {
      const wanted = left.map((word, index) => of(word, right[index] as number));
      ROOM.words.set(left);
      OTHER.words.set(right);
      const count = combine(
        how,
        isLeftInRoom ? { words: ROOM.words, room: ROOM } : { words: left },
        isRightInRoom ? { words: OTHER.words, room: OTHER } : { words: right },
        ROOM,
      );
      expect(ROOM.words.join()).toBe(wanted.join());
      expect(count).toBe(plainPositions(wanted).length);
    }),
    { numRuns: 40 },
  );
});

test("ones are counted and listed", () => {
  fc.assert(
    fc.property(bits, bits, fc.nat(DENSE_WORDS), fc.nat(DENSE_WORDS), (words, others, one, other) => {
      const positions = plainPositions(words);
      expect(countOf({ words })).toBe(positions.length);
      expect(listOf({ words }).join()).toBe(positions.join());
      const both = words.map((word, index) => word & (others[index] as number));
      expect(countShared({ words }, { words: others })).toBe(plainPositions(both).length);
      const [from, to] = [Math.min(one, other), Math.max(one, other)];
      const within = positions.filter((position) => position >= from * 32 && position < to * 32);
      expect(countWords(words, from, to)).toBe(within.length);
    }),
    { numRuns: 40 },
  );
});

test("sets are combined in a room as without one, and the given ones stay as they are", () => {
  fc.assert(
    fc.property(anySet, anySet, fc.boolean(), (left, right, isInRoom) => {
      for (const combined of [
        intersect,
        subtract,
        (one: typeof left.set, other: typeof left.set, room: typeof ROOM = null) => union([one, other], room),
      ]) {
        const dense = { kind: "dense" as const, count: left.set.count, words: wordsOf(left.set) };
        if (isInRoom && ROOM !== null) ROOM.words.set(dense.words);
        const first = isInRoom && ROOM !== null ? { ...dense, words: ROOM.words, room: ROOM } : left.set;
        const own = positionsOf(combined(left.set, right.set)).join();
        expect(positionsOf(movedTo(null, combined(first, right.set, ROOM))).join()).toBe(own);
        expect(positionsOf(right.set).join()).toBe(right.positions.join());
        expect(positionsOf(left.set).join()).toBe(left.positions.join());
      }
    }),
    { numRuns: 100 },
  );
});

test("what is within all positions is not left in another room, which is used again", () => {
  if (ROOM === null || OTHER === null) throw new Error("there is no room");
  const all = rangeSet(0, DENSE_WORDS * 32);
  for (const room of [ROOM, null]) {
    OTHER.words.fill(0x5555_5555);
    const found = intersect(
      all,
      { kind: "dense", count: all.count / 2, words: OTHER.words, room: OTHER },
      room,
    );
    OTHER.words.fill(0);
    expect(positionsOf(found)).toEqual(Uint16Array.from({ length: all.count / 2 }, (_, index) => index * 2));
  }
});
