import type { SavedSearchChange } from "../../src/storage/saved-search-store.ts";
import { hashSecret } from "../../src/domain/token.ts";
import { audit, systemActor } from "../../src/audit/audit-entry.ts";
import type { AuditChange } from "../../src/storage/audit-store.ts";
import { NO_PROGRESS } from "../../src/storage/scrub-store.ts";
import type { WriteOperation } from "../../src/storage/write-operation.ts";
import { timeCorrection } from "../../src/domain/time-correction.ts";
import { PRINTER_DEFAULTS } from "../../src/contract/printer-settings.ts";
import { HISTORY_LIMITS } from "../../src/domain/limits.ts";
import type { CodeRecord } from "../../src/fiscal/code-record.ts";
import type { RuleSettings } from "../../src/domain/rule.ts";
import { BatchWriter } from "../../src/storage/batch-writer.ts";
import { Checkpointer } from "../../src/storage/checkpointer.ts";
import { type ClockChange, CORRECTED_TABLES } from "../../src/storage/clock-store.ts";
import { openForWriting } from "../../src/storage/database.ts";
import type { ConditionChange } from "../../src/storage/condition-store.ts";
import type { DeliveryChange } from "../../src/storage/delivery-store.ts";
import type { FiscalChange } from "../../src/storage/fiscal-writer.ts";
import type { IndexStep } from "../../src/storage/index-writer.ts";
import type { NotificationChange } from "../../src/storage/notification-store.ts";
import type { PrinterChange } from "../../src/storage/printer-store.ts";
import type { RuleChange } from "../../src/storage/rule-store.ts";
import type { GivenRetentionRule } from "../../src/domain/retention.ts";
import type { ExpireChange } from "../../src/storage/print-expiry.ts";
import { fingerprintOf } from "../../src/storage/print-fingerprint.ts";
import type { ReferenceChange } from "../../src/storage/reference-store.ts";
import type { RetentionChange } from "../../src/storage/retention-store.ts";
import { probeStorage } from "../../src/storage/storage-probe.ts";
import type { OwnUpstreamChange, UpstreamChange } from "../../src/storage/upstream-store.ts";
import type { WebhookChange } from "../../src/storage/webhook-store.ts";
import { createOperation } from "../create-operation.ts";
import { PRINTERS, PURGED_PRINT, ROWS } from "./large-database.ts";

/** The JSON of the last answer. */
let answered = "";

/** Makes a change and gives the id of what it changed. */
type Write = (operation: WriteOperation) => number;

/** Does one kind of change, in all its forms; of each a union of operations has, one must be here. */
type Deeds<Name extends string> = Readonly<Record<Name, (write: Write, signInCode: string) => void>>;

const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const owner = { workspaceId: 1, userId: 1 };
const hash = (text: string) => new Uint8Array(32).fill(text.length);
const PRINT = createOperation({ printerId: PRINTERS.few, isDelivered: true });

/** A delivery that is being sent, of a printer that has none yet. */
function sending(write: Write, printerId = 900): { id: number; printId: number; printerId: number } {
  const printId = write(createOperation());
  const change = { do: "queue", workspaceId: 1, printId, printerId, isPassing: true } as const;
  return { id: write({ kind: "delivery", change }), printId, printerId };
}

const delivery = (write: Write, change: DeliveryChange) => write({ kind: "delivery", change });

