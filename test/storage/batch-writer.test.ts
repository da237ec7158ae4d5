import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { BatchWriter } from "../../src/storage/batch-writer.ts";
import { ensureAdministrator } from "../../src/storage/first-start.ts";
import { migrate } from "../../src/storage/migrate.ts";
import type { WriteOperation } from "../../src/storage/write-operation.ts";
import { createOperation } from "../create-operation.ts";

let database: Database;
let now = 1000;
let writer: BatchWriter;

beforeEach(() => {
  database = new Database(":memory:", { strict: true });
  migrate(database);
  ensureAdministrator(database, 0);
  now = 1000;
  writer = new BatchWriter(database, () => now);
});
afterEach(() => database.close());

const outcomes = (operations: WriteOperation[]) =>
  writer.write(operations).results.map((result) => (result.ok ? result.id : result.code));

const rows = () =>
  database
    .query<{ id: number; ordinal: number; created_at: number }, []>(
      "SELECT id, ordinal, created_at FROM print ORDER BY id",
    )
    .all();

test("ids ascend and ordinals are dense, across batches and writers", () => {
  expect(outcomes([createOperation(), createOperation()])).toEqual([1, 2]);
  writer = new BatchWriter(database, () => now);
  expect(outcomes([createOperation()])).toEqual([3]);
  expect(rows().map(({ ordinal }) => ordinal)).toEqual([0, 1, 2]);
});

test("createdAt never decreases, though the clock jumps back", () => {
  writer.write([createOperation()]);
  now = 400;
  const outcome = writer.write([createOperation()]);
  expect(outcome.clockHeldBackMilliseconds).toBe(600);
  now = 1001;
  expect(writer.write([createOperation()]).clockHeldBackMilliseconds).toBe(0);
  expect(rows().map((row) => row.created_at)).toEqual([1000, 1000, 1001]);
});

test("an operation that is refused does not fail its neighbours", () => {
  const refused: WriteOperation[] = [
    { kind: "update", workspaceId: 1, printId: 99, patch: {} },
    { kind: "delete", workspaceId: 2, printId: 1 },
    createOperation({ printQuota: 0 }),
  ];
  expect(outcomes([createOperation(), ...refused, createOperation()])).toEqual([
    1,
    "NOT_FOUND",
    "NOT_FOUND",
    "WORKSPACE_LIMIT_EXCEEDED",
    2,
  ]);
});

test("an operation that SQLite refuses does not fail its neighbours, and ordinals stay dense", () => {
  const broken = createOperation({ workspaceId: 77 });
  database.run("PRAGMA foreign_keys = ON");
  const outcome = writer.write([createOperation(), broken, createOperation()]);
  expect(outcome.results.map((result) => (result.ok ? result.id : result.code))).toEqual([1, "UNKNOWN", 2]);
  expect(outcome.faults.length).toBe(1);
  expect(outcome.results.some((result) => !result.ok && /SQL|constraint/i.test(result.message))).toBe(false);
  expect(rows().map(({ ordinal }) => ordinal)).toEqual([0, 1]);
});

describe("a full database", () => {
  test("stores nothing, says so, and goes on when there is room again", () => {
    const pages = database.query<{ page_count: number }, []>("PRAGMA page_count").get()?.page_count ?? 0;
    database.run(`PRAGMA max_page_count = ${pages + 20}`);
    const large = () => createOperation({ raw: crypto.getRandomValues(new Uint8Array(60_000)) });
    const outcome = writer.write([createOperation(), large(), large(), createOperation()]);
    const shown = outcome.results.map((result) =>
      result.ok ? "stored" : `${result.code} ${String(result.data["reason"])}`,
    );
    expect(shown).toEqual(["stored", "stored", "STORAGE_UNAVAILABLE DISK_FULL", "stored"]);
    expect(outcome.faults.length).toBe(1);
    database.run(`PRAGMA max_page_count = ${pages + 1000}`);
    expect(outcomes([large()])).toEqual([4]);
    expect(rows().map(({ ordinal }) => ordinal)).toEqual([0, 1, 2, 3]);
  });
});

describe("idempotency keys", () => {
  test("are forgotten after 24 hours", () => {
    const again = () => writer.write([createOperation({ idempotencyKey: "k" })]).results[0];
    expect(again()).toMatchObject({ ok: true, id: 1, replayed: false });
    now += 24 * 3_600_000 - 1;
    expect(again()).toMatchObject({ ok: true, id: 1, replayed: true });
    now += 1;
    expect(again()).toMatchObject({ ok: true, id: 2, replayed: false });
    expect(database.query("SELECT count(*) AS keys FROM idempotency_key").get()).toEqual({ keys: 1 });
  });

  test("work within one batch", () => {
    const one = createOperation({ idempotencyKey: "k" });
    const other = createOperation({ idempotencyKey: "k", label: "other" });
    expect(outcomes([one, one, other])).toEqual([1, 1, "CONFLICT"]);
  });
});

describe("what is kept", () => {
  const stored = () =>
    database
      .query<{ encoding: number; size: number }, []>(
        "SELECT encoding, length(content) AS size FROM print_data",
      )
      .get();

  test("is compressed where that makes it smaller", () => {
    writer.write([createOperation({ raw: new Uint8Array(10_000) })]);
    expect(stored()?.encoding).toBe(1);
    expect(stored()?.size).toBeLessThan(100);
  });

  test("is as it came where not", () => {
    writer.write([createOperation({ raw: crypto.getRandomValues(new Uint8Array(10_000)) })]);
    expect(stored()).toEqual({ encoding: 0, size: 10_000 });
  });
});
