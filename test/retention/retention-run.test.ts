import { afterEach, beforeEach, expect, test } from "bun:test";
import { RETENTION_LIMITS } from "../../src/domain/retention-limits.ts";
import { EventReader } from "../../src/events/event-reader.ts";
import { RetentionService } from "./retention-service.ts";

const DAY = 86_400_000;

let service: RetentionService;
beforeEach(() => (service = new RetentionService()));
afterEach(() => service.close());

test("by default everything is kept, and what was deleted is removed after a month", async () => {
  const [kept, deleted] = [service.print("kept"), service.print("deleted")];
  service.now++;
  service.write({ kind: "delete", workspaceId: 1, printId: deleted });
  service.now += 30 * DAY - 1;
  await service.run();
  expect(service.state()).toEqual({ live: [kept], deleted: [deleted], removed: [] });
  service.now += 2;
  await service.run();
  expect(service.state()).toEqual({ live: [kept], deleted: [], removed: [deleted] });
  service.now += 3650 * DAY;
  await service.run();
  expect(service.state().live).toEqual([kept]);
});

test("deleted prints are removed at night only", async () => {
  const id = service.print("deleted");
  service.write({ kind: "delete", workspaceId: 1, printId: id });
  service.now += 31 * DAY;
  await service.run({}, false);
  expect(service.state().deleted).toEqual([id]);
});

test("an age is by the calendar, and the first rule that a print fits decides", async () => {
  const tag = { kind: "invoice" };
  const [invoice, bill] = [service.print("one", { tag }), service.print("two")];
  const condition = { tag: { op: "eq", key: "kind", value: "invoice" } };
  service.rule({ name: "invoices", condition, maxAge: "10y" });
  service.rule({ name: "others", maxAge: "2y" });
  service.now = Date.parse("2028-01-01T00:00:00Z");
  await service.run({ maxAge: "1d" });
  expect(service.state().deleted).toEqual([]);
  service.now += 1;
  const { deleted } = await service.run({ maxAge: "1d" });
  expect(deleted).toEqual({ others: 1 });
  expect(service.state()).toEqual({ live: [invoice], deleted: [bill], removed: [] });
});

test("a rule that waits deletes nothing, and nothing else deletes what it is for", async () => {
  const id = service.print("old");
  service.rule({ maxAge: "1d" }, 1, false);
  service.now += 400 * DAY;
  await service.run({ maxAge: "30d" });
  expect(service.state().live).toEqual([id]);
});

test("what a released hold was for can be restored for as long as anything deleted", async () => {
  const [held, other] = [service.print("Order 7"), service.print("Order 8")];
  for (const printId of [held, other]) service.write({ kind: "delete", workspaceId: 1, printId });
  const hold = service.hold({ text: "order 7" });
  service.now += 400 * DAY;
  expect(await service.run()).toMatchObject({ purged: 1, held: 1 });
  service.release(hold);
  service.now += 29 * DAY;
  await service.run();
  expect(service.state()).toEqual({ live: [], deleted: [held], removed: [other] });
  service.now += 2 * DAY;
  await service.run();
  expect(service.state().removed).toEqual([held, other]);
});

test("what is found is not deleted once anything of it has changed", async () => {
  const condition = { tag: { op: "eq", key: "case", value: "17" } };
  const [tagged, restored] = [service.print("one"), service.print("two")];
  service.rule({ maxAge: "1d" });
  service.hold(condition);
  service.now += 3 * DAY;
  service.beforeDeed = (deed) => {
    if (deed.do !== "expire") return;
    const patch = { tag: new Map([["case", "17"]]) };
    service.write({ kind: "update", workspaceId: 1, printId: tagged, patch });
  };
  await service.run();
  expect(service.state()).toEqual({ live: [tagged], deleted: [restored], removed: [] });
  service.now += 31 * DAY;
  service.beforeDeed = ({ do: name }) =>
    name === "purge" && service.write({ kind: "restore", workspaceId: 1, printId: restored });
  await service.run();
  expect(service.state().removed).toEqual([]);
});

test("what is found is not deleted once the rules or holds have changed", async () => {
  const id = service.print("one");
  service.rule({ maxAge: "1d" });
  service.now += 3 * DAY;
  service.beforeDeed = () => void service.hold({ text: "something else" });
  expect((await service.run()).deleted).toEqual({});
  service.beforeDeed = () => {};
  expect((await service.run()).deleted).toEqual({ rule: 1 });
  expect(service.state().deleted).toEqual([id]);
});

test("a hold made between the look and the removal wins", async () => {
  const id = service.print("one");
  service.write({ kind: "delete", workspaceId: 1, printId: id });
  const removal = { userId: null, reason: "x", removalId: null, isLast: true, workspaceId: 1 } as const;
  const looked = { policyVersion: 0, printIds: [id] };
  service.hold({});
  const { json } = service.write({ kind: "remove", how: "purged", ...removal, ...looked });
  expect(JSON.parse(json)).toMatchObject({ prints: 0, left: 1 });
  expect(service.state().deleted).toEqual([id]);
});

