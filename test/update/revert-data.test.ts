import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describeDatabase } from "../../scripts/release-database/description.ts";
import { databasePath } from "../../src/platform/data-folder.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { keepData } from "../../src/update/copied-data.ts";
import { revertData } from "../../src/update/revert-data.ts";
import { updatePaths } from "../../src/update/update-folder.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/* The database from before an update comes back, with what was stored since, or with a loud word that it was not. */

let folder: string;
beforeEach(async () => {
  folder = temporaryFolder();
  const packed = await Bun.file(
    join(import.meta.dir, "..", "storage", "releases", "0.1.0.sqlite.zst"),
  ).bytes();
  await Bun.write(databasePath(folder), Bun.zstdDecompressSync(packed));
  mkdirSync(updatePaths(folder).folder);
  keepData(folder, updatePaths(folder).before);
  using database = new Database(databasePath(folder));
  migrate(database);
  database.run("UPDATE rule SET name = 'renamed since'");
});
afterEach(() => rmSync(folder, { recursive: true }));

const ruleNames = (path: string): unknown[] => {
  using database = new Database(path);
  return database.query("SELECT DISTINCT name FROM rule").all();
};

test("what was stored since is in the database that comes back, and the other one is kept", () => {
  const { schema } = describeDatabase(databasePath(updatePaths(folder).before));
  const reverted = revertData(folder, "9.9.9");
  expect(reverted).toMatchObject({ carried: { prints: 0 }, fault: null });
  expect(describeDatabase(databasePath(folder)).schema).toBe(schema);
  expect(ruleNames(databasePath(folder))).toEqual([{ name: "renamed since" }]);
  const kept = databasePath(join(folder, reverted?.keptAs ?? ""));
  expect(describeDatabase(kept).schema).toBeGreaterThan(schema);
  // Done again, as after a kill, it is done already.
  expect(revertData(folder, "9.9.9")).toBeNull();
  expect(ruleNames(databasePath(folder))).toEqual([{ name: "renamed since" }]);
});

test("what cannot be carried back is kept in the other database, which is told", () => {
  {
    using database = new Database(databasePath(folder));
    database.run("ALTER TABLE rule RENAME COLUMN id TO number");
  }
  const before = describeDatabase(databasePath(updatePaths(folder).before));
  const reverted = revertData(folder, "9.9.9");
  expect(reverted).toMatchObject({ carried: null, fault: expect.stringContaining("rule") });
  expect(describeDatabase(databasePath(folder))).toEqual(before);
  expect(ruleNames(databasePath(join(folder, reverted?.keptAs ?? "")))).toEqual([{ name: "renamed since" }]);
  expect(readdirSync(folder)).not.toContain("replacement");
});
