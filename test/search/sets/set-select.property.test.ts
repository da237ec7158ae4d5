import { expect, test } from "bun:test";
import fc from "fast-check";
import { type DenseSet, setOfPositions } from "../../../src/search/sets/position-set.ts";
import { positionsOf, wordsOf } from "../../../src/search/sets/set-algebra.ts";
import {
  expandRanks,
  rankOf,
  ranksOfEach,
  selectEach,
  selectRanks,
} from "../../../src/search/sets/set-select.ts";
import { ALL, anySet, position } from "./set-arbitraries.ts";

const RUNS = { numRuns: 300 };

/** Some of the numbers below a bound, ascending. */
const someBelow = (bound: number) =>
  fc
    .uniqueArray(fc.nat(Math.max(bound - 1, 0)), { maxLength: Math.min(bound, 50) })
    .map((numbers) => (bound === 0 ? [] : numbers.toSorted((left, right) => left - right)));

test("rankOf counts what is below a position, also behind the last", () => {
  fc.assert(
    fc.property(anySet, fc.oneof(position, fc.constant(ALL)), ({ set, positions }, at) => {
      expect(rankOf(set, at)).toBe(positions.filter((other) => other < at).length);
    }),
    RUNS,
  );
});

test("selectRanks gives any range of ranks", () => {
  fc.assert(
    fc.property(
      anySet.chain((given) =>
        fc.tuple(fc.constant(given), fc.nat(given.positions.length), fc.nat(given.positions.length)),
      ),
      ([{ set, positions }, one, other]) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        expect(selectRanks(set, from, to).join()).toBe(positions.slice(from, to).join());
      },
    ),
    RUNS,
  );
});

test("selectEach and ranksOfEach are each other's reverse", () => {
  fc.assert(
    fc.property(
      anySet.chain((given) => fc.tuple(fc.constant(given), someBelow(given.positions.length))),
      ([{ set, positions }, ranks]) => {
        const selected = Uint16Array.from(ranks);
        selectEach(set, selected);
        expect([...selected]).toEqual(ranks.map((rank) => positions[rank] as number));
        const back = new Uint16Array(ranks.length);
        ranksOfEach(set, selected, back);
        expect([...back]).toEqual(ranks);
      },
    ),
    RUNS,
  );
});

test("expandRanks puts many ranks of a dense set in the place of their positions", () => {
  fc.assert(
    fc.property(
      anySet
        .filter(({ positions }) => positions.length > 0)
        .chain((given) => fc.tuple(fc.constant(given), fc.integer({ min: 1, max: 9 }))),
      ([{ set, positions }, oneIn]) => {
        const dense: DenseSet = { kind: "dense", count: set.count, words: wordsOf(set) };
        const ranks = Uint16Array.from(positions.keys()).filter((rank) => rank % oneIn === 0);
        const expanded = expandRanks(dense, ranks, ranks.length);
        expect(expanded.count).toBe(ranks.length);
        expect(positionsOf(expanded).join()).toBe(positions.filter((_, rank) => rank % oneIn === 0).join());
      },
    ),
    { numRuns: 120 },
  );
});

test("an empty set has no ranks", () => {
  const none = setOfPositions(new Uint16Array());
  expect([rankOf(none, 9), selectRanks(none, 0, 0).length]).toEqual([0, 0]);
});