test("listeners are told of many deletions at once, and by which rule", async () => {
  const ids = Array.from({ length: 2 * RETENTION_LIMITS.deletedPrints + 1 }, () => service.print("old"));
  service.rule({ name: "Old prints", maxAge: "1d" });
  service.now += 3 * DAY;
  await service.run();
  const reader = new EventReader(service.database);
  const events = reader.after(1, { nextOrdinal: ids.length, lastEvent: 0 }, 1000);
  expect(events.map(({ kind }) => kind)).toEqual(["prints.deleted", "prints.deleted", "prints.deleted"]);
  const told = events.map(({ data }) => JSON.parse(data) as { by: string; printIds: number[] });
  expect(new Set(told.map(({ by }) => by))).toEqual(new Set(["retention: Old prints"]));
  expect(told.flatMap(({ printIds }) => printIds)).toEqual(ids);
});

test("more prints than one piece are counted over all pieces", async () => {
  const many = RETENTION_LIMITS.scannedPrints + 30;
  const ids = Array.from({ length: many }, (_, index) =>
    service.print("x", { workspaceId: index % 3 === 0 ? 2 : 1 }),
  );
  expect((await service.run({ maxPrints: 10 }, false)).deleted).toEqual({ "max-prints": many - 10 });
  expect(service.state().live).toEqual(ids.slice(-10));
});

test("a person who deletes beside a run is no reason to delete more", async () => {
  const ids = Array.from({ length: 20 }, () => service.print("x"));
  let isFirst = true;
  service.beforeDeed = () => {
    if (isFirst)
      for (const printId of ids.slice(8, 12)) service.write({ kind: "delete", workspaceId: 1, printId });
    isFirst = false;
  };
  service.now += 1000;
  await service.run({ maxPrints: 10 }, false);
  expect(service.state().live).toEqual(ids.slice(12));
});

test("room is made by what was deleted first, then by the oldest, at once", async () => {
  const ids = Array.from({ length: 6 }, (_, index) => service.print("x", { workspaceId: 1 + (index % 2) }));
  const [first = 0, second = 0, third = 0, ...others] = ids;
  service.write({ kind: "delete", workspaceId: 1, printId: third });
  service.hold({}, 2);
  service.scan.used = 10_000;
  const each = RETENTION_LIMITS.overheadBytes;
  const report = await service.run({ maxSize: 10_000 - each - 10 }, false);
  expect(report).toMatchObject({ deleted: { "max-size": 1 }, purged: 2 });
  expect(service.state()).toEqual({ live: [second, ...others], deleted: [], removed: [first, third] });
});

test("a print that is still to be printed stays", async () => {
  const id = service.print("x");
  const change = { do: "queue", workspaceId: 1, printId: id, printerId: 1 } as const;
  const delivery = service.write({ kind: "delivery", change }).id;
  service.rule({ maxAge: "1d" });
  service.now += 3 * DAY;
  expect(await service.run()).toMatchObject({ deleted: {}, waitingForPaper: 1 });
  service.write({ kind: "delivery", change: { do: "cancel", workspaceId: 1, id: delivery } });
  expect(await service.run()).toMatchObject({ deleted: { rule: 1 }, waitingForPaper: 0 });
});

test("after a change of one rule all of its workspace wait to be looked at, and the limits too", () => {
  service.write({
    kind: "retention",
    change: { do: "limits", values: { "max-age": "2y", "purge-after": "30d" } },
  });
  service.write({ kind: "retention", change: { do: "confirmLimits" } });
  const [first, second] = [service.rule({ name: "first", keep: true }), service.rule({ maxAge: "1y" })];
  const other = service.rule({ maxAge: "1y" }, 2);
  service.write({ kind: "retention", change: { do: "remove", workspaceId: 1, id: first } });
  expect(service.store.get(1, second).appliesFrom).toBeNull();
  expect(service.store.get(2, other).appliesFrom).not.toBeNull();
  const waits = service.store.limits().map(({ name, appliesFrom }) => [name, appliesFrom === null]);
  expect(waits).toEqual([
    ["max-age", true],
    ["purge-after", false],
  ]);
});

test("what was found out of a limit counts no more once a rule has changed", () => {
  service.write({ kind: "retention", change: { do: "limits", values: { "max-age": "2y" } } });
  const looked = {
    do: "lookedAtLimit",
    name: "max-age",
    value: "2y",
    wouldDelete: 0,
    appliesFrom: 1,
  } as const;
  const version = service.store.policies();
  service.rule({ keep: true });
  service.write({ kind: "retention", change: { ...looked, version } });
  expect(service.store.limits()[0]?.appliesFrom).toBeNull();
  service.write({ kind: "retention", change: { ...looked, version: service.store.policies() } });
  expect(service.store.limits()[0]?.appliesFrom).toBe(1);
});

test("limits that the service is started with again go on applying; others are new", () => {
  const start = (values: Record<string, string>) =>
    service.write({ kind: "retention", change: { do: "limits", values } });
  start({ "max-age": "2y", "max-prints": "10" });
  service.write({ kind: "retention", change: { do: "confirmLimits" } });
  start({ "max-age": "2y", "max-prints": "9" });
  const state = service.store
    .limits()
    .map(({ name, value, appliesFrom }) => [name, value, appliesFrom === null]);
  expect(state).toEqual([
    ["max-age", "2y", false],
    ["max-prints", "9", true],
  ]);
});
