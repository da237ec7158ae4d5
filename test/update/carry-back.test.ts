import { Database } from "bun:sqlite";
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { migrate } from "../../src/storage/migrate.ts";
import { carryBack } from "../../src/update/carry-back.ts";
import { describeDatabase } from "../../scripts/release-database/description.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/* What is stored after a migration goes back into the database from before it. */

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));
const [kept, latest] = [join(folder, "kept.sqlite"), join(folder, "latest.sqlite")];

/** A database of the release 0.1.0 with something in every table, as it was and as it is after today's migrations. */
beforeEach(async () => {
  const packed = await Bun.file(
    join(import.meta.dir, "..", "storage", "releases", "0.1.0.sqlite.zst"),
  ).bytes();
  await Bun.write(kept, Bun.zstdDecompressSync(packed));
  copyFileSync(kept, latest);
  using database = new Database(latest);
  migrate(database);
});

function change(...statements: readonly string[]): void {
  using database = new Database(latest);
  database.run("PRAGMA foreign_keys = OFF");
  for (const statement of statements) database.run(statement);
}

function rows(sql: string, path = kept): unknown[] {
  using database = new Database(path, { readonly: true });
  return database.query(sql).all();
}

const NEW_PRINT = [
  "INSERT INTO print (id, workspace_id, ordinal, print_key, user_id, label, width, test_print, created_at, updated_at) " +
    "SELECT max(id) + 1, 1, 5000, 'carried', 1, 'new', 48, 0, 1, 1 FROM print",
  "INSERT INTO print_data SELECT max(id), x'ab', 1, 0, x'cd' FROM print",
];

describe("what is carried back", () => {
  test("nothing, where nothing was stored: the database is as it was, its index too", () => {
    const before = describeDatabase(kept);
    expect(carryBack(kept, latest)).toEqual({ prints: 0, rows: 0 });
    expect(describeDatabase(kept)).toEqual(before);
    expect(before.counts["index_segment"]).toBeGreaterThan(0);
  });

  test("new prints, with their bytes and with numbers that are not given again", () => {
    change(...NEW_PRINT, "UPDATE sqlite_sequence SET seq = 90000 WHERE name = 'delivery'");
    const { schema, prints } = describeDatabase(kept);
    expect(carryBack(kept, latest)).toEqual({ prints: 1, rows: 2 });
    const now = describeDatabase(kept);
    expect([now.schema, now.prints.length]).toEqual([schema, prints.length + 1]);
    expect(now.prints.at(-1)).toMatchObject({ label: "new", sha256: "ab" });
    expect(rows("SELECT seq FROM sqlite_sequence WHERE name IN ('print', 'delivery') ORDER BY name")).toEqual(
      [{ seq: 90_000 }, { seq: now.prints.at(-1)?.id }],
    );
    // It is made anew from the prints.
    expect([now.counts["index_segment"], now.counts["print_text"]]).toEqual([0, 0]);
  });

  test.each([
    [
      "a changed row",
      ["UPDATE delivery SET state = 'done', attempts = 7 WHERE id = 1"],
      "SELECT state, attempts FROM delivery WHERE id = 1",
      [{ state: "done", attempts: 7 }],
    ],
    ["a removed row", ["DELETE FROM session"], "SELECT count(*) AS sessions FROM session", [{ sessions: 0 }]],
    [
      "a row without a number of its own",
      ["INSERT INTO idempotency_key SELECT 1, 'new', x'01', min(id), 5 FROM print"],
      "SELECT key, created_at FROM idempotency_key WHERE key = 'new'",
      [{ key: "new", created_at: 5 }],
    ],
    [
      "a value that is there no more",
      ["UPDATE print SET label = NULL WHERE id = 2"],
      "SELECT label FROM print WHERE id = 2",
      [{ label: null }],
    ],
    [
      "what both know of a row with a column more",
      ["ALTER TABLE rule ADD COLUMN colour TEXT", "UPDATE rule SET colour = 'red', name = 'renamed'"],
      "SELECT DISTINCT name FROM rule",
      [{ name: "renamed" }],
    ],
  ])("%s", (_name, statements, question, expected) => {
    change(...statements);
    expect(carryBack(kept, latest).rows).toBeGreaterThan(0);
    expect(rows(question)).toEqual(expected);
  });

  test("triggers of the database from before are there again, and have done nothing", () => {
    {
      using database = new Database(kept);
      database.run("CREATE TRIGGER guard BEFORE UPDATE ON delivery BEGIN SELECT raise(ABORT, 'never'); END");
    }
    change("UPDATE delivery SET attempts = 9");
    carryBack(kept, latest);
    expect(rows("SELECT DISTINCT attempts FROM delivery")).toEqual([{ attempts: 9 }]);
    expect(rows("SELECT name FROM sqlite_schema WHERE type = 'trigger'")).toEqual([{ name: "guard" }]);
  });
});

describe("what would be a loss is refused, and the database is as it was", () => {
  test.each([
    [
      "a table that is another",
      ["ALTER TABLE rule RENAME COLUMN id TO number", "UPDATE rule SET name = 'x'"],
      /rows of rule cannot be told apart/,
    ],
    [
      "a row that lacks what it must have",
      [
        "ALTER TABLE webhook DROP COLUMN url",
        "INSERT INTO webhook (id, workspace_id, secret, events, state, next_ordinal, last_event, created_at, updated_at) VALUES (99, 1, '', '', '', 0, 0, 0, 0)",
      ],
      /NOT NULL/,
    ],
    [
      "what is about no print",
      ["INSERT INTO print_charset (print_id, charset) VALUES (99999, 'western')"],
      /about what is not there/,
    ],
  ])("%s", (_name, statements, message) => {
    const before = describeDatabase(kept);
    change(...NEW_PRINT, ...statements);
    expect(() => carryBack(kept, latest)).toThrow(message);
    expect(describeDatabase(kept)).toEqual(before);
  });
});
