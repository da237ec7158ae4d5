import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ChangedPages } from "../../src/storage/changed-pages.ts";
import { openForReading, openForWriting } from "../../src/storage/database.ts";
import { LogWatch } from "../../src/storage/log-watch.ts";
import { temporaryFolder } from "../temporary-folder.ts";

let folder = "";
let path = "";
let database: Database;
let changed: ChangedPages;
let watch: LogWatch;
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, "watched.sqlite");
  database = openForWriting(path);
  database.run("PRAGMA wal_autocheckpoint = 0");
  database.run("CREATE TABLE row (id INTEGER PRIMARY KEY, content BLOB) STRICT");
  for (let row = 0; row < 50; row++) database.run("INSERT INTO row (content) VALUES (randomblob(3000))");
  database.run("PRAGMA wal_checkpoint(TRUNCATE)");
  changed = new ChangedPages();
  watch = new LogWatch(database, `${path}-wal`, changed);
  changed.watch();
  // The first that it sees may be anything.
  checkpoint();
  taken();
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

const change = (row: number) => database.run("UPDATE row SET content = randomblob(3000) WHERE id = ?", [row]);

function checkpoint(): void {
  watch.beforeCheckpoint();
  database.run("PRAGMA wal_checkpoint(PASSIVE)");
  watch.afterCheckpoint();
}

/** What was noted. */
function taken(): { readonly pages: Set<number>; readonly isKnown: boolean } {
  const pages = new Set<number>();
  const isKnown = changed.take(1000, (page) => pages.add(page));
  return { pages, isKnown };
}

/** The pages of the file that differ from what it was. */
function differing(before: Buffer): number[] {
  const after = readFileSync(path);
  const numbers = Array.from({ length: after.length / 4096 }, (_, index) => index + 1);
  return numbers.filter((number) => {
    const [from, to] = [(number - 1) * 4096, number * 4096];
    return before.compare(after, from, to, from, to) !== 0;
  });
}

test("pages that come into the file are noted, and no others", () => {
  const before = readFileSync(path);
  change(7);
  checkpoint();
  const { pages, isKnown } = taken();
  expect([...pages]).toEqual(differing(before));
  expect(isKnown).toBe(true);
  checkpoint();
  expect(taken().pages.size).toBe(0);
});

test("a page that a reader keeps from the file is noted again when it comes, though its note was taken before", () => {
  const reader = openForReading(path);
  reader.run("BEGIN");
  reader.query("SELECT count(*) FROM row").get();
  const before = readFileSync(path);
  change(7);
  checkpoint();
  expect(differing(before)).toEqual([]);
  taken();
  reader.run("ROLLBACK");
  reader.close();
  checkpoint();
  const came = differing(before);
  expect(came.length).toBeGreaterThan(0);
  const { pages } = taken();
  expect(came.filter((page) => !pages.has(page))).toEqual([]);
});

test("who takes the notes while a checkpoint goes on finds them again after it", () => {
  const before = readFileSync(path);
  change(7);
  watch.beforeCheckpoint();
  // Somebody who begins to follow now has the file as it was.
  taken();
  database.run("PRAGMA wal_checkpoint(PASSIVE)");
  watch.afterCheckpoint();
  const { pages } = taken();
  expect(differing(before).filter((page) => !pages.has(page))).toEqual([]);
});

test("what another connection writes while a checkpoint goes on may be any page", () => {
  change(7);
  watch.beforeCheckpoint();
  const other = new Database(path);
  other.run("UPDATE row SET content = randomblob(3000) WHERE id = 8");
  other.close();
  database.run("PRAGMA wal_checkpoint(PASSIVE)");
  watch.afterCheckpoint();
  expect(taken().isKnown).toBe(false);
});
