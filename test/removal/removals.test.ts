import { afterEach, beforeEach, expect, test } from "bun:test";
import { rmSync, statSync } from "node:fs";
import { audit, systemActor } from "../../src/audit/audit-entry.ts";
import { MEBIBYTE } from "../../src/domain/limits.ts";
import { REMOVAL_LIMITS } from "../../src/domain/retention-limits.ts";
import { databasePath } from "../../src/platform/data-folder.ts";
import { Clearing } from "../../src/removal/clearing.ts";
import { Removals } from "../../src/removal/removals.ts";
import { closeReader, openForReading } from "../../src/storage/database.ts";
import { type DataFolder, openDataFolder } from "../../src/storage/data-folder.ts";
import { Writer } from "../../src/storage/writer.ts";
import { createOperation } from "../create-operation.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { until } from "../until.ts";

const RECEIPT_BYTES = 20_000;

let folder: string;
let opened: DataFolder;
let writer: Writer;
let clearing: Clearing;
let removals: Removals;
/** Whether the index has nothing of what was erased. */
let isForgotten = true;
/** How often what is in memory was to be forgotten. */
let forgotten = 0;
/** Prints under a legal hold. */
const heldPrints = new Set<number>();

beforeEach(async () => {
  folder = temporaryFolder();
  opened = openDataFolder(folder, Date.now());
  writer = Writer.start(path(), { onBatch() {}, onDeath() {} }, opened.file.held);
  await writer.ready();
  isForgotten = true;
  const background = { wake() {}, isForgotten: () => Promise.resolve(isForgotten) };
  const forget = () => void forgotten++;
  clearing = new Clearing({ writer, background, forget, log: { write() {} }, settleMilliseconds: 20 });
  const findHolds = (_: number, printIds: readonly number[]) => {
    const held = new Map(printIds.filter((id) => heldPrints.has(id)).map((id) => [id, "lawsuit"]));
    // No rules or holds were ever stored.
    return Promise.resolve({ version: 0, held });
  };
  removals = new Removals({ writer, background, clearing, findHolds, databasePath: path() });
});
afterEach(async () => {
  removals.close();
  await clearing.close();
  await writer.close();
  opened.release();
  rmSync(folder, { recursive: true, force: true });
});

const path = () => databasePath(folder);

async function store(count: number): Promise<number[]> {
  const raw = () => crypto.getRandomValues(new Uint8Array(RECEIPT_BYTES)) as Uint8Array<ArrayBuffer>;
  const stored = await Promise.all(
    Array.from({ length: count }, () => writer.submit(createOperation({ raw: raw() }))),
  );
  return stored.map(({ id }) => id);
}

async function storeDeleted(count: number): Promise<number[]> {
  const ids = await store(count);
  await Promise.all(ids.map((printId) => writer.submit({ kind: "delete", workspaceId: 1, printId })));
  return ids;
}

const request = (printId: number) => ({
  workspaceId: 1,
  printId,
  userId: 1,
  reason: "asked for",
  client: "",
  audit: audit(systemActor("service"), "print.erased", printId),
});

function rowsOf(statement: string): unknown[][] {
  const database = openForReading(path());
  try {
    return database.query(statement).values();
  } finally {
    closeReader(database);
  }
}

test("purging takes any number in any order, and gives the room back while others are stored", async () => {
  const count = 400;
  const ids = await storeDeleted(count);
  const kept = await store(20);
  await writer.foldLog();
  const before = statSync(path()).size;
  const more = store(5);
  const purged = await removals.purge(1, [...ids.toReversed(), ...kept, ids[0] ?? 0, 999_999], "old");
  await more;
  expect({ ...purged, skipped: purged.skipped.length }).toEqual({
    prints: count,
    bytes: count * RECEIPT_BYTES,
    skipped: 20,
  });
  expect(rowsOf("SELECT kind, reason, prints FROM removal")).toEqual([["purged", "old", count]]);
  await until(async () => {
    await writer.foldLog();
    return statSync(path()).size < REMOVAL_LIMITS.keptPages * 4096 + 3 * MEBIBYTE;
  }, "that the file is shorter");
  expect(before).toBeGreaterThan(count * RECEIPT_BYTES);
  expect(rowsOf("SELECT count(*) FROM print_data")).toEqual([[25]]);
});

test("what is under a legal hold is neither purged nor erased", async () => {
  const [held = 0, free = 0] = await storeDeleted(2);
  heldPrints.add(held);
  expect(await removals.purge(1, [held, free], "old")).toEqual({
    prints: 1,
    bytes: RECEIPT_BYTES,
    skipped: [held],
  });
  const refused = await removals.erase(request(held)).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: "CONFLICT", data: { reason: "LEGAL_HOLD", hold: "lawsuit" } });
  heldPrints.clear();
  expect((await removals.erase(request(held))).bytes).toBe(RECEIPT_BYTES);
});

test("purging ends between two pieces when it is told to", async () => {
  const ids = await storeDeleted(REMOVAL_LIMITS.piecePrints * 3);
  const ending = new AbortController();
  const purging = removals.purge(1, ids, "old", ending.signal);
  ending.abort();
  const { prints } = await purging;
  expect(prints).toBeGreaterThan(0);
  expect(prints).toBeLessThan(ids.length);
  expect(rowsOf("SELECT prints FROM removal")).toEqual([[prints]]);
});

test("when no more come for a while, the index is to forget purged prints though they are few", async () => {
  const [id = 0] = await storeDeleted(1);
  expect((await removals.purge(1, [id], "old")).prints).toBe(1);
  const urgent = () => rowsOf("SELECT min(urgent) FROM index_removal")[0]?.[0] === 1;
  await until(urgent, "that the index is to forget it");
});

test("erasing tells that all is cleared once the index has forgotten it and the log is empty", async () => {
  const [id = 0] = await store(1);
  const before = forgotten;
  expect(await removals.erase(request(id))).toEqual({
    bytes: RECEIPT_BYTES,
    cancelledDeliveries: 0,
    isCleared: true,
  });
  expect(forgotten).toBe(before + 1);
  expect(rowsOf("SELECT act, subject FROM audit")).toEqual([["print.erased", String(id)]]);
});

test("it is not cleared while the index has it, or a reader needs the log; then it is", async () => {
  const [id = 0, other = 0] = await store(2);
  isForgotten = false;
  await writer.submit({
    kind: "remove",
    how: "erased",
    workspaceId: 1,
    printIds: [id],
    userId: 1,
    reason: "asked for",
    removalId: null,
    isLast: true,
  });
  expect(await clearing.afterErasure(50)).toBe(false);
  const reader = openForReading(path());
  reader.run("BEGIN");
  reader.query("SELECT count(*) FROM print").get();
  isForgotten = true;
  await writer.submit({ kind: "update", workspaceId: 1, printId: other, patch: { label: "x" } });
  expect(await clearing.afterErasure(REMOVAL_LIMITS.foldMilliseconds * 2)).toBe(false);
  reader.run("COMMIT");
  closeReader(reader);
  expect(await clearing.afterErasure()).toBe(true);
});

test("a stop does not wait for what is not cleared", async () => {
  isForgotten = false;
  const waiting = clearing.afterErasure(600_000);
  removals.close();
  expect(await waiting).toBe(false);
  expect(await clearing.afterErasure(600_000)).toBe(false);
  await clearing.close();
});
