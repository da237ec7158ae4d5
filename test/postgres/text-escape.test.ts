import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { SeededRandom } from "../../scripts/faults/random.ts";
import { escapeText, jsonbOf, unescapeText } from "../../src/storage/postgres/text-escape.ts";
import { describeEngines } from "./engines.ts";
import { testDatabase } from "./test-database.ts";

/** What is written otherwise, what it is written with, and some that have nothing to do with it. */
const LETTERS = [
  "\0",
  "\ufdd0",
  "\ufdd1",
  "\ufdd2",
  "\ufdd3",
  "a",
  "b",
  "%",
  "_",
  "\\",
  '"',
  "ü",
  "\u0308",
  "😀",
];

const PAIRS = 20_000;
const ROWS_PER_STATEMENT = 1000;

/** Texts, each with what is sought in it: half of that is a part of the text. */
function pairs(): readonly (readonly [string, string])[] {
  const random = new SeededRandom(Number(process.env["TILLROLL_TEST_SEED"]));
  const letters = (most: number) =>
    Array.from({ length: random.integer(0, most) }, () => random.pick(LETTERS) ?? "");
  return Array.from({ length: PAIRS }, () => {
    const text = letters(12);
    const from = random.integer(0, text.length);
    const part = random.happens(0.5) ? text.slice(from, from + random.integer(0, 4)) : letters(3);
    return [text.join(""), part.join("")] as const;
  });
}

test("a part is in a text exactly where it is when both are escaped", () => {
  let contained = 0;
  for (const [text, part] of pairs()) {
    const isContained = text.includes(part);
    if (isContained && part !== "") contained++;
    expect(escapeText(text).includes(escapeText(part))).toBe(isContained);
    expect(unescapeText(escapeText(text))).toBe(text);
    expect(escapeText(text)).not.toContain("\0");
  }
  expect(contained).toBeGreaterThan(PAIRS / 5);
  expect(contained).toBeLessThan((PAIRS * 4) / 5);
});

test("what has none of the letters stays as it is", () => {
  for (const text of ["", "Küche", "\ufdd3", "😀", "\ud800"]) expect(escapeText(text)).toBe(text);
});

describeEngines("escaped texts", (engine) => {
  test("come back, and are found by parts, by LIKE and in jsonb", async () => {
    await using tested = await testDatabase(engine);
    const all = pairs();
    for (let begin = 0; begin < all.length; begin += ROWS_PER_STATEMENT) {
      const some = all.slice(begin, begin + ROWS_PER_STATEMENT);
      const values = some.map(
        ([text, part], row) =>
          sql`(${row}::bigint, ${text}::text, ${part}::text, ${jsonbOf([[part, text]])}::text::jsonb)`,
      );
      const rows = await tested.database.all(sql`
        SELECT text, json ->> part AS value, (strpos(text, part) > 0)::int AS strpos,
          (text LIKE '%' || regexp_replace(part, '([%_\\\\])', '\\\\\\1', 'g') || '%')::int AS liked,
          (json @> jsonb_build_object(part, text))::int AS held
        FROM (VALUES ${sql.join(values, sql`, `)}) AS given (row, text, part, json) ORDER BY row`);
      const expected = some.map(([text, part]) => {
        const isContained = Number(text.includes(part));
        return { text, value: text, strpos: isContained, liked: isContained, held: 1 };
      });
      expect(rows).toEqual(expected);
    }
  });
});
