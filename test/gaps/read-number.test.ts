import { describe, expect, test } from "bun:test";
import { DayClock } from "../../src/gaps/day-clock.ts";
import { isPattern, numberReader } from "../../src/gaps/read-number.ts";

describe("numbers without a pattern: the last digits", () => {
  test.each([
    ["7", 7, "", "", 0],
    ["0007", 7, "", "", 4],
    ["R-0012", 12, "R-", "", 4],
    ["2026-000417/A", 417, "2026-", "/A", 6],
    ["Order 12 of 3", 3, "Order 12 of ", "", 0],
    ["0", 0, "", "", 1],
    ["№ 15 ♥", 15, "№ ", " ♥", 0],
    ["999999999999999", 999_999_999_999_999, "", "", 0],
  ])("%p", (value, number, prefix, suffix, width) => {
    expect(numberReader(null)(value)).toEqual({ number, prefix, suffix, width });
  });

  test.each(["", "none", "R-", "1000000000000000", "٣"])("%p has none", (value) => {
    expect(numberReader(null)(value)).toBeNull();
  });
});

describe("numbers by a pattern", () => {
  test.each([
    ["R-#", "R-15", 15],
    ["R-#", "r-0015", 15],
    ["R-#", "X-15", null],
    ["R-#", "R-15a", null],
    ["#/*", "15/till 2", 15],
    ["*-#", "till-2-15", 15],
    ["*#*", "till 2 no. 15", 2],
    ["(a.b)#", "(a.b)3", 3],
    ["(a.b)#", "(axb)3", null],
    ["#", "12", 12],
    ["*#", "A0012", 12],
  ])("%p of %p is %p", (pattern, value, number) => {
    expect(numberReader(pattern)(value)?.number ?? null).toBe(number);
  });

  test("what stands for anything is no part of a series", () => {
    expect(numberReader("*-#/A")("x-7/A")).toEqual({ number: 7, prefix: "-", suffix: "/A", width: 0 });
  });

  test.each(["", "R-", "##", "#-#", "**#", "#*x*"])("%p is no pattern", (pattern) => {
    expect(isPattern(pattern)).toBe(false);
  });

  test("a hostile pattern and value take no time", () => {
    const read = numberReader(`*${"1".repeat(40)}#${"1".repeat(40)}*`);
    const begun = process.threadCpuUsage().user;
    for (let times = 0; times < 100; times++) read("1".repeat(200) + "x");
    expect((process.threadCpuUsage().user - begun) / 1000).toBeLessThan(2000);
  });
});

describe("days", () => {
  const at = (text: string) => Date.parse(text);

  test.each([
    ["Europe/Vienna", "00:00", "2026-01-31T22:59:59.999Z", "2026-01-31"],
    ["Europe/Vienna", "00:00", "2026-01-31T23:00:00.000Z", "2026-02-01"],
    ["Europe/Vienna", "04:00", "2026-02-01T02:59:59.999Z", "2026-01-31"],
    ["Europe/Vienna", "04:00", "2026-02-01T03:00:00.000Z", "2026-02-01"],
    // 29 March 2026 has 23 hours there, and no half past two.
    ["Europe/Vienna", "02:30", "2026-03-29T01:00:00.000Z", "2026-03-28"],
    ["Europe/Vienna", "02:30", "2026-03-29T01:30:00.000Z", "2026-03-29"],
    ["Europe/Vienna", "00:00", "2026-03-29T22:00:00.000Z", "2026-03-30"],
    ["America/New_York", "00:00", "2026-01-01T04:59:00.000Z", "2025-12-31"],
    ["+05:30", "00:00", "2026-01-01T18:30:00.000Z", "2026-01-02"],
  ])("of %s from %s: %s is in %s", (zone, begins, moment, day) => {
    expect(new DayClock(zone, begins).dayOf(at(moment))).toBe(day);
  });

  test("are the same whatever was asked before", () => {
    const clock = new DayClock("Europe/Vienna", "03:00");
    const moments = [0, 90_000_000, 1_000, 86_400_000 * 100, 86_400_000 * 88, 5];
    for (const moment of moments)
      expect(clock.dayOf(moment)).toBe(new DayClock("Europe/Vienna", "03:00").dayOf(moment));
  });
});
