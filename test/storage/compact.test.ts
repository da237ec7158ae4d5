import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, rmSync, statSync } from "node:fs";
import { MEBIBYTE } from "../../src/domain/limits.ts";
import { REMOVAL_LIMITS } from "../../src/domain/retention-limits.ts";
import { databasePath } from "../../src/platform/data-folder.ts";
import { compact, compactSmall } from "../../src/storage/compact.ts";
import { openDataFolder } from "../../src/storage/data-folder.ts";
import { openForWriting } from "../../src/storage/database.ts";
import { FreePages } from "../../src/storage/free-pages.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { run, Service } from "../service.ts";
import { temporaryFolder } from "../temporary-folder.ts";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const path = () => databasePath(folder);

/** A database as Tillroll made it before files could be cut, with some of it free. */
function makeOld(freeBytes: number, secret = "x"): void {
  mkdirSync(folder, { recursive: true });
  using database = new Database(path(), { create: true, strict: true });
  database.run("PRAGMA journal_mode = WAL");
  migrate(database);
  database.run("CREATE TABLE filler (content BLOB NOT NULL)");
  database.run("INSERT INTO filler VALUES (zeroblob(?))", [freeBytes]);
  database.run("INSERT INTO filler VALUES (?)", [Buffer.from(secret.repeat(100))]);
  database.run("INSERT INTO user (name, created_at) VALUES ('kept', 1)");
  database.run("DELETE FROM filler");
}

const modeOf = (database: Database) =>
  database.query<{ auto_vacuum: number }, []>("PRAGMA auto_vacuum").get()?.auto_vacuum;

test("a new database can be cut from its first page on", () => {
  openDataFolder(folder, Date.now()).release();
  using database = openForWriting(path());
  expect(modeOf(database)).toBe(2);
});

test("a small one of before is compacted when its folder is taken: nothing of what was deleted is left", async () => {
  makeOld(4 * MEBIBYTE, "deleted long ago");
  expect(await Bun.file(path()).text()).toContain("deleted long ago");
  openDataFolder(folder, Date.now()).release();
  expect(statSync(path()).size).toBeLessThan(MEBIBYTE);
  expect(await Bun.file(path()).text()).not.toContain("deleted long ago");
  using database = openForWriting(path());
  expect(modeOf(database)).toBe(2);
  expect(database.query("SELECT name FROM user").values()).toContainEqual(["kept"]);
});

test("a large one is left as it is until it is compacted, and gives nothing back", () => {
  makeOld(REMOVAL_LIMITS.compactedAtStartBytes);
  using database = openForWriting(path());
  compactSmall(database);
  expect(modeOf(database)).toBe(0);
  expect(new FreePages(database).giveBack()).toBe(0);
  const { before, after } = compact(database);
  expect(before).toBeGreaterThan(REMOVAL_LIMITS.compactedAtStartBytes);
  expect(after).toBeLessThan(MEBIBYTE);
  expect(modeOf(database)).toBe(2);
});

describe("free pages", () => {
  test("are given back some at a time, but for those that new prints use", () => {
    openDataFolder(folder, Date.now()).release();
    using database = openForWriting(path());
    database.run("CREATE TABLE filler (content BLOB NOT NULL)");
    for (let row = 0; row < 40; row++) database.run("INSERT INTO filler VALUES (zeroblob(100000))");
    database.run("INSERT INTO user (name, created_at) VALUES ('kept', 1)");
    database.run("DELETE FROM filler WHERE rowid <= 38");
    const pages = new FreePages(database);
    const free = () =>
      database.query<{ freelist_count: number }, []>("PRAGMA freelist_count").get()?.freelist_count ?? 0;
    const before = free();
    let steps = 0;
    let left: number;
    do {
      const had = free();
      left = pages.giveBack();
      steps++;
      expect(had - free()).toBeLessThanOrEqual(REMOVAL_LIMITS.pagesGivenBack);
    } while (left > 0);
    expect(steps).toBe(Math.ceil((before - REMOVAL_LIMITS.keptPages) / REMOVAL_LIMITS.pagesGivenBack));
    expect(free()).toBe(REMOVAL_LIMITS.keptPages);
    expect(pages.giveBack()).toBe(0);
    expect(database.query("PRAGMA integrity_check").values()).toEqual([["ok"]]);
    expect(database.query("SELECT count(*) FROM filler").values()).toEqual([[2]]);
    expect(database.query("SELECT name FROM user WHERE name = 'kept'").values()).toEqual([["kept"]]);
  });
});

test("tillroll compact says the sizes; beside a running service, and without a database, it does nothing", async () => {
  expect((await run(["compact", "--data", folder])).exitCode).not.toBe(0);
  const service = await Service.start();
  const beside = await run(["compact", "--data", service.folder]);
  expect([beside.exitCode, beside.stderr]).toEqual([1, expect.stringContaining("stop it")]);
  await service.store({ label: "kept" });
  await service.stop();
  const { exitCode, stdout } = await run(["compact", "--data", service.folder]);
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^[\d.]+ MiB before, [\d.]+ MiB now\n$/)]);
  const again = await Service.start({ folder: service.folder, token: service.token });
  const found = await again.prints("/search", { json: { label: "kept" } });
  expect((await found.json()) as object).toMatchObject({ total: 1 });
  await again.end();
});
