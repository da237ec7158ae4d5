import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Database } from "bun:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RuleChange, RuleStore } from "../../src/storage/rule-store.ts";
import { Background } from "../../src/background/background.ts";
import { closeReader, openForReading, openForWriting } from "../../src/storage/database.ts";
import { ensureAdministrator } from "../../src/storage/first-start.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { PrintReader } from "../../src/storage/print-reader.ts";
import type { WriteOperation } from "../../src/storage/write-operation.ts";
import { Writer } from "../../src/storage/writer.ts";
import { type GivenPrint, givenRule, printOperation } from "../rules/rules-service.ts";
import { until } from "../until.ts";

/* With the real writer and the real Worker, wired as the service does it. */

let folder: string;
let path: string;
let writer: Writer;
let database: Database;
let background: Background;
let logged: string[];
/** Called before each operation that comes from the rules; may throw. */
let beforeSubmit: (operation: WriteOperation) => void;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "tillroll-background-"));
  path = join(folder, "tillroll.sqlite");
  const first = openForWriting(path);
  migrate(first);
  ensureAdministrator(first, 0);
  first.close();
  logged = [];
  beforeSubmit = () => {};
  await start();
});

afterEach(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  let wake: (operations: number) => void = () => {};
  writer = Writer.start(path, {
    onBatch: ({ results }) => wake(results.filter((result) => result.ok && result.json !== "").length),
    onDeath: () => {},
  });
  await writer.ready();
  database = openForReading(path);
  background = new Background({
    databasePath: path,
    database,
    writer: {
      submit: async (operation: WriteOperation) => {
        beforeSubmit(operation);
        return writer.submit(operation);
      },
      noteFault: (error) => writer.noteFault(error),
    },
    log: { write: (level, message) => logged.push(`${level}: ${message}`) },
  });
  wake = (operations) => {
    if (operations > 0) background.wake(operations);
  };
}

async function stop(): Promise<void> {
  background.close();
  closeReader(database);
  await writer.close();
}

async function store(lines: string | readonly string[], given: GivenPrint = {}): Promise<number> {
  return (await writer.submit(printOperation(lines, given))).id;
}

const change = (step: RuleChange) => writer.submit({ kind: "rule", change: step });

const addRule = (pattern: string, label: string, more: object = {}) =>
  change({ do: "create", workspaceId: 1, given: givenRule(pattern, label, more) });

const labelOf = (id: number) => new PrintReader(database).read(1, id).label;

/** What a promise is rejected with. Bun's `rejects` waits without hearing what Workers say. */
async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("it was not rejected");
}

/** Waits until something holds. */
const isCaughtUp = () => background.rulesStatus(1).pending === 0;

describe("new prints", () => {
  test("are filled in soon after they were stored", async () => {
    await addRule("Order #(\\S+)", "$1");
    const ids = await Promise.all(Array.from({ length: 200 }, (_, index) => store(`Order #${index}`)));
    await until(isCaughtUp);
    expect(ids.map(labelOf)).toEqual(ids.map((_, index) => String(index)));
  });

  test("of HTTP clients are passed over, for good", async () => {
    for (let index = 0; index < 5; index++) await store("Order #1", { printerId: null });
    await until(isCaughtUp);
    await addRule("Order #(\\d)", "$1", { appliesTo: "all" });
    await until(isCaughtUp);
    const id = await store("Order #2", { printerId: null });
    await until(() => labelOf(id) === "2");
    expect([1, 2, 3, 4, 5].map(labelOf)).toEqual([null, null, null, null, null]);
  });

  test("that a stop left over are done after the next start", async () => {
    await addRule("Order #(\\S+)", "$1");
    const ids: number[] = [];
    for (let index = 0; index < 300; index++) ids.push(await store(`Order #${index}`));
    await until(() => background.rulesStatus(1).pending < 300);
    await stop();
    await start();
    background.wake(0);
    await until(isCaughtUp);
    expect(ids.map(labelOf)).toEqual(ids.map((_, index) => String(index)));
  });

  test("that the writer could not take are done when it can, and what was not durable is not progress", async () => {
    let refused = 0;
    beforeSubmit = (operation) => {
      if (operation.kind !== "background" || operation.fills.length === 0) return;
      // With the text of the prints, and alone.
      if (refused++ < 2) throw new Error("the disk is full");
    };
    const ids = await Promise.all(["Order #1", "Order #2", "Order #3"].map((line) => store(line)));
    await until(() => refused > 0);
    await until(() => logged.length > 1);
    expect(background.rulesStatus(1).pending).toBe(3);
    expect(logged).toEqual([
      "warning: indexing for searches was interrupted and goes on soon",
      "warning: applying rules was interrupted and goes on soon",
    ]);
    expect([background.faultOf("indexing"), background.faultOf("rules")]).toEqual([
      "interrupted",
      "interrupted",
    ]);
    await until(isCaughtUp);
    expect(ids.map(labelOf)).toEqual(["Order 1", "Order 2", "Order 3"]);
  });

  test("are not what was stored before the first start of all", async () => {
    await stop();
    const writing = openForWriting(path);
    writing.run("DELETE FROM rule_progress");
    writing.close();
    // As an older version would have left them.
    writer = Writer.start(path, { onBatch: () => {}, onDeath: () => {} });
    await writer.ready();
    const old = await store("Order #1");
    await writer.close();
    await start();
    const next = await store("Order #2");
    await until(() => labelOf(next) === "Order 2");
    expect(labelOf(old)).toBeNull();
  });
});

