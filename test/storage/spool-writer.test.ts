import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { PRINTER_DEFAULTS } from "../../src/contract/printer-settings.ts";
import { BatchWriter } from "../../src/storage/batch-writer.ts";
import { ensureAdministrator } from "../../src/storage/first-start.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { type SpooledPrint, spooledPrints } from "../../src/storage/spool-writer.ts";
import type { CreateOperation, WriteOperation } from "../../src/storage/write-operation.ts";
import { createOperation } from "../create-operation.ts";

let database: Database;
let writer: BatchWriter;

beforeEach(() => {
  database = new Database(":memory:", { strict: true });
  migrate(database);
  ensureAdministrator(database, 0);
  writer = new BatchWriter(database, () => 1000);
  const settings = { ...PRINTER_DEFAULTS, name: "till", target: "tcp://127.0.0.1:1" };
  write({ kind: "printer", change: { do: "create", settings, owner: { workspaceId: 1, userId: 1 } } });
});
afterEach(() => database.close());

const { raw: _, ...PRINT }: CreateOperation = createOperation({ printerId: 1, isDelivered: true });

function write(...operations: WriteOperation[]): void {
  const { results } = writer.write(operations);
  expect(results.every(({ ok }) => ok)).toBe(true);
}

const spool = (key: string, text: string, print: SpooledPrint = PRINT): WriteOperation => ({
  kind: "spool",
  key,
  part: new Uint8Array(Buffer.from(text)),
  print: JSON.stringify(print),
});

const spooled = () => spooledPrints(database).map(({ raw }) => Buffer.from(raw).toString());

const parts = () => database.query("SELECT 1 FROM spooled_part").all().length;

test("parts are put together in order, job by job", () => {
  write(spool("a", "one "), spool("b", "other"), spool("a", "two"));
  expect(spooled()).toEqual(["one two", "other"]);
});

test("jobs are in the order in which they began, whatever the clock was set to", () => {
  let now = 2000;
  writer = new BatchWriter(database, () => now);
  write(spool("z", "first"));
  now = 1000;
  write(spool("a", "second"), spool("z", " one"));
  expect(spooled()).toEqual(["first one", "second"]);
});

test("a job that its host gave up is forgotten, whatever it has of parts; another's stays", () => {
  write(spool("a", "one "), spool("b", "other"), spool("a", "two"));
  write({ kind: "unspool", key: "a" });
  expect(spooled()).toEqual(["other"]);
  expect(parts()).toBe(1);
  // Once more, and what never was, are no errors.
  write({ kind: "unspool", key: "a" }, { kind: "unspool", key: "never" });
  expect(spooled()).toEqual(["other"]);
});

test("a job of which a later part goes through counts as one that does, and a part of no bytes says that too", () => {
  write(spool("a", "one ", { ...PRINT, isPassing: false }), spool("a", "", { ...PRINT, isPassing: true }));
  expect(spooledPrints(database)).toMatchObject([
    { print: { isPassing: true, spoolKey: "a" }, raw: new Uint8Array(Buffer.from("one ")) },
  ]);
});

test.each([
  ["queued", { isPassing: false }, 0],
  ["queued", {}, 0],
  // Some of it has gone through: whether it may be sent again is not for the spool to say.
  ["sending", { isPassing: true }, 1],
] as const)("what a crash left behind becomes a delivery that is %s: %j", (state, passing, attempts) => {
  write(spool("a", "one", { ...PRINT, ...passing }));
  const [found] = spooledPrints(database);
  if (found === undefined) throw new Error("nothing was spooled");
  write({ ...found.print, raw: found.raw });
  expect(parts()).toBe(0);
  expect(database.query("SELECT state, attempts, sent_bytes AS sent FROM delivery").all()).toEqual([
    { state, attempts, sent: 0 },
  ]);
});
