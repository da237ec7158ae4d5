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
  ["nothing of one behind it", segments(1, 2, 3), [of(0, 1, 2)], null],
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

test.each<[string, number, PlannedCatalogue[], number[] | null]>([
  ["the first two", 2, [], [1, 2]],
  ["these and a third", 3, [of(0, 1, 2)], [1, 2, 3]],
  ["a whole group in their place", 4, [of(0, 1, 2, 3)], [1, 2, 3, 4]],
  ["nothing of one behind a group", 5, [of(0, 1, 2, 3, 4)], null],
  ["two behind it", 6, [of(0, 1, 2, 3, 4)], [5, 6]],
  ["nothing where all is there", 7, [of(0, 1, 2, 3, 4), of(4, 5, 6, 7)], null],
  ["one larger group of all", 8, [of(0, 1, 2, 3, 4), of(4, 5, 6, 7)], [1, 2, 3, 4, 5, 6, 7, 8]],
])("where groups are large a catalogue is made of %s", (_, count, catalogues, expected) => {
  const ids = Array.from({ length: count }, (_segment, index) => index + 1);
  const planned = planCatalogue(segments(...ids), catalogues, [8, 4]);
  expect(planned?.map(({ id }) => id) ?? null).toEqual(expected);
});