describe("edits at the same time", () => {
  test("what a person writes is never overwritten", async () => {
    await addRule("Order #(\\S+)", "rule $1", { tag: { a: "rule", b: "rule" } });
    const ids: number[] = [];
    const patches: Promise<unknown>[] = [];
    for (let index = 0; index < 150; index++) {
      const printId = await store(`Order #${index}`);
      ids.push(printId);
      if (index % 3 !== 0) continue;
      const patch = { label: "person", tag: new Map([["a", "person"]]) };
      const later = Bun.sleep((index * 7) % 400);
      patches.push(later.then(() => writer.submit({ kind: "update", workspaceId: 1, printId, patch })));
    }
    await Promise.all(patches);
    await until(isCaughtUp);
    const reader = new PrintReader(database);
    for (const [index, id] of ids.entries()) {
      const { label, tag } = reader.read(1, id);
      const { a, b } = JSON.parse(tag) as Record<string, string>;
      if (index % 3 === 0) expect([label, a]).toEqual(["person", "person"]);
      else expect([label, a]).toEqual([`rule ${index}`, "rule"]);
      expect(b).toBe("rule");
    }
  });
});

describe("old prints", () => {
  test("are gone over again when that is asked for, one request at a time", async () => {
    const ids = await Promise.all(Array.from({ length: 100 }, (_, index) => store(`Nr. x${index}`)));
    await until(isCaughtUp);
    expect(background.rulesStatus(1).reapplication).toBeNull();
    await addRule("x(\\d+)", "$1");
    await background.reapplyRules(1, { from: null, to: null });
    expect(background.rulesStatus(1).reapplication).toEqual({
      done: 0,
      total: 100,
      filled: 0,
      isDone: false,
    });
    expect(await rejection(background.reapplyRules(1, { from: null, to: null }))).toMatchObject({
      code: "CONFLICT",
    });
    await until(() => background.rulesStatus(1).reapplication?.isDone === true);
    expect(background.rulesStatus(1).reapplication).toEqual({
      done: 100,
      total: 100,
      filled: 100,
      isDone: true,
    });
    expect(ids.map(labelOf)).toEqual(ids.map((_, index) => String(index)));
    await background.reapplyRules(1, { from: null, to: null });
    await until(() => background.rulesStatus(1).reapplication?.isDone === true);
    expect(background.rulesStatus(1).reapplication).toMatchObject({ total: 100, filled: 0 });
  });

  test("are gone on with by the next start", async () => {
    const ids = await Promise.all(Array.from({ length: 100 }, (_, index) => store(`Nr. x${index}`)));
    await until(isCaughtUp);
    await addRule("x(\\d+)", "$1");
    await background.reapplyRules(1, { from: null, to: null });
    await stop();
    await start();
    expect(background.rulesStatus(1).reapplication).toMatchObject({ total: 100, isDone: false });
    background.wake(0);
    await until(() => background.rulesStatus(1).reapplication?.isDone === true);
    expect(ids.map(labelOf)).toEqual(ids.map((_, index) => String(index)));
  });
});

describe("questions", () => {
  test("are answered by the Worker, errors too", async () => {
    await background.checkRule(1, givenRule("(\\d)", "$1").settings);
    expect(await rejection(background.checkRule(1, givenRule("(", "$1").settings))).toMatchObject({
      code: "BAD_REQUEST",
      data: { issues: [{ path: "pattern" }] },
    });
    const { settings } = givenRule("(\\d)", "$1");
    const result = await background.tryRules(1, { rule: settings, printId: null, text: "a 5" });
    expect([result.label, result.matches.length]).toEqual(["5", 1]);
    expect(await rejection(background.tryRules(1, { rule: null, printId: 7, text: null }))).toMatchObject({
      code: "NOT_FOUND",
    });
  });

  test("are refused when the service stops", async () => {
    const asked = background.tryRules(1, { rule: null, printId: null, text: "x" });
    background.close();
    expect(await rejection(asked)).toEqual(new Error("the service is stopping"));
    expect(await rejection(background.checkRule(1, givenRule("x", "x").settings))).toEqual(
      new Error("the service is stopping"),
    );
  });
});

test("rules are stored in their order, dense from 0", async () => {
  const rules = new RuleStore(database);
  const names = () => rules.list(1).map(({ name, position }) => `${position} ${name}`);
  const { id: a } = await addRule("a", "x");
  await addRule("b", "x");
  await addRule("c", "x", { position: 0 });
  await addRule("d", "x", { position: 99 });
  expect(names()).toEqual(["0 c", "1 a", "2 b", "3 d"]);
  const { settings } = givenRule("a", "x");
  await change({ do: "update", workspaceId: 1, id: a, given: { settings, position: 2 } });
  expect(names()).toEqual(["0 c", "1 b", "2 a", "3 d"]);
  await change({ do: "remove", workspaceId: 1, id: a });
  expect(names()).toEqual(["0 c", "1 b", "2 d"]);
  expect(await rejection(change({ do: "remove", workspaceId: 1, id: a }))).toMatchObject({
    code: "NOT_FOUND",
  });
  expect(await rejection(change({ do: "remove", workspaceId: 2, id: a + 1 }))).toMatchObject({
    code: "NOT_FOUND",
  });
  for (let index = rules.list(1).length; index < 100; index++) await addRule("e", "x");
  expect(await rejection(addRule("f", "x"))).toMatchObject({ code: "WORKSPACE_LIMIT_EXCEEDED" });
});
