import type { EventKind } from "../domain/event.ts";
import { WEBHOOK_LIMITS } from "../domain/listener-limits.ts";
import type { WebhookAnswer, WebhookOutcome } from "./webhook-request.ts";

/** An attempt to tell an address of an event. */
export interface WebhookAttempt extends WebhookAnswer {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly event: EventKind;
  readonly ok: boolean;
  /** Why it was not taken. */
  readonly reason: string | null;
  readonly milliseconds: number;
}

/** The last attempts to tell an address of something. They are not stored. */
export class WebhookAttempts {
  private readonly attempts: WebhookAttempt[] = [];

  /** The latest first. */
  get all(): readonly WebhookAttempt[] {
    return this.attempts;
  }

  /** @param at when it began, epoch milliseconds @param took how long it took, milliseconds */
  note(event: EventKind, at: number, took: number, outcome: WebhookOutcome): void {
    const { ok, status, answer } = outcome;
    const reason = outcome.ok ? null : outcome.reason;
    this.attempts.unshift({ at, event, ok, status, reason, answer, milliseconds: Math.round(took) });
    this.attempts.length = Math.min(this.attempts.length, WEBHOOK_LIMITS.attempts);
  }
}
