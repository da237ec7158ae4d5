import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import type { EventKind } from "../../src/domain/event.ts";
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
/** Faults of the storage that are to come when progress is stored. */
let faults: number;
const servers: { stop(now: boolean): unknown }[] = [];

beforeEach(() => {
  database = new Database(":memory:", { strict: true });
  migrate(database);
  ensureAdministrator(database, 0);
  writer = new BatchWriter(database, Date.now);
  sender = null;
  faults = 0;
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
  sender = new WebhookSender(stored(), {
    reader: new EventReader(database),
    clock: Date.now,
    log: { write() {} },
    store: async (id, progress) => {
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
