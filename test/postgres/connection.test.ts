import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { jsonbOf } from "../../src/storage/postgres/text-escape.ts";
import { describeEngines } from "./engines.ts";
import { testDatabase, type TestDatabase } from "./test-database.ts";

describeEngines("the connection", (engine) => {
  let tested: TestDatabase;
  beforeAll(async () => {
    tested = await testDatabase(engine);
  });
  afterAll(() => tested?.[Symbol.asyncDispose]());

  test("numbers are numbers, bytes are bytes, and texts may have any character", async () => {
    const text = "a\0b\ufdd0\ufdd1\ufdd2ü😀";
    const row = await tested.database.first(
      sql`SELECT ${2 ** 52}::bigint AS big, ${text}::text AS text, ${new Uint8Array([0, 255])}::bytea AS bytes, count(*) AS n`,
    );
    expect(row).toEqual({ big: 2 ** 52, text, bytes: Buffer.from([0, 255]), n: 1 });
  });

  test("tags are found by values with any character", async () => {
    const value = 'x\0\ufdd1"\\';
    const found = sql`SELECT ${jsonbOf([["k\0", value]])}::text::jsonb ->> ${"k\0"} AS value`;
    expect(await tested.database.first<{ value: string }>(found)).toEqual({ value });
  });

  test("a transaction that failed wrote nothing; one that meets another is done again", async () => {
    const { database } = tested;
    const add = (id: number, slug: string) =>
      sql`INSERT INTO workspace (id, slug, slug_key, settings, created_at) VALUES (${id}, ${slug}, ${slug}, '{}', 0)`;
    const failing = database.write(0, async (transaction) => {
      await transaction.run(add(7, "seven"));
      throw new Error("not this time");
    });
    expect(failing).rejects.toThrow("not this time");
    await failing.catch(() => {});
    expect(await database.all(sql`SELECT id FROM workspace`)).toEqual([]);
    await database.write(0, (transaction) => transaction.run(add(7, "seven")));
    expect(await database.all(sql`SELECT id, slug FROM workspace`)).toEqual([{ id: 7, slug: "seven" }]);
  });
});
