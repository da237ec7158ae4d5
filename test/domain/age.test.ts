import { expect, test } from "bun:test";
import { type Age, momentBefore, readAge } from "../../src/domain/age.ts";

const DAY = 86_400_000;

test.each([
  ["2y", { months: 24, milliseconds: 0 }],
  ["18mo", { months: 18, milliseconds: 0 }],
  ["6 w", { months: 0, milliseconds: 42 * DAY }],
  ["90D", { months: 0, milliseconds: 90 * DAY }],
  ["36h", { months: 0, milliseconds: 1.5 * DAY }],
  ["5min", { months: 0, milliseconds: 300_000 }],
  ["8y from year end", { months: 96, milliseconds: 0, isFromYearEnd: true }],
  [" 7Y  From Year End ", { months: 84, milliseconds: 0, isFromYearEnd: true }],
  ["from year end", null],
  ["8y from year", null],
  ["30", null],
  ["2m", null],
  ["2M", null],
  ["0d", null],
  ["-1d", null],
  ["1.5y", null],
  ["2 years", null],
  ["y", null],
  ["", null],
])("the age %j is %p", (text, age) => {
  expect<Age | null>(readAge(text)).toEqual(age);
});

test.each([
  ["2026-11-22T03:00:00.000Z", "2y", "2024-11-22T03:00:00.000Z"],
  ["2026-01-31T00:00:00.000Z", "2mo", "2025-11-30T00:00:00.000Z"],
  ["2024-02-29T12:00:00.000Z", "1y", "2023-02-28T12:00:00.000Z"],
  ["2024-03-31T12:00:00.000Z", "1mo", "2024-02-29T12:00:00.000Z"],
  ["2026-01-15T00:00:00.000Z", "1mo", "2025-12-15T00:00:00.000Z"],
  ["2026-11-22T03:00:00.000Z", "1w", "2026-11-15T03:00:00.000Z"],
  // A receipt of 2018 goes eight years after the end of 2018, not before, wherever on earth it was printed.
  ["2026-12-31T23:59:59.999Z", "8y from year end", "2017-12-31T10:00:00.000Z"],
  ["2027-01-01T00:00:00.000Z", "8y from year end", "2018-12-31T10:00:00.000Z"],
  ["2028-02-29T00:00:00.000Z", "1y from year end", "2026-12-31T10:00:00.000Z"],
])("what is at %s older than %s is from before %s", (now, text, expected) => {
  const age = readAge(text);
  if (age === null) throw new Error(`${text} is no age`);
  expect(new Date(momentBefore(Date.parse(now), age)).toISOString()).toBe(expected);
});

test("nothing is as old as no date can be", () => {
  expect(momentBefore(0, { months: 12 * 99_999 * 9, milliseconds: 0 })).toBe(Number.NEGATIVE_INFINITY);
});
