import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { monotonicClock } from "../../src/domain/clock.ts";
import type { EventKind } from "../../src/domain/event.ts";
import { MILLISECONDS_PER_DAY } from "../../src/domain/limits.ts";
import { WEBHOOK_LIMITS } from "../../src/domain/listener-limits.ts";
import { newWebhookSecret, type Webhook, type WebhookSettings } from "../../src/domain/webhook.ts";
import { EventReader } from "../../src/events/event-reader.ts";
import { BatchWriter } from "../../src/storage/batch-writer.ts";
import { ensureAdministrator } from "../../src/storage/first-start.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { WebhookStore } from "../../src/storage/webhook-store.ts";
import type { WriteOperation } from "../../src/storage/write-operation.ts";
import { WebhookSender } from "../../src/webhooks/webhook-sender.ts";
import { createOperation } from "../create-operation.ts";
import { until } from "../until.ts";

let database: Database;
let writer: BatchWriter;
let sender: WebhookSender | null;
/** How far the clock is ahead, and how much time has passed beside what really has, milliseconds. */
let [ahead, passed] = [0, 0];
/** Faults of the storage that are to come when progress is stored. */
let faults: number;
/** What storing progress waits for, and whether it does. */
let gate: Promise<void>;
let isStoring: boolean;
const servers: { stop(now: boolean): unknown }[] = [];

beforeEach(() => {
  database = new Database(":memory:", { strict: true });
  migrate(database);
  ensureAdministrator(database, 0);
  writer = new BatchWriter(database, Date.now);
  sender = null;
  faults = 0;
  gate = Promise.resolve();
  isStoring = false;
  [ahead, passed] = [0, 0];
});
afterEach(async () => {
  await sender?.close();
  for (const server of servers.splice(0)) await server.stop(true);
  database.close();
});

function write(...operations: WriteOperation[]): void {
  expect(writer.write(operations).results.every(({ ok }) => ok)).toBe(true);
}

const createPrints = (count: number) => write(...Array.from({ length: count }, () => createOperation()));

/** An address that counts what it is told, and answers as `answer` says. */
function receiver(answer: (count: number) => number | Promise<number> = () => 204) {
  const told = { count: 0, url: "" };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async () => new Response(null, { status: await answer(++told.count) }),
  });
  servers.push(server);
  told.url = `http://127.0.0.1:${server.port}/`;
  return told;
}

/** Stores a webhook that is told of everything since the beginning, and what tells it. */
function start(url: string, events: readonly EventKind[]): WebhookSender {
  const settings: WebhookSettings = { url, events, secret: newWebhookSecret(), state: "active" };
  const position = { nextOrdinal: 0, lastEvent: 0 };
  write({ kind: "webhook", change: { do: "create", workspaceId: 1, settings, position } });
  return senderOf(stored());
}

/** What tells a webhook, as a start of the service makes it. */
function senderOf(webhook: Webhook): WebhookSender {
  sender = new WebhookSender(webhook, {
    reader: new EventReader(database),
    clock: () => Date.now() + ahead,
    monotonic: () => monotonicClock() + passed,
    log: { write() {} },
    store: async (id, progress) => {
      isStoring = true;
      await gate;
      if (faults-- > 0) throw new Error("the disk is full");
      write({ kind: "webhook", change: { do: "progress", id, ...progress } });
    },
  });
  return sender;
}

function stored(): Webhook {
  return new WebhookStore(database).get(1, 1);
}

test("what a webhook is not told of is stored as passed over, so that no start looks at it again", async () => {
  createPrints(2500);
  start(receiver().url, ["delivery.failed"]).wake();
  await until(() => stored().position.nextOrdinal >= 1500);
});

test("a webhook that passes over much leaves others their turn", async () => {
  createPrints(2500);
  start(receiver().url, ["delivery.failed"]).wake();
  let turns = 0;
  const counting = setInterval(() => turns++, 0);
  await until(() => stored().position.nextOrdinal >= 1500);
  clearInterval(counting);
  expect(turns).toBeGreaterThan(5);
});

test("an attempt in vain is repeated even when it could not be stored", async () => {
  const address = receiver((count) => (count === 1 ? 500 : 204));
  createPrints(1);
  faults = 1;
  start(address.url, ["print.created"]).wake();
  await until(() => address.count === 2);
});