const DELIVERY_DEEDS: Deeds<DeliveryChange["do"]> = {
  queue: (write) => void sending(write),
  passed(write) {
    const ended = { reason: "", whenInterrupted: "hold" } as const;
    delivery(write, { do: "passed", ...ended, ...sending(write, 901), isWhole: true, sentBytes: 1 });
    delivery(write, { do: "passed", ...ended, ...sending(write, 902), isWhole: false, sentBytes: 0 });
  },
  begin(write) {
    const queue = { do: "queue", workspaceId: 1, printId: 20, printerId: 903 } as const;
    delivery(write, { do: "begin", id: delivery(write, queue), printerId: 903 });
  },
  wait: (write) => void delivery(write, { do: "wait", id: ROWS - 1, reason: "", nextAttemptAt: 1 }),
  alter: (write) => void delivery(write, { do: "alter", id: sending(write).id, notes: ["It is late."] }),
  setAside(write) {
    const id = delivery(write, { do: "queue", workspaceId: 1, printId: 20, printerId: 904 });
    delivery(write, { do: "setAside", id, state: "held", cause: "late", reason: "" });
  },
  note: (write) => void delivery(write, { do: "note", id: sending(write).id, reason: "" }),
  confirm(write) {
    const { id } = sending(write);
    delivery(write, { do: "hold", id, reason: "", sentBytes: 1 });
    delivery(write, { do: "confirm", id, reason: "" });
  },
  finish: (write) => void delivery(write, { do: "finish", id: sending(write).id, reason: null }),
  requeue: (write) =>
    void delivery(write, { do: "requeue", id: sending(write).id, reason: "", nextAttemptAt: 1 }),
  resend: (write) =>
    void delivery(write, { do: "resend", id: sending(write).id, reason: "", nextAttemptAt: 1, sentBytes: 1 }),
  hold: (write) => void delivery(write, { do: "hold", id: sending(write).id, reason: "", sentBytes: 1 }),
  fail: (write) => void delivery(write, { do: "fail", id: sending(write).id, reason: "" }),
  cancel: (write) => void delivery(write, { do: "cancel", workspaceId: 1, id: sending(write).id }),
  release(write) {
    const { id } = sending(write);
    delivery(write, { do: "hold", id, reason: "", sentBytes: 1 });
    delivery(write, { do: "release", workspaceId: 1, id });
  },
  retry(write) {
    const { id } = sending(write);
    delivery(write, { do: "fail", id, reason: "" });
    delivery(write, { do: "retry", workspaceId: 1, id });
  },
  decideAll(write) {
    const held = { do: "decideAll", printerId: PRINTERS.backlog } as const;
    delivery(write, { ...held, decision: "release", cause: "late" });
    delivery(write, { ...held, decision: "cancel", cause: null });
  },
  cancelQueued: (write) =>
    void delivery(write, { do: "cancelQueued", printerId: PRINTERS.backlog, throughId: ROWS }),
  divert(write) {
    const move = { do: "divert", printerId: PRINTERS.backlog, backupId: 905, reason: "" } as const;
    delivery(write, { ...move, isTold: true });
  },
  giveBack: (write) => void delivery(write, { do: "giveBack", printerId: PRINTERS.backlog, isTold: true }),
  abandon: (write) => void delivery(write, { do: "abandon", printerId: PRINTERS.backlog, reason: "" }),
};

const INDEX_DEEDS: Deeds<IndexStep["do"]> = {
  begin: (write) => void segment(write, 0),
  chunks(write) {
    const segmentId = segment(write, 0);
    index(write, { do: "chunks", segmentId, firstPart: 0, contents: [bytes("part")] });
    index(write, { do: "drop", segmentId });
  },
  publish(write) {
    index(write, { do: "publish", segmentId: segment(write, 0) });
    index(write, { do: "publish", segmentId: segment(write, 1) });
  },
  abandon: (write) => void index(write, { do: "abandon" }),
  drop: (write) => void index(write, { do: "drop", segmentId: 1 }),
  charsets(write) {
    const devices = [{ printerId: 0, deviceId: "till", charset: "china" }] as const;
    const prints = [{ printId: 1, charset: "china" }] as const;
    index(write, { do: "charsets", workspaceId: 1, nextOrdinal: 2, devices, prints });
  },
  text(write) {
    index(write, { do: "text", workspaceId: 1, version: 1, texts: [{ ordinal: ROWS, lines: "line" }] });
  },
};

const index = (write: Write, step: IndexStep) => write({ kind: "background", step, fills: [], progress: [] });

function segment(write: Write, kind: number): number {
  const place = { version: 1, firstOrdinal: 0, printCount: 100, throughChange: 1, throughRemoval: 1 };
  return index(write, { do: "begin", workspaceId: 1, kind, ...place });
}

