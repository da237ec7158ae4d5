import { expect, test } from "bun:test";
import { planCatalogue, type PlannedCatalogue } from "../../../src/search/indexer/catalogue-plan.ts";
import type { SegmentRow } from "../../../src/search/segment/segment-row.ts";

const SIZES = [8, 4, 2];

/** Segments of ten prints with these ids. */
const segments = (...ids: readonly number[]): SegmentRow[] =>
  ids.map((id, index) => ({
    id,
    version: 1,
    firstOrdinal: index * 10,
    printCount: 10,
    throughChange: 0,
    throughRemoval: 0,
  }));

/** A catalogue of some segments, the first one of which is the `first`-th. */
const of = (first: number, ...ids: readonly number[]): PlannedCatalogue => ({
  firstOrdinal: first * 10,
  printCount: ids.length * 10,
  segmentIds: new Set(ids),
});

const damaged = (first: number, count: number): PlannedCatalogue => ({
  ...of(first, ...Array.from({ length: count }, () => 0)),
  segmentIds: new Set(),
});

test.each<[string, SegmentRow[], PlannedCatalogue[], number[] | null]>([
  ["nothing of nothing", [], [], null],
  ["nothing of one segment", segments(1), [], null],
  ["the smallest group", segments(1, 2, 3), [], [1, 2]],
  ["the next group", segments(1, 2, 3, 4, 5, 6), [of(0, 1, 2, 3, 4)], [5, 6]],
  ["a larger one in the place of two", segments(1, 2, 3, 4), [of(0, 1, 2), of(2, 3, 4)], [1, 2, 3, 4]],
  ["the largest at once", segments(1, 2, 3, 4, 5, 6, 7, 8, 9), [], [1, 2, 3, 4, 5, 6, 7, 8]],
  [
    "nothing where all is there",
    segments(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
    [of(0, 1, 2, 3, 4, 5, 6, 7, 8), of(8, 9, 10)],
    null,
  ],
  ["nothing for one of four that is another", segments(1, 2, 3, 9), [of(0, 1, 2, 3, 4)], null],
  ["those of which two of four are others", segments(1, 2, 8, 9), [of(0, 1, 2, 3, 4)], [1, 2, 8, 9]],
  ["those of a damaged one", segments(1, 2, 3), [damaged(0, 2)], [1, 2]],
  ["those of one of other prints", segments(1, 2, 3, 4), [of(1, 1, 2, 3, 4)], [1, 2, 3, 4]],
])("a catalogue is made of %s", (_, rows, catalogues, expected) => {
  expect(planCatalogue(rows, catalogues, SIZES)?.map(({ id }) => id) ?? null).toEqual(expected);
});
