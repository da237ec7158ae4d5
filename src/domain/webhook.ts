import type { EventKind, EventPosition } from "./event.ts";

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