const PRINTER_DEEDS: Deeds<PrinterChange["do"]> = {
  create: (write) => void printer(write, "made"),
  update(write) {
    const id = printer(write, "changed");
    write({ kind: "printer", change: { do: "update", id, settings: { name: "renamed", width: 42 } } });
  },
  pair: (write) => void write({ kind: "printer", change: { do: "pair", id: printer(write, "paired") } }),
  pollSecret: (write) =>
    void write({
      kind: "printer",
      change: { do: "pollSecret", id: printer(write, "polled"), secretHash: new Uint8Array(32) },
    }),
  learnOrigin(write) {
    const id = printer(write, "learning");
    write({ kind: "printer", change: { do: "pair", id } });
    write({ kind: "printer", change: { do: "learnOrigin", id, origin: "https://pos.example" } });
  },
  remove: (write) => void write({ kind: "printer", change: { do: "remove", id: printer(write, "removed") } }),
};

const printer = (write: Write, name: string) =>
  write({ kind: "printer", change: { do: "create", settings: { ...PRINTER_DEFAULTS, name }, owner } });

const RULE: RuleSettings = {
  name: "rule",
  pattern: "x",
  label: null,
  tag: '{"x":"y"}',
  appliesTo: "printers",
  enabled: true,
};

const rule = (write: Write, change: RuleChange) => write({ kind: "rule", change });

const RULE_DEEDS: Deeds<RuleChange["do"]> = {
  create: (write) => void newRule(write),
  update(write) {
    const given = { settings: RULE, position: 0 };
    rule(write, { do: "update", workspaceId: 1, id: newRule(write), given });
  },
  remove: (write) => void rule(write, { do: "remove", workspaceId: 1, id: newRule(write) }),
  defaults: (write) => void rule(write, { do: "defaults", workspaceId: 1, enabled: true }),
  progress: (write) => void rule(write, { do: "progress", workspaceId: 1, nextOrdinal: 1 }),
  begin: (write) => void rule(write, { do: "begin" }),
  reapply: (write) => void rule(write, { do: "reapply", workspaceId: 1, from: 1, to: Date.now() }),
  reapplied: (write) => void rule(write, { do: "reapplied", workspaceId: 1, nextOrdinal: 1, filled: 1 }),
};

const newRule = (write: Write) =>
  rule(write, { do: "create", workspaceId: 1, given: { settings: RULE, position: 0 } });

const RETENTION: GivenRetentionRule = {
  settings: { name: "old", condition: "{}", maxAge: "2y", maxPrints: null, maxSize: null, enabled: true },
  position: 0,
};

const retention = (write: Write, change: RetentionChange | ExpireChange) =>
  write({ kind: "retention", change });

const newRetention = (write: Write) => retention(write, { do: "create", workspaceId: 1, given: RETENTION });

const newHold = (write: Write) =>
  retention(write, { do: "hold", workspaceId: 1, name: "case", condition: "{}", reason: "asked", by: "me" });

const RETENTION_DEEDS: Deeds<(RetentionChange | ExpireChange)["do"]> = {
  create: (write) => void newRetention(write),
  update: (write) =>
    void retention(write, {
      do: "update",
      workspaceId: 1,
      id: newRetention(write),
      given: {
        settings: {
          ...RETENTION.settings,
          maxAge: "3y",
        },
        position: 1,
      },
    }),
  remove: (write) => void retention(write, { do: "remove", workspaceId: 1, id: newRetention(write) }),
  confirm: (write) => void retention(write, { do: "confirm", workspaceId: 1, id: newRetention(write) }),
  confirmLimits: (write) => void retention(write, { do: "confirmLimits" }),
  looked: (write) =>
    void retention(write, {
      do: "looked",
      id: newRetention(write),
      version: 0,
      wouldDelete: 1,
      appliesFrom: 1,
    }),
  limits(write) {
    retention(write, { do: "limits", values: { "max-age": "2y" } });
    retention(write, { do: "limits", values: { "max-age": "3y" } });
  },
  lookedAtLimit: (write) =>
    void retention(write, {
      do: "lookedAtLimit",
      name: "max-age",
      value: "3y",
      version: 0,
      wouldDelete: 1,
      appliesFrom: 1,
    }),
  note: (write) =>
    void retention(write, {
      do: "note",
      endedAt: 1,
      resumesAt: null,
      report: {
        deleted: {},
        purged: 0,
        purgedBytes: 0,
        held: 0,
        waitingForPaper: 0,
      },
    }),
  hold: (write) => void newHold(write),
  release: (write) =>
    void retention(write, { do: "release", workspaceId: 1, id: newHold(write), reason: "over", by: "me" }),
  expire(write) {
    const id = write(createOperation({ workspaceId: 2 }));
    const prints = [{ id, fingerprint: fingerprintOf(answered) }];
    // Whichever it is by now: with another one nothing is done.
    for (let version = 0; version < 20; version++)
      retention(write, { do: "expire", workspaceId: 2, name: "old", version, prints });
  },
};

