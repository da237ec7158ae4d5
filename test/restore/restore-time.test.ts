import { describe, expect, test } from "bun:test";
import { readPastTime } from "../../src/restore/restore-time.ts";

/** A Sunday at noon, by the clock on the wall of whatever machine this is. */
const NOW = new Date(2026, 10, 22, 12, 0).getTime();

const local = (year: number, month: number, ...rest: number[]) =>
  new Date(year, month, ...(rest as [number])).getTime();

describe("a time is read as people write it", () => {
  test.each([
    ["2026-11-21 18:00", local(2026, 10, 21, 18)],
    ["2026-11-21T18:00:30", local(2026, 10, 21, 18, 0, 30)],
    ["2026-11-21", local(2026, 10, 21, 23, 59, 59, 999)],
    ["2026-11-22", NOW],
    ["yesterday 18:00", local(2026, 10, 21, 18)],
    ["Yesterday", local(2026, 10, 21, 23, 59, 59, 999)],
    [" today 9:30 ", local(2026, 10, 22, 9, 30)],
    ["11:59", local(2026, 10, 22, 11, 59)],
    ["12:01", local(2026, 10, 21, 12, 1)],
    ["2026-11-21T18:00:00Z", Date.UTC(2026, 10, 21, 18)],
    ["2026-11-21 18:00:00.250Z", Date.UTC(2026, 10, 21, 18, 0, 0, 250)],
    ["2026-11-21T18:00+02:00", Date.UTC(2026, 10, 21, 16)],
  ])("%p", (text, expected) => {
    expect(readPastTime(text, NOW)).toBe(expected);
  });

  test.each([
    "",
    "soon",
    "2026-02-30",
    "2026-13-01 10:00",
    "24:00",
    "yesterday 10:60",
    "2026-11-21 18",
    "18",
  ])("%p is none", (text) => {
    expect(readPastTime(text, NOW)).toBe(null);
  });
});
