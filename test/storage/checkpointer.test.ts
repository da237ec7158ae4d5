import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { KIBIBYTE, MEBIBYTE } from "../../src/domain/limits.ts";
import { Checkpointer } from "../../src/storage/checkpointer.ts";
import { openForReading, openForWriting } from "../../src/storage/database.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/** As WAL_LIMITS, smaller. */
const LIMITS = {
  idleCheckpointBytes: 256 * KIBIBYTE,
  busyCheckpointBytes: 512 * KIBIBYTE,
  fullBytes: 2 * MEBIBYTE,
  readerWaitMilliseconds: 20,
};
const ROW_BYTES = 50_000;
/** The pages of a transaction with one row. */
const TRANSACTION_BYTES = 2 * ROW_BYTES;

let folder: string;
let database: Database;
let checkpointer: Checkpointer;
let stored = 0;

const path = () => join(folder, "database.sqlite");
const walBytes = () => statSync(`${path()}-wal`).size;

beforeEach(() => {
  folder = temporaryFolder();
  stored = 0;
  database = openForWriting(path());
  database.run("CREATE TABLE row (content BLOB NOT NULL)");
  checkpointer = new Checkpointer(database, LIMITS);
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

/** A transaction as the writer does it. @returns whether there was room for it */
function store(isIdle: boolean): boolean {
  if (!checkpointer.hasRoom()) return false;
  database.run("INSERT INTO row VALUES (randomblob(?))", [ROW_BYTES]);
  stored++;
  checkpointer.afterTransaction(isIdle);
  return true;
}

/** A reader that holds on to what it sees. */
function openReader(): Database {
  const reader = openForReading(path());
  reader.run("BEGIN");
  countRows(reader);
  return reader;
}

function countRows(reader: Database): number {
  return reader.query<{ rows: number }, []>("SELECT count(*) AS rows FROM row").get()?.rows ?? 0;
}

test.each([
  [true, LIMITS.idleCheckpointBytes],
  [false, LIMITS.busyCheckpointBytes],
])("with idle moments %p the log begins anew at %d bytes", (isIdle, limit) => {
  let largest = 0;
  for (let number = 0; number < 200; number++) {
    expect(store(isIdle)).toBe(true);
    largest = Math.max(largest, walBytes());
  }
  expect(largest).toBeGreaterThanOrEqual(limit);
  expect(largest).toBeLessThan(limit + 2 * TRANSACTION_BYTES);
});

test("in a long storm the log stays small, though readers come and stay for a while", () => {
  let largest = 0;
  for (let round = 0; round < 30; round++) {
    const reader = openReader();
    // Fewer than fill the log, in which each has a page that says where others belong.
    for (let number = 0; number < 27; number++) expect(store(number % 3 === 0)).toBe(true);
    reader.close();
    for (let number = 0; number < 10; number++) expect(store(false)).toBe(true);
    largest = Math.max(largest, walBytes());
  }
  expect(largest).toBeLessThan(LIMITS.fullBytes + 2 * TRANSACTION_BYTES);
  expect(countRows(database)).toBe(stored);
});

test("a reader that never ends fills the log, never beyond its limit; nothing stored is lost, and it goes on after", () => {
  const reader = openReader();
  let refused = 0;
  for (let number = 0; number < 100; number++) {
    if (!store(true)) refused++;
    expect(walBytes()).toBeLessThan(LIMITS.fullBytes + 2 * TRANSACTION_BYTES);
  }
  expect(refused).toBeGreaterThan(0);
  expect(countRows(reader)).toBe(0);
  reader.close();
  expect(store(true)).toBe(true);
  expect(walBytes()).toBeLessThan(2 * TRANSACTION_BYTES);
  expect(countRows(database)).toBe(stored);
});

test("closing leaves one file", () => {
  for (let number = 0; number < 10; number++) store(true);
  checkpointer.close();
  database.close();
  expect(existsSync(`${path()}-wal`)).toBe(false);
  database = new Database(path());
  expect(countRows(database)).toBe(10);
});
