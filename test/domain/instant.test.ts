import { expect, test } from "bun:test";
import fc from "fast-check";
import { formatInstant, parseInstant } from "../../src/domain/instant.ts";

const NOON = Date.parse("2026-01-31T12:00:00.000Z");

test.each([
  ["2026-01-31T12:00:00.000Z", NOON],
  ["2026-01-31T12:00:00Z", NOON],
  ["2026-01-31T12:00Z", NOON],
  ["2026-01-31t12:00:00z", NOON],
  ["2026-01-31T12:00:00", NOON],
  ["2026-01-31T13:00:00+01:00", NOON],
  ["2026-01-31T13:00:00+0100", NOON],
  ["2026-01-31T13:00:00+01", NOON],
  ["2026-01-31T06:30:00-05:30", NOON],
  ["2026-01-31T12:00:00-00:00", NOON],
  ["2026-02-01T02:00:00+14:00", NOON],
  ["2026-01-31T12:00:00.5Z", NOON + 500],
  ["2026-01-31T12:00:00,25Z", NOON + 250],
  ["2026-01-31T12:00:00.123456789012Z", NOON + 123],
  ["2026-01-31T12:00:00.9999999Z", NOON + 999],
  ["2026-01-31", Date.parse("2026-01-31T00:00:00Z")],
  ["2024-02-29", Date.parse("2024-02-29T00:00:00Z")],
  ["0001-01-01T00:00:00Z", Date.parse("0001-01-01T00:00:00Z")],
  ["1969-12-31T23:59:59.999Z", -1],
])("%s is read", (text, expected) => expect(parseInstant(text)).toBe(expected));

test.each([
  "",
  "yesterday",
  "2026",
  "2026-01",
  "2026-1-31",
  "2026-02-29",
  "1900-02-29",
  "2026-13-01",
  "2026-00-10",
  "2026-01-00",
  "2026-04-31",
  "2026-01-31T24:00:00Z",
  "2026-01-31T12:60:00Z",
  "2026-01-31T12:00:60Z",
  "2026-01-31T12",
  "2026-01-31 12:00:00Z",
  "2026-01-31T12:00:00+24:00",
  "2026-01-31T12:00:00+01:60",
  "2026-01-31T12:00:00.Z",
  "2026-01-31Z",
  "2026-01-31T12:00:00Z ",
  "20260131T120000Z",
  "1769860800000",
])("%p is not a timestamp", (text) => expect(parseInstant(text)).toBeNull());

test("what is written is read back, in any offset", () => {
  fc.assert(
    fc.property(
      fc.date({
        min: new Date("0000-01-03T00:00:00Z"),
        max: new Date("9999-12-28T00:00:00Z"),
        noInvalidDate: true,
      }),
      fc.integer({ min: -14 * 60, max: 14 * 60 }),
      (date, offset) => {
        expect(parseInstant(formatInstant(date.getTime()))).toBe(date.getTime());
        const shifted = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, -1);
        const [hour, minute] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
        const written = `${offset < 0 ? "-" : "+"}${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
        expect(parseInstant(shifted + written)).toBe(date.getTime());
      },
    ),
  );
});
