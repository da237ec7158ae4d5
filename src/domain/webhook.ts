import { badRequest, throwIfAny } from "./errors.ts";
import { EVENT_KINDS, type EventKind, type EventPosition } from "./event.ts";
import { WEBHOOK_LIMITS } from "./limits.ts";
import {
  fieldOf,
  isJsonObject,
  IssueList,
  type IssueSink,
  nameOfType,
  refuseUnknownFields,
} from "./validation.ts";

/** `active` is told of events; `paused` is not, and goes on where it stopped once it is active again. */
export const WEBHOOK_STATES = ["active", "paused"] as const;

export type WebhookState = (typeof WEBHOOK_STATES)[number];

/** An address that is told of events. Times are epoch milliseconds. */
export interface Webhook {
  readonly id: number;
  readonly workspaceId: number;
  readonly url: string;
  /** The key of the signatures: `whsec_` and base64 (Standard Webhooks). */
  readonly secret: string;
  readonly events: readonly EventKind[];
  readonly state: WebhookState;
  /** Why the last attempt failed, or why it is paused; `null` when all is well. */
  readonly reason: string | null;
  /** Up to where it has been told. */
  readonly position: EventPosition;
  /** Attempts in vain for the next event. */
  readonly attempts: number;
  readonly failingSince: number | null;
  readonly nextAttemptAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What of a webhook can be given and changed. */
export interface WebhookSettings {
  readonly url: string;
  readonly secret: string;
  readonly events: readonly EventKind[];
  readonly state: WebhookState;
}

const SECRET_PREFIX = "whsec_";

/** A new key for signatures: 32 random bytes. */
export function newWebhookSecret(): string {
  return SECRET_PREFIX + crypto.getRandomValues(new Uint8Array(32)).toBase64();
}

/** The key's bytes. */
export function webhookKey(secret: string): Uint8Array {
  return Uint8Array.fromBase64(secret.slice(SECRET_PREFIX.length));
}

/** Reads a new webhook; `url` must be there. @throws TillrollError BAD_REQUEST with all faults */
export function readNewWebhook(body: unknown): WebhookSettings {
  const list = new IssueList();
  const given = readSettings(body, list);
  if (given.url === undefined) list.add("url", "is missing: give the address that is to be told.");
  throwIfAny(list.issues);
  return { url: "", secret: newWebhookSecret(), events: EVENT_KINDS, state: "active", ...given };
}

/** Reads a change of a webhook (a merge patch). @throws TillrollError BAD_REQUEST with all faults */
export function readWebhookPatch(body: unknown): Partial<WebhookSettings> {
  const list = new IssueList();
  const patch = readSettings(body, list);
  throwIfAny(list.issues);
  return patch;
}

function readSettings(body: unknown, list: IssueList): Partial<WebhookSettings> {
  if (!isJsonObject(body)) {
    throw badRequest([{ path: "", message: `The body must be a JSON object, not ${nameOfType(body)}.` }]);
  }
  refuseUnknownFields(body, "", Object.keys(CHECKS), list);
  const given = Object.keys(CHECKS).filter((name) => Object.hasOwn(body, name));
  return Object.fromEntries(
    given.map((name) => [name, CHECKS[name as keyof typeof CHECKS](fieldOf(body, name), list)]),
  );
}

const CHECKS = { url: checkUrl, secret: checkSecret, events: checkEvents, state: checkState };

function checkUrl(value: unknown, list: IssueSink): string {
  const url =
    typeof value === "string" && value.length <= WEBHOOK_LIMITS.urlCharacters ? URL.parse(value) : null;
  if (
    url === null ||
    !["http:", "https:"].includes(url.protocol) ||
    url.username !== "" ||
    url.password !== ""
  )
    list.add(
      "url",
      `must be an http:// or https:// address of at most ${WEBHOOK_LIMITS.urlCharacters} characters.`,
    );
  return url?.href ?? "";
}

function checkSecret(value: unknown, list: IssueSink): string {
  const text = typeof value === "string" ? value : "";
  const parts = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text);
  const bytes = parts === null || (parts[1] ?? "").length % 4 !== 0 ? 0 : webhookKey(text).byteLength;
  const { secretBytesMinimum, secretBytesMaximum } = WEBHOOK_LIMITS;
  if (bytes < secretBytesMinimum || bytes > secretBytesMaximum)
    list.add("secret", `must be whsec_ and ${secretBytesMinimum} to ${secretBytesMaximum} bytes in base64.`);
  return text;
}

function checkEvents(value: unknown, list: IssueSink): readonly EventKind[] {
  const kinds = Array.isArray(value) ? EVENT_KINDS.filter((kind) => value.includes(kind)) : [];
  if (
    !Array.isArray(value) ||
    value.length === 0 ||
    !value.every((kind) => EVENT_KINDS.includes(kind as EventKind))
  )
    list.add("events", `must be a list of any of ${EVENT_KINDS.join(", ")}.`);
  return kinds;
}

function checkState(value: unknown, list: IssueSink): WebhookState {
  const state = WEBHOOK_STATES.find((known) => known === value);
  if (state === undefined) list.add("state", `must be one of ${WEBHOOK_STATES.join(", ")}.`);
  return state ?? "active";
}