test("a pause that could not be stored is stored later, and nothing is told meanwhile", async () => {
  const address = receiver(() => 410);
  createPrints(1);
  faults = 2;
  const telling = start(address.url, ["print.created"]);
  telling.wake();
  await until(() => faults === 1);
  expect(stored().state).toBe("active");
  // As when another webhook is changed: the table is older than what is known here.
  telling.change(stored());
  createPrints(1);
  telling.wake();
  await until(() => stored().state === "paused");
  expect(stored()).toMatchObject({ attempts: 1, reason: expect.stringContaining("410") });
  telling.wake();
  await Bun.sleep(50);
  expect(address.count).toBe(1);
});

test("a person's change counts more than a pause that could not be stored", async () => {
  const gone = receiver(() => 410);
  const address = receiver();
  createPrints(1);
  faults = Number.MAX_SAFE_INTEGER;
  const telling = start(gone.url, ["print.created"]);
  telling.wake();
  await until(() => faults < Number.MAX_SAFE_INTEGER);
  // Later than it was made, as people are.
  await Bun.sleep(2);
  const settings = { url: address.url, state: "active" } as const;
  write({ kind: "webhook", change: { do: "update", id: 1, settings } });
  telling.change(stored());
  faults = 0;
  await until(() => stored().position.nextOrdinal === 1);
  expect([address.count, gone.count, stored().state]).toEqual([1, 1, "active"]);
});

test("a pause that is stored after a person's change says nothing about it", async () => {
  const { promise: isStored, resolve: store } = Promise.withResolvers<void>();
  gate = isStored;
  const gone = receiver(() => 410);
  const address = receiver();
  createPrints(1);
  const telling = start(gone.url, ["print.created"]);
  telling.wake();
  await until(() => isStoring);
  await Bun.sleep(2);
  write({
    kind: "webhook",
    change: { do: "update", id: 1, settings: { url: address.url, state: "active" } },
  });
  store();
  telling.change(stored());
  await until(() => address.count === 1);
  await until(() => stored().position.nextOrdinal === 1);
  expect(stored().state).toBe("active");
});

test("the answer of an address that is not meant any more says nothing about the new one", async () => {
  const { promise: isChanged, resolve: change } = Promise.withResolvers<void>();
  const before = receiver(async () => {
    await isChanged;
    return 410;
  });
  const after = receiver();
  createPrints(1);
  const telling = start(before.url, ["print.created"]);
  telling.wake();
  await until(() => before.count === 1);
  write({ kind: "webhook", change: { do: "update", id: 1, settings: { url: after.url } } });
  telling.change(stored());
  change();
  await until(() => after.count === 1);
  await until(() => stored().position.nextOrdinal === 1);
  expect(stored()).toMatchObject({ state: "active", attempts: 0, reason: null });
});

const YEAR = 365 * MILLISECONDS_PER_DAY;

test("a webhook that failed while the clock was years ahead does not wait for these years", async () => {
  const address = receiver((count) => (count < 3 ? 500 : 204));
  createPrints(1);
  ahead = 10 * YEAR;
  const telling = start(address.url, ["print.created"]);
  telling.wake();
  await until(() => stored().attempts === 1);
  ahead = 0;
  passed = WEBHOOK_LIMITS.firstRetryMilliseconds;
  telling.wake();
  await until(() => stored().attempts === 2);
  // Nor does one that a start finds with such a time.
  await telling.close();
  expect(stored().nextAttemptAt ?? 0).toBeLessThan(Date.now() + YEAR);
  database.run(`UPDATE webhook SET next_attempt_at = ${Date.now() + 10 * YEAR}`);
  const again = senderOf(stored());
  again.wake();
  await Bun.sleep(0);
  expect(address.count).toBe(2);
  passed += WEBHOOK_LIMITS.waitMostMilliseconds;
  again.wake();
  await until(() => address.count === 3);
});

test("a webhook is paused for the time that it failed, not for what the clock was set by", async () => {
  const address = receiver(() => 500);
  createPrints(1);
  const telling = start(address.url, ["print.created"]);
  telling.wake();
  await until(() => stored().attempts === 1);
  ahead = YEAR;
  passed += WEBHOOK_LIMITS.waitMostMilliseconds;
  telling.wake();
  await until(() => stored().attempts === 2);
  expect(stored().state).toBe("active");
  passed += WEBHOOK_LIMITS.pauseAfterMilliseconds;
  telling.wake();
  await until(() => stored().state === "paused");
});
