import { expect, test } from "bun:test";
import fc from "fast-check";
import { PartReader } from "../../../src/search/format/part-reader.ts";
import { PartWriter } from "../../../src/search/format/part-writer.ts";
import { readSet, writeSet } from "../../../src/search/format/set-format.ts";
import { type PositionSet, setOfWords } from "../../../src/search/sets/position-set.ts";
import {
  addTo,
  hasPosition,
  intersect,
  positionsOf,
  subtract,
  union,
  wordsOf,
} from "../../../src/search/sets/set-algebra.ts";
import { anySet, position } from "./set-arbitraries.ts";

const RUNS = { numRuns: 300 };

/** The set has these positions, says how many, and is of a form that a part can hold. */
function expectSet(set: PositionSet, positions: readonly number[]): void {
  expect(set.count).toBe(positions.length);
  // As texts: comparing arrays of 65,536 numbers one by one takes a hundred times as long.
  expect(positionsOf(set).join()).toBe(positions.join());
}

test("intersect and subtract are what they are on plain arrays", () => {
  fc.assert(
    fc.property(anySet, anySet, (left, right) => {
      const taken = new Set(right.positions);
      expectSet(
        intersect(left.set, right.set),
        left.positions.filter((at) => taken.has(at)),
      );
      expectSet(
        subtract(left.set, right.set),
        left.positions.filter((at) => !taken.has(at)),
      );
    }),
    RUNS,
  );
});

test("union of any number of sets, of which none is changed", () => {
  fc.assert(
    fc.property(fc.array(anySet, { maxLength: 5 }), (given) => {
      const all = [...new Set(given.flatMap(({ positions }) => positions))].toSorted(
        (left, right) => left - right,
      );
      expectSet(union(given.map(({ set }) => set)), all);
      for (const { set, positions } of given) expectSet(set, positions);
    }),
    { numRuns: 120 },
  );
});

test("membership", () => {
  fc.assert(
    fc.property(anySet, fc.array(position, { minLength: 1, maxLength: 20 }), ({ set, positions }, wanted) => {
      const held = new Set(positions);
      for (const at of [...wanted, ...positions.slice(0, 3)]) expect(hasPosition(set, at)).toBe(held.has(at));
    }),
    RUNS,
  );
});

test("words, and adding to words", () => {
  fc.assert(
    fc.property(anySet, anySet, (left, right) => {
      const words = wordsOf(left.set);
      expectSet(setOfWords(words.slice()), left.positions);
      addTo(words, right.set);
      const all = new Set([...left.positions, ...right.positions]);
      expectSet(
        setOfWords(words),
        [...all].toSorted((one, other) => one - other),
      );
      expectSet(left.set, left.positions);
    }),
    { numRuns: 120 },
  );
});

test("what is written is read, one set after the other", () => {
  fc.assert(
    fc.property(fc.array(anySet, { minLength: 1, maxLength: 4 }), (given) => {
      const writer = new PartWriter();
      for (const { set } of given) writeSet(writer, set);
      const reader = new PartReader(writer.finish());
      for (const { positions } of given) expectSet(readSet(reader), positions);
    }),
    { numRuns: 120 },
  );
});
