import { expect, test } from "bun:test";
import type { TimeInterval } from "../../src/domain/facets-query.ts";
import { eachStart } from "../../src/search/facets/time-buckets.ts";

const CASES: [string, TimeInterval, string, string, string, string[]][] = [
  [
    "an hour that comes twice",
    "hour",
    "Europe/Vienna",
    "2026-10-25T00:30Z",
    "2026-10-25T02:10Z",
    ["2026-10-25T02:00:00.000+02:00", "2026-10-25T02:00:00.000+01:00", "2026-10-25T03:00:00.000+01:00"],
  ],
  [
    "an hour that is left out",
    "hour",
    "Europe/Vienna",
    "2026-03-29T00:59Z",
    "2026-03-29T01:00Z",
    ["2026-03-29T01:00:00.000+01:00", "2026-03-29T03:00:00.000+02:00"],
  ],
  [
    "half an hour that comes twice makes a longer hour",
    "hour",
    "Australia/Lord_Howe",
    "2026-04-04T14:59Z",
    "2026-04-04T15:30Z",
    ["2026-04-05T01:00:00.000+11:00", "2026-04-05T02:00:00.000+10:30"],
  ],
  [
    "hours of an offset with a half",
    "hour",
    "+05:30",
    "2026-01-01T00:00Z",
    "2026-01-01T00:30Z",
    ["2026-01-01T05:00:00.000+05:30", "2026-01-01T06:00:00.000+05:30"],
  ],
  [
    "days of 23 and 24 hours",
    "day",
    "Europe/Vienna",
    "2026-03-29T12:00Z",
    "2026-03-30T22:00Z",
    ["2026-03-29T00:00:00.000+01:00", "2026-03-30T00:00:00.000+02:00", "2026-03-31T00:00:00.000+02:00"],
  ],
  [
    "a day without a midnight",
    "day",
    "America/Sao_Paulo",
    "2017-10-15T02:59Z",
    "2017-10-15T03:00Z",
    ["2017-10-14T00:00:00.000-03:00", "2017-10-15T01:00:00.000-02:00"],
  ],
  [
    "a day that an island left out",
    "day",
    "Pacific/Apia",
    "2011-12-30T09:59Z",
    "2011-12-30T10:00Z",
    ["2011-12-29T00:00:00.000-10:00", "2011-12-31T00:00:00.000+14:00"],
  ],
  [
    "months",
    "month",
    "UTC",
    "2024-01-31T23:59:59.999Z",
    "2024-03-01",
    ["2024-01-01T00:00:00.000Z", "2024-02-01T00:00:00.000Z", "2024-03-01T00:00:00.000Z"],
  ],
  [
    "an offset with seconds is written as UTC",
    "day",
    "Africa/Monrovia",
    "1970-01-01T00:44:30Z",
    "1970-01-01T01:00Z",
    ["1970-01-01T00:44:30.000Z"],
  ],
];

test.each(CASES)("%s", (_name, interval, timeZone, first, last, expected) => {
  const starts = [...eachStart({ interval, timeZone }, Date.parse(first), Date.parse(last))];
  expect(starts.map(({ from }) => from)).toEqual(expected);
  expect(starts.map(({ start }) => start)).toEqual(expected.map((from) => Date.parse(from)));
});

test.each(["hour", "day"] as const)("at most 10,000 of an interval of one %s", (interval) => {
  const length = interval === "hour" ? 3_600_000 : 86_400_000;
  const count = (last: number) => [...eachStart({ interval, timeZone: "UTC" }, 0, last)].length;
  expect(count(10_000 * length - 1)).toBe(10_000);
  expect(() => count(10_000 * length)).toThrow("a larger interval");
});
