import { afterEach, beforeEach, expect, test } from "bun:test";
import type { PrinterSettings } from "../../src/contract/printer-settings.ts";
import type { Printer } from "../../src/domain/printer.ts";
import { LiveNews, type News } from "../../src/events/live-news.ts";
import { LastPrints } from "../../src/printers/last-prints.ts";
import { SITUATION_TIMES } from "../../src/printers/printer-limits.ts";
import { Situations } from "../../src/printers/situations.ts";
import { ConditionReader } from "../../src/storage/condition-store.ts";
import { PrinterStore } from "../../src/storage/printer-store.ts";
import { RealParts } from "../delivery/real-parts.ts";
import { ScriptedPrinter } from "../delivery/scripted-printer.ts";

let parts: RealParts;
let real: ScriptedPrinter;
let kitchen: Printer;
/** What time it is, by both clocks; a test alone sets it forward. */
let now: number;

beforeEach(async () => {
  now = Date.now();
  parts = await RealParts.start();
  real = ScriptedPrinter.start();
  kitchen = await addPrinter({});
});
afterEach(async () => {
  await parts.end();
  real.goAway();
});

const addPrinter = (settings: Partial<PrinterSettings>) =>
  parts.addPrinter({ name: "kitchen", target: real.target, ...settings });

/** The situations of all printers, after a start of the service. */
function start(news = new LiveNews()): Situations {
  const clock = () => now;
  const log = { write() {} };
  const store = new ConditionReader(parts.database);
  const lastPrints = new LastPrints({ writer: parts.writer, clock, log });
  lastPrints.begin(store, [1]);
  const situations = new Situations({
    printers: {
      all: () => new PrinterStore(parts.database).list().map((printer) => ({ printer })),
      portsOf: () => ({ raw: null, epos: null }),
    },
    deliveries: parts.deliveries,
    storageTrouble: () => null,
    store,
    lastPrints,
    writer: parts.writer,
    news,
    onTold() {},
    clock,
    monotonic: clock,
    log,
  });
  situations.begin();
  // The test says when it looks.
  situations.close();
  return situations;
}

const of = (situations: Situations) => situations.of({ printer: kitchen });
const told = (kind: string) =>
  parts.events(kind).map(({ data }) => JSON.parse(data) as Record<string, unknown>);

/** Looks until a state is there. */
async function lookUntil(situations: Situations, state: string): Promise<void> {
  await parts.until(() => of(situations).state === state, state);
  situations.look();
}

async function passTime(situations: Situations, milliseconds: number): Promise<void> {
  now += milliseconds;
  situations.look();
  // What is being stored is ahead of this in the writer's queue.
  await parts.writer.submit({ kind: "condition", change: { do: "lastPrints", times: new Map() } });
}

test("a printer in trouble is told of once, when it lasts, and once when it is over, also by another start", async () => {
  let situations = start();
  await parts.until(() => parts.deliveries.statusOf(kitchen.id) !== null, "a status");
  real.set({ trouble: "paper-end" });
  const begun = now;
  await lookUntil(situations, "paper-end");
  await passTime(situations, SITUATION_TIMES.settle - 1);
  expect(told("printer.state")).toEqual([]);
  await passTime(situations, 1);
  await passTime(situations, SITUATION_TIMES.settle);
  const since = new Date(begun).toISOString();
  const trouble = { printer: "kitchen", state: "paper-end", isTrouble: true, since };
  expect(told("printer.state")).toMatchObject([
    { ...trouble, sentence: "The real printer is out of paper.", parameters: { address: "127.0.0.1" } },
  ]);

  // The next service knows since when, and tells nothing that was told.
  situations = start();
  expect(of(situations)).toMatchObject({ state: "paper-end", since: begun });
  await passTime(situations, SITUATION_TIMES.settle);
  expect(told("printer.state")).toHaveLength(1);

  real.set({ trouble: "none" });
  await lookUntil(situations, "ready");
  await passTime(situations, SITUATION_TIMES.settle);
  expect(told("printer.state")).toMatchObject([trouble, { state: "ready", isTrouble: false }]);
});

test("a cover that is opened for a moment is told to nobody but who listens", async () => {
  const news = new LiveNews();
  const heard: News[] = [];
  news.listen(1, (each) => heard.push(each));
  news.listen(2, () => heard.push({ kind: "printer.situation", workspaceId: 2, about: "", data: "{}" }));
  const situations = start(news);
  await parts.until(() => parts.deliveries.statusOf(kitchen.id) !== null, "a status");
  situations.look();
  real.set({ trouble: "cover-open" });
  await lookUntil(situations, "cover-open");
  await passTime(situations, SITUATION_TIMES.settle / 2);
  real.set({ trouble: "none" });
  await lookUntil(situations, "ready");
  await passTime(situations, 10 * SITUATION_TIMES.settle);
  expect(told("printer.state")).toEqual([]);
  const states = heard.map(
    ({ data }) => (JSON.parse(data) as { situation: { state: string } }).situation.state,
  );
  // Who begins to listen is told how it is.
  expect(states).toEqual(["ready", "cover-open", "ready"]);
});

test("each print that waits for a printer in trouble is told of once, and when it is done", async () => {
  real.set({ trouble: "paper-end" });
  const situations = start();
  await lookUntil(situations, "paper-end");
  await parts.print(kitchen, "one\n");
  await parts.print(kitchen, "two\n");
  await parts.until(() => parts.deliveries.waitingFor(kitchen.id).reason !== null, "a reason");
  await passTime(situations, 0);
  expect(told("delivery.waiting")).toEqual([]);
  for (const _ of [1, 2, 3]) await passTime(situations, SITUATION_TIMES.waiting);
  const reason = "The printer is out of paper.";
  expect(told("delivery.waiting")).toMatchObject([
    { printId: 1, printer: "kitchen", reason },
    { printId: 2, printer: "kitchen", reason },
  ]);
  expect(of(situations)).toMatchObject({ waiting: 2, held: 0, isTrouble: true });
  real.set({ trouble: "none" });
  await parts.settled();
  expect(told("delivery.done")).toMatchObject([
    { printId: 1, printer: "kitchen", note: null, possibleDuplicate: false },
    { printId: 2, printer: "kitchen" },
  ]);
  // Another start does not tell of them again.
  await passTime(start(), SITUATION_TIMES.waiting);
  expect(told("delivery.waiting")).toHaveLength(2);
});

test("when the last print came is known after a restart too", async () => {
  await parts.print(kitchen, "one\n");
  const { createdAt } = parts.all()[0] ?? { createdAt: 0 };
  expect(of(start()).lastPrintAt).toBe(createdAt);
});