const WEBHOOK = {
  url: "http://127.0.0.1:1/",
  secret: "secret",
  events: ["print.created"],
  state: "paused",
} as const;
const POSITION = { nextOrdinal: 1, lastEvent: 1 };

const webhook = (write: Write, change: WebhookChange) => write({ kind: "webhook", change });

const newWebhook = (write: Write) =>
  webhook(write, { do: "create", workspaceId: 1, settings: WEBHOOK, position: POSITION });

const WEBHOOK_DEEDS: Deeds<WebhookChange["do"]> = {
  create: (write) => void newWebhook(write),
  update: (write) => void webhook(write, { do: "update", id: newWebhook(write), settings: WEBHOOK }),
  remove: (write) => void webhook(write, { do: "remove", id: newWebhook(write) }),
  progress(write) {
    const progress = {
      attempts: 1,
      failingSince: null,
      nextAttemptAt: null,
      reason: null,
      state: "active",
      knownUpdate: 0,
    } as const;
    webhook(write, { do: "progress", id: newWebhook(write), position: POSITION, ...progress });
  },
};

const savedSearch = (write: Write, change: SavedSearchChange) => write({ kind: "savedSearch", change });

const newSavedSearch = (write: Write) =>
  savedSearch(write, {
    do: "create",
    workspaceId: 1,
    name: `Large ${Bun.randomUUIDv7()}`,
    query: "total:>100",
  });

const SAVED_SEARCH_DEEDS: Deeds<SavedSearchChange["do"]> = {
  create: (write) => void newSavedSearch(write),
  update(write) {
    const change = { id: newSavedSearch(write), name: "Large", query: "total:>200" };
    savedSearch(write, { do: "update", workspaceId: 1, ...change });
  },
  remove: (write) => void savedSearch(write, { do: "remove", workspaceId: 1, id: newSavedSearch(write) }),
};

const clock = (write: Write, change: ClockChange) => write({ kind: "clock", change });

/** A time by which everything is wrong. */
const LONG_AGO = 1000;

const CLOCK_DEEDS: Deeds<ClockChange["do"]> = {
  note: (write) => void clock(write, { do: "note", trustedAt: Date.now(), ahead: 0 }),
  correct(write) {
    const wrong = { firstWrong: LONG_AGO + 1, lastWrong: Date.now() };
    const known = { now: LONG_AGO, lastRight: null, ...wrong, workspaceCreatedAt: 0, ahead: null };
    const corrections = [[1, timeCorrection(known)]] as const;
    for (const table of CORRECTED_TABLES) clock(write, { do: "correct", table, after: 0, corrections });
  },
  correctKeys: (write) => void clock(write, { do: "correctKeys", now: LONG_AGO }),
  correctOthers: (write) => void clock(write, { do: "correctOthers", now: LONG_AGO }),
};

const condition = (write: Write, change: ConditionChange) => write({ kind: "condition", change });

const CONDITION_DEEDS: Deeds<ConditionChange["do"]> = {
  printer(write) {
    const told = { state: "paper-end", isTrouble: true, sentence: "No paper.", parameters: {} } as const;
    condition(write, { do: "printer", printerId: PRINTERS.few, condition: told, since: 1, before: "ready" });
  },
  waiting: (write) =>
    void condition(write, { do: "waiting", printerId: PRINTERS.few, until: Date.now(), reason: "No paper." }),
  lastPrints: (write) => void condition(write, { do: "lastPrints", times: new Map([[PRINTERS.few, 1]]) }),
  health: (write) =>
    void condition(write, {
      do: "health",
      component: "storage",
      state: "failed",
      message: "The disk is full.",
      since: 1,
    }),
};

