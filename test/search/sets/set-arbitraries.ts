import fc from "fast-check";
import {
  DENSE_WORDS,
  type PositionSet,
  rangeSet,
  setOfPositions,
  setOfWords,
} from "../../../src/search/sets/position-set.ts";

/** All positions there may be. */
export const ALL = DENSE_WORDS * 32;

const edge = fc.constantFrom(0, 1, 31, 32, 33, 4095, 4096, 65_503, 65_504, 65_534, 65_535);
export const position = fc.oneof(edge, fc.integer({ min: 0, max: ALL - 1 }));

/** Positions of some density, sorted: some are few, some more than fit in a sparse set. */
const positions = fc.oneof(
  fc.uniqueArray(position, { maxLength: 40 }),
  fc.uniqueArray(fc.integer({ min: 0, max: 200 }), { maxLength: 120 }),
  fc
    .record({
      from: position,
      step: fc.constantFrom(1, 2, 7, 12, 33),
      count: fc.integer({ min: 1, max: 20_000 }),
    })
    .map(({ from, step, count }) =>
      Array.from({ length: count }, (_, index) => from + index * step).filter((at) => at < ALL),
    ),
);

/** A set, and the same as a plain array. */
export interface GivenSet {
  readonly set: PositionSet;
  readonly positions: readonly number[];
}

/** A set in any of its forms, also in those that would not be chosen for it. */
export const anySet: fc.Arbitrary<GivenSet> = fc.oneof(
  fc.tuple(position, position).map(([one, other]) => {
    const [from, to] = [Math.min(one, other), Math.max(one, other) + 1];
    return {
      set: rangeSet(from, to),
      positions: Array.from({ length: to - from }, (_, index) => from + index),
    };
  }),
  positions.map((given) => {
    const sorted = given.toSorted((left, right) => left - right);
    return { set: setOfPositions(Uint16Array.from(sorted)), positions: sorted };
  }),
  positions.map((given) => {
    const words = new Uint32Array(DENSE_WORDS);
    for (const at of given) words[at >>> 5] = (words[at >>> 5] as number) | (1 << (at & 31));
    return { set: setOfWords(words), positions: given.toSorted((left, right) => left - right) };
  }),
  fc.constant({ set: rangeSet(0, ALL), positions: Array.from({ length: ALL }, (_, index) => index) }),
  fc.constant({ set: rangeSet(5, 5), positions: [] }),
);
