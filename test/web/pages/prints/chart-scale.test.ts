import { expect, test } from "bun:test";
import {
  barsOf,
  betterInterval,
  type Interval,
  intervalFor,
  topOf,
} from "../../../../src/web/browser/pages/prints/facets/chart-scale.ts";

const NOW = Date.parse("2026-11-22T12:00:00Z");

test.each<[from: string | undefined, to: string | undefined, interval: Interval]>([
  [undefined, undefined, "day"],
  [undefined, "2026-11-22T00:00:00Z", "day"],
  ["2026-11-22T00:00:00Z", undefined, "hour"],
  ["2026-11-20T00:00:00Z", "2026-11-22T23:59:59Z", "hour"],
  ["2026-11-01T00:00:00Z", "2026-11-22T23:59:59Z", "day"],
  ["2020-01-01T00:00:00Z", undefined, "month"],
])("from %p to %p is counted by the %s", (from, to, interval) => {
  const bounds = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  expect(intervalFor(bounds, NOW)).toBe(interval);
});

test.each<[interval: Interval, buckets: number, better: Interval]>([
  ["day", 1, "hour"],
  ["day", 30, "day"],
  ["day", 2000, "month"],
  ["hour", 1, "hour"],
  ["month", 1, "month"],
])("of %ss there are %d: by the %s", (interval, buckets, better) => {
  expect(betterInterval(interval, buckets)).toBe(better);
});

test("bars go from one beginning to the next, and show a sum where there is one", () => {
  const bars = barsOf({
    interval: "day",
    timeZone: "Europe/Vienna",
    buckets: [
      // The night on which clocks go forward has 23 hours.
      { from: "2026-03-29T00:00:00.000+01:00", count: 2, sum: "12.5" },
      { from: "2026-03-30T00:00:00.000+02:00", count: 1, sum: "-3" },
    ],
  });
  expect(bars.map(({ from, end, count, sum }) => [(end - from) / 3_600_000, count, sum])).toEqual([
    [23, 2, 12.5],
    [24, 1, -3],
  ]);
});

test.each([
  [[], 1],
  [[0.5], 1],
  [[3, 1], 5],
  [[10], 10],
  [[11], 20],
  [[990_228], 1_000_000],
])("the axis of %j ends at %d", (counts, top) => {
  expect(topOf(counts.map((count) => ({ from: 0, end: 1, count, sum: null })))).toBe(top);
});