const REFERENCE_DEEDS: Deeds<ReferenceChange["do"]> = {
  approve(write) {
    const settings = { printer: {}, ignore: [], tolerance: 0, by: "test" };
    write({
      kind: "reference",
      change: { do: "approve", workspaceId: 1, name: "A", printId: 12, ...settings },
    });
  },
  remove: (write) => void write({ kind: "reference", change: { do: "remove", workspaceId: 1, name: "A" } }),
};

const NOTIFICATION = {
  name: "Office",
  kind: "mail",
  address: "office@example.com",
  server: null,
  secret: null,
  workspaceId: null,
  events: ["health"],
  quietHours: null,
  language: "en",
  priority: null,
  state: "active",
} as const;

const notification = (write: Write, change: NotificationChange) => write({ kind: "notification", change });

const newNotification = (write: Write) => notification(write, { do: "create", settings: NOTIFICATION });

const NOTIFICATION_DEEDS: Deeds<NotificationChange["do"]> = {
  create: (write) => void newNotification(write),
  update: (write) =>
    void notification(write, { do: "update", id: newNotification(write), settings: { state: "active" } }),
  remove: (write) => void notification(write, { do: "remove", id: newNotification(write) }),
  collect(write) {
    const notice = { topic: "health storage", kind: "health", data: {}, at: 1 } as const;
    notification(write, { do: "collect", id: newNotification(write), lastEvent: 1, notices: [notice] });
  },
  told: (write) =>
    void notification(write, { do: "told", id: newNotification(write), notices: [1], told: {}, sentAt: 1 }),
  failed(write) {
    const outcome = { reason: "It is away.", attempts: 1, failingSince: 1, nextAttemptAt: 2 };
    notification(write, { do: "failed", id: newNotification(write), knownUpdate: 0, ...outcome });
  },
};

const AUDIT_DEEDS: Deeds<AuditChange["do"]> = {
  add: (write) =>
    void write({
      kind: "audit",
      change: { do: "add", note: audit(systemActor("service"), "service.started", "test") },
    }),
  expire: (write) => void write({ kind: "audit", change: { do: "expire", before: Date.now() + 1000 } }),
};

const FISCAL_CODE: CodeRecord = {
  system: "tse",
  device: "till",
  sequence: 1,
  own: new Uint8Array(8),
  previous: null,
  verdict: "valid",
  code: "V0;till",
};

const FISCAL_DEEDS: Deeds<FiscalChange["do"]> = {
  add(write) {
    const certificate = { serial: "20f2ed172daa09e5", subject: "", publicKey: new Uint8Array(65) };
    write({ kind: "fiscal", change: { do: "add", workspaceId: 1, certificate } });
  },
  remove: (write) =>
    void write({ kind: "fiscal", change: { do: "remove", workspaceId: 1, serial: "20f2ed172daa09e5" } }),
};

const doAll = (deeds: Deeds<string>) => (write: Write, signInCode: string) => {
  for (const deed of Object.values(deeds)) deed(write, signInCode);
};

const offer = {
  nonce: "one",
  to: { nextOrdinal: 2, nextChange: 1 },
  prints: [0, 2],
  through: 1,
  reviewEnd: 2,
} as const;

const place = { url: "https://archive.example", pin: null, certificates: null, bytesPerSecond: null };

const UPSTREAM_DEEDS: Deeds<UpstreamChange["do"]> = {
  begin: (write) => upstreamChange(write, { do: "begin", instance: "this", ...place }),
  joined(write) {
    upstreamChange(write, { do: "joined", key: "sk_one", remote: "berlin", ...place });
    write({ kind: "update", workspaceId: 1, printId: 500_002, patch: { label: "changed for an archive" } });
  },
  limit: (write) => upstreamChange(write, { do: "limit", bytesPerSecond: 150_000 }),
  nextKey: (write) => upstreamChange(write, { do: "nextKey", key: "sk_two" }),
  keyUsed: (write) => upstreamChange(write, { do: "keyUsed", key: "sk_two" }),
  offer: (write) => upstreamChange(write, { do: "offer", offer }),
  answered: (write) => upstreamChange(write, { do: "answered", nonce: "one" }),
  review: (write) => upstreamChange(write, { do: "review" }),
  want: (write) => upstreamChange(write, { do: "want", ordinals: [1] }),
  contact: (write) => upstreamChange(write, { do: "contact" }),
  doubt: (write) => upstreamChange(write, { do: "doubt" }),
  leave: (write) => upstreamChange(write, { do: "leave" }),
};

