import { expect, test } from "bun:test";
import { leapOf } from "../../src/retention/clock-leap.ts";

const DAY = 86_400_000;
const NOW = 1000 * DAY;

test.each([
  ["the first run", null, null],
  ["a night after the last one", { endedAt: NOW - DAY, resumesAt: null }, null],
  ["a week after the last one", { endedAt: NOW - 7 * DAY, resumesAt: null }, null],
  ["ten years after the last one", { endedAt: NOW - 3650 * DAY, resumesAt: null }, NOW + DAY],
  ["set back since", { endedAt: NOW + 100 * DAY, resumesAt: null }, null],
  ["an hour after a leap was seen", { endedAt: NOW - DAY / 24, resumesAt: NOW + DAY / 2 }, NOW + DAY / 2],
  ["a day after a leap was seen", { endedAt: NOW - DAY, resumesAt: NOW }, null],
  ["set back after a leap was seen", { endedAt: NOW + 90 * DAY, resumesAt: NOW + 91 * DAY }, NOW + DAY],
  ["a second leap", { endedAt: NOW - 90 * DAY, resumesAt: NOW - 89 * DAY }, NOW + DAY],
])("%s", (_, last, expected) => {
  expect(leapOf(last, NOW)).toBe(expected);
});
