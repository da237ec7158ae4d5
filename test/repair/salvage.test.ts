import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Database } from "bun:sqlite";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { databasePath } from "../../src/platform/data-folder.ts";
import { DamagedDatabase } from "../../src/repair/damaged-database.ts";
import { salvage } from "../../src/repair/salvage.ts";
import { isDerived } from "../../src/repair/table-treatment.ts";
import { openForWriting } from "../../src/storage/database.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { readColumns } from "../../src/storage/removal-statements.ts";
import { temporaryFolder } from "../service.ts";

/* Databases of all releases, read page by page: all rows of all tables are those that SQLite reads. */

const RELEASES = join(import.meta.dir, "../storage/releases");
const releases = readdirSync(RELEASES).filter((name) => name.endsWith(".sqlite.zst"));

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function rowsOf(database: Database, table: string): string[] {
  const rows = database.query<Record<string, unknown>, []>(`SELECT * FROM "${table}"`).all();
  return rows.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted();
}

describe.each(releases)("%s", (release) => {
  const [original, saved] = [join(folder, release, "original"), join(folder, release, "saved")];
  const databases: Database[] = [];
  beforeAll(() => {
    for (const place of [original, saved]) mkdirSync(place, { recursive: true });
    writeFileSync(databasePath(original), Bun.zstdDecompressSync(readFileSync(join(RELEASES, release))));
    using damaged = new DamagedDatabase(databasePath(original));
    const target = openForWriting(databasePath(saved));
    target.run("PRAGMA foreign_keys = OFF");
    const { tables, schema, unreadablePages } = salvage(damaged, target);
    expect([...tables.values()].filter(({ isComplete }) => !isComplete)).toEqual([]);
    expect({ lost: schema.lostEntries, unreadablePages }).toEqual({ lost: [], unreadablePages: 0 });
    const there = openForWriting(databasePath(original));
    migrate(there);
    databases.push(there, target);
  });
  afterAll(() => databases.forEach((database) => database.close()));

  test("has the same rows in all tables", () => {
    const [there, target] = databases;
    if (there === undefined || target === undefined) throw new Error("not made");
    const tables = new Set(readColumns(there).map(({ table }) => table));
    const filled = [...tables].filter((table) => !isDerived(table) && rowsOf(there, table).length > 0);
    expect(filled.length).toBeGreaterThan(20);
    for (const table of filled) expect([table, rowsOf(target, table)]).toEqual([table, rowsOf(there, table)]);
  });
});
