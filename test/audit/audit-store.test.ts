import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { audit, type AuditFilter, commandActor, systemActor } from "../../src/audit/audit-entry.ts";
import { PRINTER_SETTINGS } from "../../src/contract/printer-settings.ts";
import { changedSettings, changedWithSecrets, toldAddress } from "../../src/audit/told-settings.ts";
import { AuditStore } from "../../src/storage/audit-store.ts";
import { BatchWriter } from "../../src/storage/batch-writer.ts";
import { ensureAdministrator } from "../../src/storage/first-start.ts";
import { migrate } from "../../src/storage/migrate.ts";
import type { WriteOperation } from "../../src/storage/write-operation.ts";
import { createOperation } from "../create-operation.ts";

let database: Database;
let store: AuditStore;
let writer: BatchWriter;
let now = 1000;

beforeEach(() => {
  database = new Database(":memory:", { strict: true });
  migrate(database);
  ensureAdministrator(database, 0);
  now = 1000;
  store = new AuditStore(database);
  writer = new BatchWriter(database, () => now);
});
afterEach(() => database.close());

const ANY: AuditFilter = {
  since: null,
  until: null,
  act: null,
  actor: null,
  subject: null,
  workspaceId: null,
  before: null,
  limit: 100,
};
const listed = (filter: Partial<AuditFilter> = {}) => store.list({ ...ANY, ...filter }).map(({ id }) => id);

const remove = (printId: number): WriteOperation => ({
  kind: "delete",
  workspaceId: 1,
  printId,
  audit: audit(commandActor("anna"), "print.deleted", null, { reason: "a test" }, 1),
});

test("an act is entered with the operation, and names the id that it gave", () => {
  writer.write([createOperation()]);
  now = 5000;
  writer.write([remove(1)]);
  expect(store.list(ANY)).toEqual([
    {
      id: 1,
      at: 5000,
      actor: { kind: "command", id: "anna", name: "", address: null, requestId: null },
      act: "print.deleted",
      subject: "1",
      details: { reason: "a test" },
      workspaceId: 1,
    },
  ]);
});

test("what was refused is not entered", () => {
  const { results } = writer.write([remove(99)]);
  expect([results[0]?.ok, listed()]).toEqual([false, []]);
});

test("an act and its entry are in one commit: what cannot be entered is not done", () => {
  writer.write([createOperation()]);
  database.run(
    "CREATE TRIGGER full BEFORE INSERT ON audit BEGIN SELECT raise(ABORT, 'there is no room'); END",
  );
  const { results } = writer.write([remove(1)]);
  const deleted = database.query<{ deleted_at: number | null }, []>("SELECT deleted_at FROM print").get();
  expect([results[0]?.ok, deleted?.deleted_at]).toEqual([false, null]);
});

test("entries are found by time, act, actor, subject and workspace, the newest first, page by page", () => {
  const add = (at: number, user: string, subject: string, workspaceId: number | null) =>
    store.add(audit(commandActor(user), "printer.changed", subject, {}, workspaceId), at);
  add(10, "anna", "bar", 1);
  add(20, "berta", "bar", 2);
  add(20, "anna", "till", 1);
  store.add(audit(systemActor("retention"), "retention.applied", "default"), 30);
  expect({
    all: listed(),
    since: listed({ since: 20 }),
    until: listed({ until: 20 }),
    act: listed({ act: "printer.changed" }),
    actor: listed({ actor: "anna" }),
    subject: listed({ subject: "bar" }),
    workspace: listed({ workspaceId: 1 }),
    together: listed({ actor: "anna", subject: "bar", since: 5, until: 15 }),
    first: listed({ limit: 2 }),
    next: listed({ limit: 2, before: { at: 20, id: 3 } }),
  }).toEqual({
    all: [4, 3, 2, 1],
    since: [4, 3, 2],
    until: [1],
    act: [3, 2, 1],
    actor: [3, 1],
    subject: [2, 1],
    workspace: [3, 1],
    together: [1],
    first: [4, 3],
    next: [2, 1],
  });
});

test("entries are never changed, and only old ones go, which is entered", () => {
  for (const at of [10, 20, 30]) store.add(audit(systemActor("service"), "service.started", "serve"), at);
  expect(() => database.run("UPDATE audit SET subject = 'another'")).toThrow(/never changed/);
  const expire: WriteOperation = { kind: "audit", change: { do: "expire", before: 25 } };
  const [result] = writer.write([expire]).results;
  expect(result?.ok === true && result.id).toBe(2);
  expect(store.list(ANY).map(({ act, details }) => [act, details])).toEqual([
    ["audit.expired", { entries: 2, before: "1970-01-01T00:00:00.025Z" }],
    ["service.started", {}],
  ]);
  const [nothing] = writer.write([expire]).results;
  expect(nothing?.ok === true && nothing.id).toBe(0);
});

test("of settings, those are told that differ", () => {
  const before = { width: 48, model: null, protocols: ["raw"] };
  const after = { width: 42, protocols: ["raw"], target: "tcp:10.0.0.7" };
  expect(changedSettings(before, after)).toEqual({
    changed: { width: [48, 42], target: [null, "tcp:10.0.0.7"] },
  });
});

test.each([
  ["https://till:secret@pos.example:8443/hooks/T0/B1?token=x", "https://pos.example:8443/…"],
  ["https://pos.example/", "https://pos.example"],
  ["ipp://print:secret@host.example/printers/bar?x=y", "ipp://host.example/printers/bar"],
  ["strange://a b:secret@host/path?x", "strange://host/path"],
])("of the address %s no secret is told", (address, told) => expect(toldAddress(address)).toBe(told));

test.each([
  ["a:b", "a:c", { changed: { pollCredentials: ["(set)", "(another)"] } }],
  [null, "a:c", { changed: { pollCredentials: [null, "(another)"] } }],
  ["a:b", null, { changed: { pollCredentials: ["(set)", null] } }],
  ["a:b", "a:b", { changed: {} }],
  ["a:b", undefined, { changed: {} }],
])("a secret that is %p and becomes %p is told as changed alone", (before, after, told) => {
  const given = after === undefined ? {} : { pollCredentials: after };
  expect(changedWithSecrets(PRINTER_SETTINGS, { pollCredentials: before }, given)).toEqual(told);
});
