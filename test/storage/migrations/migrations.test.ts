import { describe, expect, test } from "bun:test";
import { orderMigrations } from "../../../src/storage/migrations/migrations.ts";

const files = (...names: string[]) => new Map(names.map((name) => [name, `-- ${name}`]));

describe("migrations", () => {
  test("have the version and the name of their file, in order", () => {
    expect(orderMigrations(files("0002-more-things.sql", "0001-first.sql"))).toEqual([
      { version: 1, name: "first", statements: "-- 0001-first.sql" },
      { version: 2, name: "more things", statements: "-- 0002-more-things.sql" },
    ]);
  });

  test.each([
    ["a number is there twice", ["0001-first.sql", "0002-one.sql", "0002-other.sql"], "0002-other.sql"],
    ["a number is missing", ["0001-first.sql", "0003-third.sql"], "0003-third.sql"],
    ["the first is missing", ["0002-second.sql"], "0002-second.sql"],
    ["the number is too short", ["1-first.sql"], "1-first.sql"],
    ["there is no name", ["0001.sql"], "0001.sql"],
    ["there are capitals", ["0001-First.sql"], "0001-First.sql"],
  ])("are refused where %s", (_what, names, faulty) => {
    expect(() => orderMigrations(files(...names))).toThrow(`the migration ${faulty} should be`);
  });
});