function upstreamChange(write: Write, given: OwnUpstreamChange): void {
  write({ kind: "upstream", change: { ...given, workspaceId: 1 } });
}

const DEEDS: Deeds<WriteOperation["kind"]> = {
  upstream: doAll(UPSTREAM_DEEDS),
  takeBack: (write) => void write({ kind: "takeBack", workspaceId: 1, prints: [], userId: 1 }),
  seal(write) {
    write({ kind: "seal", change: { do: "seal", workspaceId: 1 } });
    const timeStamp = Uint8Array.of(0x30, 0x00);
    write({ kind: "seal", change: { do: "stamp", workspaceId: 1, number: 1, timeStamp } });
  },
  reference: doAll(REFERENCE_DEEDS),
  card(write) {
    const found = { workspaceId: 1, printId: 500_000, text: 1, brands: ["Visa"] };
    const cardScan = { do: "scanned", workspaceId: 1, nextOrdinal: 64, found: 1 } as const;
    write({ kind: "card", change: { do: "scan", workspaceId: 1 } });
    write({ kind: "background", step: null, fills: [], progress: [], cards: [found], cardScan });
  },
  fiscal: doAll(FISCAL_DEEDS),
  create(write) {
    write(createOperation({ idempotencyKey: "new" }));
    write(createOperation({ idempotencyKey: "new" }));
    write({ ...PRINT, isPassing: true });
  },
  update(write) {
    // One more than the history of a print has.
    for (let change = 0; change <= HISTORY_LIMITS.changes; change++)
      write({ kind: "update", workspaceId: 1, printId: 500_000, patch: { label: `changed ${change}` } });
  },
  delete: (write) => void write({ kind: "delete", workspaceId: 1, printId: 500_001 }),
  restore: (write) => void write({ kind: "restore", workspaceId: 1, printId: 500_001 }),
  remove(write) {
    const removal = {
      kind: "remove",
      workspaceId: 1,
      userId: null,
      reason: "asked",
      removalId: null,
      isLast: true,
    } as const;
    write({ ...removal, how: "erased", printIds: [500_003] });
    write({ kind: "delete", workspaceId: 1, printId: 500_004 });
    write({ ...removal, how: "purged", printIds: [500_004, 500_005] });
  },
  giveBack: (write) => void write({ kind: "giveBack" }),
  forgetPurged: (write) => void write({ kind: "forgetPurged", workspaceId: 1 }),
  token(write) {
    const times = { createdAt: 1, expiresAt: null };
    const token = { id: "made", secretHash: hash("made"), name: "", scopes: ["read"] as const, ...times };
    write({ kind: "token", change: { do: "create", token: { ...owner, ...token } } });
    write({ kind: "token", change: { do: "revoke", id: "made" } });
  },
  workspace(write) {
    write({ kind: "workspace", change: { do: "create", slug: "made", settings: { width: 42 } } });
    write({ kind: "workspace", change: { do: "update", slug: "made", settings: { charset: "western" } } });
  },
  tokenUse: (write) => void write({ kind: "tokenUse", usedAt: new Map([["some", 1]]) }),
  openSession(write, signInCode) {
    const from = { expiresAt: Date.now() + 1000, client: "::1", userAgent: "", openedBy: "link" } as const;
    const session = { userId: 1, tokenId: null, ...from };
    const first = { ...session, id: "one", secretHash: hash("one"), codeHash: null, replaces: null };
    write({ kind: "openSession", ...first });
    const other = {
      id: "other",
      secretHash: hash("other"),
      codeHash: hashSecret(signInCode),
      replaces: "one",
    };
    write({ kind: "openSession", ...session, ...other });
  },
  closeSession: (write) => void write({ kind: "closeSession", id: "other" }),
  person(write) {
    const link = { codeHash: hash("link"), expiresAt: Date.now() + 1000 };
    const settings = { name: "Carl", role: "operator", workspaceId: null } as const;
    write({ kind: "person", change: { do: "create", settings, passwordHash: null, link } });
    write({ kind: "person", change: { do: "update", id: 3, settings: { role: "viewer" } } });
    write({ kind: "person", change: { do: "password", id: 3, passwordHash: "none", keptSession: "one" } });
    const other = { codeHash: hash("other link"), expiresAt: Date.now() + 1000 };
    write({ kind: "person", change: { do: "reset", id: 3, link: other } });
    write({ kind: "person", change: { do: "remove", id: 3 } });
  },
  sessionUse(write) {
    write({ kind: "sessionUse", uses: new Map([["other", { at: Date.now(), client: "::1" }]]) });
  },
  spool(write) {
    const { raw: _, ...print } = PRINT;
    write({ kind: "spool", key: "job", print: JSON.stringify(print), part: bytes("part") });
    write({ ...PRINT, spoolKey: "job" });
  },
  unspool: (write) => void write({ kind: "unspool", key: "other" }),
  background(write, signInCode) {
    doAll(INDEX_DEEDS)(write, signInCode);
    const patch = { label: "found", tag: new Map([["found", "1"]]) };
    const filling = { label: "Order number" };
    const fills = [{ workspaceId: 1, printId: write(createOperation()), patch, filling }];
    write({
      kind: "background",
      step: null,
      fills,
      progress: [{ do: "progress", workspaceId: 1, nextOrdinal: 1 }],
      codes: [{ workspaceId: 1, printId: 500_002, codes: [FISCAL_CODE] }],
    });
  },
  recognition(write) {
    write({ kind: "background", step: null, fills: [], progress: [], pictures: [500_002] });
    write({ kind: "recognition", change: { do: "begin", printId: 500_002 } });
    const print = {
      workspaceId: 1,
      printId: 500_002,
      patch: { label: "read" },
      summary: "{}",
      lines: "order",
    };
    const readings = [{ hash: hash("picture"), number: 0 }];
    const read = { ...print, content: bytes("content"), readings, foundLanguages: ["eng"] };
    write({ kind: "recognition", change: { do: "store", ...read } });
  },
  printer: doAll(PRINTER_DEEDS),
  delivery: doAll(DELIVERY_DEEDS),
  savedSearch: doAll(SAVED_SEARCH_DEEDS),
  rule: doAll(RULE_DEEDS),
  retention: doAll(RETENTION_DEEDS),
  webhook: doAll(WEBHOOK_DEEDS),
  polledJob(write) {
    const printerId = printer(write, "polling");
    write({
      ...createOperation({ raw: bytes("polled"), printerId }),
      polled: { source: "https://pos.example/", job: "{}" },
    });
    write({ kind: "polledJob", change: { do: "forget", printerId, source: null } });
    write({ kind: "polledJob", change: { do: "told", id: 1 } });
  },
  // Last: it changes what the others go by.
  clock: doAll(CLOCK_DEEDS),
  scrub(write) {
    const found = [{ kind: "metadata", printId: 1, subject: "1", detail: "damaged" }] as const;
    const change = { do: "note", progress: NO_PROGRESS, found, rechecked: [2], forgetBefore: 1 } as const;
    write({ kind: "scrub", change });
  },
  journal(write) {
    write({ kind: "journal", change: { do: "adopt", workspaceId: 1 } });
    const decision = { userId: 1, reason: "asked for", removalId: null, isLast: true };
    write({ kind: "remove", how: "erased", workspaceId: 1, printIds: [PURGED_PRINT], ...decision });
  },
  condition: doAll(CONDITION_DEEDS),
  notification: doAll(NOTIFICATION_DEEDS),
  audit: doAll(AUDIT_DEEDS),
};

/**
 * Does everything that the writer's Worker does, in this thread.
 * @param signInCode one that was not used yet
 * @throws Error for what is refused
 */
export function writeEverything(path: string, signInCode: string): void {
  using database = openForWriting(path);
  const checkpointer = new Checkpointer(database);
  const writer = new BatchWriter(database, Date.now);
  const write = (operation: WriteOperation) => {
    const { results, faults } = writer.write([operation]);
    const [result] = results;
    if (result?.ok !== true)
      throw new Error(`${JSON.stringify(operation)}: ${JSON.stringify([result, faults])}`);
    answered = result.json;
    return result.id;
  };
  doAll(DEEDS)(write, signInCode);
  checkpointer.afterTransaction(true);
  checkpointer.close();
  probeStorage(database);
}
