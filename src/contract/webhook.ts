import { type Static, Type } from "@sinclair/typebox";
import { EVENT_KINDS, type EventKind } from "../domain/event.ts";
import { WEBHOOK_LIMITS } from "../domain/listener-limits.ts";
import { newWebhookSecret, WEBHOOK_STATES, webhookKey, type WebhookSettings } from "../domain/webhook.ts";
import { read } from "./check.ts";
import { id, instant } from "./fields.ts";
import * as t from "./schema.ts";

const { urlCharacters, secretBytesMinimum, secretBytesMaximum } = WEBHOOK_LIMITS;

const url = t.textOf(
  (text) => readAddress(text) !== null,
  `must be an http:// or https:// address of at most ${urlCharacters} characters.`,
  {
    format: "uri",
    maxLength: urlCharacters,
    description: "The address that is told: http:// or https://.",
    examples: ["https://example.com/tillroll"],
  },
);

function readAddress(text: string): string | null {
  const address = text.length <= urlCharacters ? URL.parse(text) : null;
  if (address === null || !["http:", "https:"].includes(address.protocol)) return null;
  return address.username === "" && address.password === "" ? address.href : null;
}

const events = t.checked<EventKind[]>(
  {
    type: "array",
    items: { type: "string", enum: [...EVENT_KINDS] },
    minItems: 1,
    description: "What it is told of; everything when not given.",
  },
  (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((kind) => EVENT_KINDS.includes(kind as EventKind)),
  () => `must be a list of any of ${EVENT_KINDS.join(", ")}.`,
);

const state = t.choice(WEBHOOK_STATES, "paused is told of nothing, and goes on where it stopped.");

const secret = t.textOf(
  isSecret,
  `must be whsec_ and ${secretBytesMinimum} to ${secretBytesMaximum} bytes in base64.`,
  {
    pattern: "^whsec_[A-Za-z0-9+/]+={0,2}$",
    description: "The key of the signatures: whsec_ and 24 to 64 bytes in base64. Made when not given.",
  },
);

function isSecret(text: string): boolean {
  const [, key = ""] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  if (key === "" || key.length % 4 !== 0) return false;
  const { byteLength } = webhookKey(text);
  return byteLength >= secretBytesMinimum && byteLength <= secretBytesMaximum;
}

const settings = { url, events, state };

export const NewWebhook = t.strict(
  {
    ...t.optional({ events, state, secret }),
    url: t.required(url, "is missing: give the address that is to be told."),
  },
  { name: "NewWebhook", examples: [{ url: "https://example.com/tillroll", events: ["print.created"] }] },
);

export const WebhookPatch = t.strict(t.optional({ ...settings, secret }), {
  name: "WebhookPatch",
  description: "A merge patch (RFC 7396).",
  examples: [{ state: "paused" }],
});

export const Webhook = t.object(
  {
    id: id(),
    workspaceId: id(),
    ...settings,
    secret: Type.Optional(t.anyText("Only in the answer that made it.")),
    reason: t.nullable(t.anyText(), "Why the last attempt failed."),
    attempts: t.count("Attempts in vain for the next event."),
    failingSince: t.nullable(instant("Since when it has failed.")),
    nextAttemptAt: t.nullable(instant("When it is tried again.")),
    createdAt: instant("When it was made."),
    updatedAt: instant("When it was changed last."),
  },
  { name: "Webhook" },
);

export const Webhooks = t.object({ items: t.list(Webhook, null) }, { name: "Webhooks" });

export const WebhookTest = t.object(
  { ok: t.flag(), reason: t.nullable(t.anyText(), "Why it was not taken.") },
  { name: "WebhookTest" },
);

export const WebhookAttempts = t.object(
  {
    items: t.list(
      t.object({
        at: instant(),
        event: t.choice(EVENT_KINDS),
        ok: t.flag("Whether it was taken."),
        status: t.nullable(t.integer(100, 599), "The status of HTTP; null when nothing came back."),
        reason: t.nullable(t.anyText(), "Why it was not taken."),
        answer: t.anyText("The beginning of what was answered."),
        milliseconds: t.count("How long that took."),
      }),
      null,
    ),
  },
  { name: "WebhookAttempts" },
);

/** Reads a new webhook. @throws TillrollError BAD_REQUEST with all faults */
export function readNewWebhook(body: unknown): WebhookSettings {
  const given = read(NewWebhook, body);
  return { secret: newWebhookSecret(), events: EVENT_KINDS, state: "active", ...given, ...inOneForm(given) };
}

/** Reads a change of a webhook (a merge patch). @throws TillrollError BAD_REQUEST with all faults */
export function readWebhookPatch(body: unknown): Partial<WebhookSettings> {
  const given = read(WebhookPatch, body);
  return { ...given, ...inOneForm(given) };
}

/** The address as it is written down, and each kind of event once, in their order. */
function inOneForm<Given extends Static<typeof WebhookPatch>>({ url: given, events: kinds }: Given) {
  return {
    ...(given !== undefined && { url: readAddress(given) ?? given }),
    ...(kinds !== undefined && { events: EVENT_KINDS.filter((kind) => kinds.includes(kind)) }),
  };
}

export type WebhookAnswer = Static<typeof Webhook>;
export type WebhookAttemptsAnswer = Static<typeof WebhookAttempts>;
