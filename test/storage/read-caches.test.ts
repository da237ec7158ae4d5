import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import { ReadCaches } from "../../src/storage/read-caches.ts";
import { DatabaseVersion } from "../../src/storage/database-version.ts";
import { temporaryFolder } from "../service.ts";

let ours: Database;
let others: Database;
let reads: string[];
let find: (key: string) => unknown;

const turn = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  const path = join(temporaryFolder(), "words.sqlite");
  ours = new Database(path, { create: true, strict: true });
  ours.run("PRAGMA journal_mode = WAL");
  ours.run("CREATE TABLE word (key TEXT PRIMARY KEY, text TEXT NOT NULL)");
  others = new Database(path, { strict: true });
  reads = [];
  const version = new DatabaseVersion(ours);
  const select = ours.query<{ text: string }, [string]>("SELECT text FROM word WHERE key = ?");
  find = new ReadCaches(() => version.read()).remembering((key) => {
    reads.push(key);
    return select.get(key)?.text ?? null;
  });
});
afterEach(() => {
  ours.close();
  others.close();
});

test("reads once while nothing is written, but for what is not there", async () => {
  others.run("INSERT INTO word VALUES ('a', 'one')");
  for (let count = 0; count < 3; count++) {
    expect([find("a"), find("none")]).toEqual(["one", null]);
    await turn();
  }
  expect(reads).toEqual(["a", "none", "none", "none"]);
});

test.each([
  ["another connection", () => others],
  ["its own connection", () => ours],
])("tells from the next turn on what %s wrote", async (_, writer) => {
  expect(find("a")).toBeNull();
  for (const text of ["one", "two", "three"]) {
    writer().run("INSERT OR REPLACE INTO word VALUES ('a', ?)", [text]);
    await turn();
    expect(find("a")).toBe(text);
  }
});

test("what was rolled back changes nothing", async () => {
  expect(find("a")).toBeNull();
  others.run("BEGIN");
  others.run("INSERT INTO word VALUES ('a', 'one')");
  await turn();
  expect(find("a")).toBeNull();
  others.run("ROLLBACK");
  await turn();
  expect(find("a")).toBeNull();
});

test("looks again after a look that failed", () => {
  let fails = true;
  const caches = new ReadCaches(() => {
    if (fails) throw new Error("disk I/O error");
    return 1;
  });
  const read = caches.remembering((key) => key.toUpperCase());
  expect(() => read("a")).toThrow("disk I/O error");
  expect(() => read("a")).toThrow("disk I/O error");
  fails = false;
  expect(read("a")).toBe("A");
});

test("more than a thousand values are not kept", () => {
  let count = 0;
  const read = new ReadCaches(() => 1).remembering(() => ++count);
  for (let stranger = 0; stranger < 1000; stranger++) read(`stranger ${stranger}`);
  expect(read("stranger 0")).toBe(1);
  read("one more");
  expect(read("stranger 0")).toBe(1002);
});

test("what comes later is asked for each time: it may be of another version by then", async () => {
  let count = 0;
  const read = new ReadCaches(() => 1).remembering(async () => ++count);
  expect([await read("a"), await read("a")]).toEqual([1, 2]);
});
