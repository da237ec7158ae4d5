import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { RANGE_OPERATORS } from "../../../src/domain/tag-query.ts";
import { valueRange } from "../../../src/domain/value-range.ts";
import { isInRange } from "../../../src/search/postgres/range-sql.ts";
import { testDatabase, type TestDatabase } from "../../postgres/test-database.ts";
import { tagValue } from "../arbitraries.ts";

let tested: TestDatabase;
beforeAll(async () => {
  tested = await testDatabase();
});
afterAll(() => tested?.[Symbol.asyncDispose]());

const two = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((number) => String(number).padStart(2, "0"));

/** Timestamps, now and then of a day, an hour or a minute that there is not. */
const moment = fc
  .record({
    year: fc.oneof(fc.constantFrom("0000", "0001", "1900", "2000", "2024", "9999"), two(1000, 9999)),
    month: two(0, 13),
    day: fc.oneof(two(0, 32), two(28, 31)),
    time: fc.option(
      fc.record({
        hour: two(0, 24),
        minute: two(0, 60),
        second: fc.option(
          fc.record({
            whole: two(0, 60),
            fraction: fc.constantFrom("", ".", ".1", ",0019", ".999999", ".12"),
          }),
        ),
        zone: fc.oneof(
          fc.constantFrom("", "Z", "z", "+24:00", "-00:60", "+1", "+00:0"),
          fc
            .tuple(fc.constantFrom("+", "-"), two(0, 23), fc.constantFrom("", ":00", "30", ":59"))
            .map((parts) => parts.join("")),
        ),
        separator: fc.constantFrom("T", "t", " "),
      }),
    ),
  })
  .map(({ year, month, day, time }) => {
    const date = `${year}-${month}-${day}`;
    if (time === null) return date;
    const { hour, minute, second, zone, separator } = time;
    const seconds = second === null ? "" : `:${second.whole}${second.fraction}`;
    return `${date}${separator}${hour}:${minute}${seconds}${zone}`;
  });

const digits = fc.string({ unit: fc.constantFrom(..."00019"), maxLength: 40 });
const number = fc
  .tuple(fc.constantFrom("", "+", "-"), digits, fc.constantFrom("", "."), digits)
  .map((parts) => parts.join(""));
const value = fc.oneof(moment, number, tagValue);

test("a value is in a range exactly when it is by the domain's word", async () => {
  const wanted = fc.oneof(moment, number).filter((text) => valueRange("gt", text) !== null);
  const cases = fc.sample(
    fc.tuple(fc.array(value, { minLength: 20, maxLength: 20 }), fc.constantFrom(...RANGE_OPERATORS), wanted),
    {
      numRuns: 400,
      seed: 18,
    },
  );
  let held = 0;
  for (const [values, op, bound] of cases) {
    const inRange = valueRange(op, bound);
    // The bound itself, and what is one millisecond or one unit from it, is where they would differ first.
    const all = [...values, bound, `${bound}0`, `0${bound}`];
    const rows = sql.join(
      all.map((text, index) => sql`(${index}::int, ${text}::text)`),
      sql`, `,
    );
    const found = await tested.database.all<{ index: number }>(
      sql`SELECT index FROM (VALUES ${rows}) AS given (index, text) WHERE ${isInRange(sql`text`, op, bound)} ORDER BY index`,
    );
    const expected = all.flatMap((text, index) => {
      const bytes = Buffer.from(text);
      return inRange?.(bytes, 0, bytes.length) === true ? [index] : [];
    });
    expect(found.map(({ index }) => index)).toEqual(expected);
    held += expected.length;
  }
  expect(held).toBeGreaterThan(cases.length);
}, 60_000);
