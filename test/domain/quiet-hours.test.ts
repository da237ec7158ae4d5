import { expect, test } from "bun:test";
import { isQuietHours, quietUntil } from "../../src/domain/quiet-hours.ts";

const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).getTime();

test.each([
  ["22:00-07:00", 21, null],
  ["22:00-07:00", 22, at(11, 7)],
  ["22:00-07:00", 3, at(10, 7)],
  ["22:00-07:00", 7, null],
  ["12:30-13:00", 12, null],
  ["12:00-13:00", 12, at(10, 13)],
  ["00:00-06:00", 0, at(10, 6)],
  [null, 3, null],
])("%s at %d o'clock", (hours, hour, expected) => {
  expect(quietUntil(hours, at(10, hour))).toBe(expected);
});

test.each([
  ["22:00-07:00", true],
  ["22:00-22:00", false],
  ["24:00-07:00", false],
  ["22-7", false],
  ["", false],
])("%s: %s", (text, expected) => {
  expect(isQuietHours(text)).toBe(expected);
});
