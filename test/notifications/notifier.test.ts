import { afterEach, beforeEach, expect, test } from "bun:test";
import type { NotificationSettings, NotifiedEvent } from "../../src/domain/notification.ts";
import type { NotificationMessage } from "../../src/notifications/message.ts";
import { Notifier } from "../../src/notifications/notifier.ts";
import { notificationsHealth } from "../../src/notifications/notifications.ts";
import type { SendingOutcome } from "../../src/notifications/sending.ts";
import type { PrinterCondition } from "../../src/domain/printer-situation.ts";
import { NotificationReader } from "../../src/storage/notification-store.ts";
import { RealParts } from "../delivery/real-parts.ts";

const MINUTE = 60_000;

let parts: RealParts;
let reader: NotificationReader;
/** What time it is; a test alone sets it forward. */
let now: number;
let outcome: SendingOutcome;
let sent: NotificationMessage[];
const notifiers: Notifier[] = [];

beforeEach(async () => {
  parts = await RealParts.start();
  reader = new NotificationReader(parts.database);
  [now, outcome, sent] = [Date.now() + MINUTE, { ok: true }, []];
  await parts.addPrinter({ name: "kitchen", target: "tcp://127.0.0.1:1" });
});
afterEach(async () => {
  await Promise.all(notifiers.splice(0).map((notifier) => notifier.close()));
  await parts.end();
});

async function make(settings: Partial<NotificationSettings> = {}): Promise<number> {
  const whole: NotificationSettings = {
    name: "Office",
    kind: "ntfy",
    address: "http://127.0.0.1:1/",
    server: null,
    secret: null,
    workspaceId: null,
    events: ["printer.state", "health"],
    quietHours: null,
    language: "en",
    priority: null,
    state: "active",
    ...settings,
  };
  const { id } = await parts.writer.submit({
    kind: "notification",
    change: { do: "create", settings: whole },
  });
  return id;
}

function start(id: number): Notifier {
  const notifier = new Notifier(id, {
    reader,
    store: (change) => parts.writer.submit({ kind: "notification", change }),
    mail: { server: null, from: "till@example.com" },
    machine: "shop",
    clock: () => now,
    log: { write() {} },
    send(message) {
      sent.push(message);
      return Promise.resolve(outcome);
    },
  });
  notifiers.push(notifier);
  return notifier;
}

async function happens(state: PrinterCondition["state"], before: PrinterCondition["state"]): Promise<void> {
  const condition = { state, isTrouble: state !== "ready", sentence: "", parameters: {} };
  const change = { do: "printer", printerId: 1, condition, since: null, before } as const;
  await parts.writer.submit({ kind: "condition", change });
}

const subjects = () => sent.map(({ subject }) => subject);

test("what has happened is told once, also after a restart, and then not so soon again", async () => {
  const id = await make();
  await happens("paper-end", "ready");
  start(id).wake();
  await parts.until(() => (reader.get(id).sentAt ?? 0) > 0, "the first message");
  expect(subjects()).toEqual(["kitchen: It is out of paper."]);
  await happens("ready", "paper-end");
  await happens("cover-open", "ready");
  const again = start(id);
  again.wake();
  await parts.until(() => reader.notices(id).length === 2, "what waits");
  expect(sent).toHaveLength(1);
  now += 10 * MINUTE;
  again.wake();
  await parts.until(() => reader.notices(id).length === 0, "the digest");
  expect(sent[1]?.subject).toBe("2 messages about kitchen");
  expect(sent[1]?.text).toMatch(/It prints again\.\n.*The cover is open\./);
});

test("what is not taken is tried again until it is, and told of in the health", async () => {
  const id = await make();
  const health = notificationsHealth(reader);
  await happens("paper-end", "ready");
  outcome = { ok: false, reason: "It answered 503." };
  const notifier = start(id);
  for (const attempts of [1, 2, 3]) {
    notifier.wake();
    await parts.until(() => reader.get(id).attempts === attempts, "an attempt");
    now += 60 * MINUTE;
  }
  expect(reader.get(id)).toMatchObject({ reason: "It answered 503.", failingSince: expect.any(Number) });
  expect(health.look()).toMatchObject({
    state: "degraded",
    // Anybody may ask for the health.
    message: expect.not.stringMatching(/Office|503/),
  });
  outcome = { ok: true };
  notifier.wake();
  await parts.until(() => reader.notices(id).length === 0, "the message");
  expect(new Set(subjects()).size).toBe(1);
  expect(reader.get(id)).toMatchObject({ reason: null, attempts: 0, failingSince: null });
  expect(health.look().state).toBe("ok");
});

test("one that was paused is not told later of what happened meanwhile", async () => {
  const id = await make({ state: "paused" });
  const notifier = start(id);
  await happens("paper-end", "ready");
  notifier.wake();
  const update = (state: "active" | "paused") =>
    parts.writer.submit({ kind: "notification", change: { do: "update", id, settings: { state } } });
  await update("active");
  await happens("ready", "paper-end");
  notifier.wake();
  await parts.until(() => (reader.get(id).sentAt ?? 0) > 0, "the message");
  expect(subjects()).toEqual(["kitchen: It prints again."]);
});

test("what cannot be stored is told all the same, to who wants to hear of it", async () => {
  const wanting = start(await make());
  const other = start(await make({ events: ["delivery.failed"] }));
  const data = { component: "storage", state: "failed", message: "The disk is full." };
  const notice = { topic: "health storage", kind: "health" as NotifiedEvent, data, at: now };
  await Promise.all([wanting.tellUnstored(notice), other.tellUnstored(notice)]);
  expect(subjects()).toEqual(["Storing: failed. The disk is full."]);
});
