import { expect, test } from "bun:test";
import { RecentTimes } from "../../src/operations/recent-times.ts";

const MINUTE = 60_000;

test("quantiles are right to a tenth, from microseconds to minutes", () => {
  for (const unit of [0.05, 1, 300]) {
    const times = new RecentTimes();
    for (let count = 1; count <= 1000; count++) times.note(count * unit, 0);
    for (const part of [0.5, 0.9, 0.99]) {
      const ratio = (times.quantile(part, 0) ?? 0) / (part * unit);
      expect(ratio).toBeGreaterThan(0.9);
      expect(ratio).toBeLessThan(1.1);
    }
  }
});

test("what is beyond the buckets counts as the last or the first", () => {
  const times = new RecentTimes();
  for (const milliseconds of [0, 1e-9, 1e12]) times.note(milliseconds, 0);
  expect(times.quantile(0.5, 0)).toBeLessThan(0.00002);
  expect(times.quantile(0.99, 0)).toBeGreaterThan(900);
});

test("what was noted is forgotten after five to ten minutes", () => {
  const times = new RecentTimes();
  expect(times.quantile(0.5, 0)).toBeNull();
  times.note(1, MINUTE);
  times.note(1, 4 * MINUTE);
  times.note(1000, 7 * MINUTE);
  expect(times.quantile(0.5, 9 * MINUTE)).toBeLessThan(0.002);
  times.note(1000, 12.5 * MINUTE);
  expect(times.quantile(0.01, 12.5 * MINUTE)).toBeGreaterThan(0.9);
  expect(times.quantile(0.5, 60 * MINUTE)).toBeNull();
});
