import type { Clock, MonotonicClock } from "../domain/clock.ts";
import { WEBHOOK_LIMITS } from "../domain/listener-limits.ts";
import type { Webhook } from "../domain/webhook.ts";
import { type EventReader, writePosition } from "../events/event-reader.ts";
import type { ServiceEvent } from "../domain/event.ts";
import type { Log } from "../operations/log.ts";
import { UNFAILED, type WebhookProgress } from "../storage/webhook-store.ts";
import { WebhookAttempts } from "./webhook-attempts.ts";
import { sendWebhook } from "./webhook-request.ts";

/** Events looked at together. */
const BATCH_EVENTS = 50;

/** Events that are skipped before the position is stored. */
const SKIPPED_EVENTS = 1000;

export interface WebhookSenderOptions {
  readonly reader: EventReader;
  /** What attempts are dated by. */
  readonly clock: Clock;
  /** What is waited by. */
  readonly monotonic: MonotonicClock;
  readonly log: Log;
  /** Told of each request to the address, whether it was taken. */
  readonly onAnswer?: (isOk: boolean) => void;
  /** Stores how far it has got. */
  readonly store: (id: number, progress: WebhookProgress) => Promise<unknown>;
}

/**
 * Sends events to one address in order, each until the address has accepted it. The position is stored after each event: a
 * crash repeats at most one, under the same id. Events that the address has not subscribed to are skipped. Progress that could
 * not be stored is stored before the next event is sent; a pause takes effect once it is stored.
 */
export class WebhookSender {
  /** The last attempts since the start, the latest first. */
  readonly attempts = new WebhookAttempts();
  private timer: Timer | null = null;
  private isRunning = false;
  private isClosed = false;
  /** How far it has got, where that could not be stored yet. */
  private unstored: WebhookProgress | null = null;
  private storeFailures = 0;
  private storeTimer: Timer | null = null;
  /** Events skipped since the position was stored. */
  private skipped = 0;
  private finished: Promise<void> = Promise.resolve();
  /** When the next attempt is due, and since when they have failed, by the monotonic clock; `null` where none has. */
  private dueAt: number | null = null;
  private failedFrom: number | null = null;

  constructor(
    private webhook: Webhook,
    private readonly options: WebhookSenderOptions,
  ) {
    this.takeTimes();
  }

  /** Takes new settings; a person's change begins the attempts anew. */
  change(webhook: Webhook): void {
    const isOlder = this.unstored !== null && webhook.updatedAt === this.webhook.updatedAt;
    if (!isOlder) {
      // While it runs, or has progress to store, its own position is newer than the stored one.
      const { position } = this.isRunning || this.unstored !== null ? this.webhook : webhook;
      const { nextAttemptAt, failingSince } = this.webhook;
      this.webhook = { ...webhook, position };
      this.unstored = null;
      if (webhook.nextAttemptAt !== nextAttemptAt || webhook.failingSince !== failingSince) this.takeTimes();
    }
    this.wake();
  }

  /** How it is: failing is active too, but the last attempt was in vain. */
  get state(): "active" | "failing" | "paused" {
    const { state, attempts } = this.webhook;
    return state === "active" && attempts > 0 ? "failing" : state;
  }

  /** There may be something to tell. */
  wake(): void {
    if (this.isRunning || this.isClosed || this.webhook.state !== "active") return;
    const wait = this.wait();
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    if (wait > 0) {
      this.timer = setTimeout(() => this.wake(), Math.min(wait, WEBHOOK_LIMITS.waitMostMilliseconds));
      this.timer.unref();
      return;
    }
    this.begin();
  }

  private begin(): void {
    if (this.isRunning || this.isClosed) return;
    this.isRunning = true;
    this.finished = this.run().finally(() => {
      this.isRunning = false;
      // One that is due already could not read or write the database; it waits for the next event.
      if (this.wait() > 0) this.wake();
      this.storeSoon();
    });
  }

  /** Ends after the event under way. */
  async close(): Promise<void> {
    this.isClosed = true;
    if (this.timer !== null) clearTimeout(this.timer);
    if (this.storeTimer !== null) clearTimeout(this.storeTimer);
    await this.finished;
  }

  /** How long until the next attempt, milliseconds. */
  private wait(): number {
    return this.dueAt === null ? 0 : this.dueAt - this.options.monotonic();
  }

  /** Takes over the stored times, within bounds: the clock may have been set since they were stored. */
  private takeTimes(): void {
    const { nextAttemptAt, failingSince, attempts } = this.webhook;
    const { clock, monotonic } = this.options;
    const { waitMostMilliseconds } = WEBHOOK_LIMITS;
    const within = (duration: number, most: number) => Math.min(most, Math.max(0, duration));
    const now = clock();
    this.dueAt =
      nextAttemptAt === null ? null : monotonic() + within(nextAttemptAt - now, waitMostMilliseconds);
    this.failedFrom =
      failingSince === null
        ? null
        : monotonic() - within(now - failingSince, attempts * waitMostMilliseconds);
  }

  private async run(): Promise<void> {
    const { reader, log } = this.options;
    try {
      await this.store();
      for (;;) {
        const { workspaceId, position, state } = this.webhook;
        // It may have run only to store its progress.
        if (state !== "active" || this.wait() > 0) return;
        const events = reader.after(workspaceId, position, BATCH_EVENTS);
        if (events.length === 0) return;
        for (const event of events) {
          if (this.isClosed || this.webhook.state !== "active") return;
          if (await this.tell(event)) continue;
          if (this.webhook.nextAttemptAt !== null) return;
          break;
        }
        // Months of events to skip must not hold up everything else.
        await Bun.sleep(0);
      }
    } catch (error) {
      // The database could not be read or written; the next event tries again.
      log.write("error", "a webhook stopped for now", { webhook: this.webhook.id, error: String(error) });
    }
  }

  /** @returns whether it was taken, or is not wanted: the next one may follow */
  private async tell(event: ServiceEvent): Promise<boolean> {
    const { id, url, secret, workspaceId, events } = this.webhook;
    const { clock, monotonic } = this.options;
    if (!events.includes(event.kind)) {
      await this.skip(event);
      return true;
    }
    const messageId = `${workspaceId}.${writePosition(event.position)}.${event.kind}`;
    const at = clock();
    const began = monotonic();
    const outcome = await sendWebhook(url, { ...event, id: messageId }, secret, at);
    this.attempts.note(event.kind, at, monotonic() - began, outcome);
    this.options.onAnswer?.(outcome.ok);
    if (outcome.ok) {
      this.dueAt = null;
      this.failedFrom = null;
      await this.note({ position: event.position, ...UNFAILED });
      return true;
    }
    // The address was changed meanwhile: the old one's answer says nothing of the new one.
    if (this.webhook.url !== url) return false;
    const now = clock();
    const failingSince = this.webhook.failingSince ?? now;
    const attempts = this.webhook.attempts + 1;
    this.failedFrom ??= monotonic();
    const isOver = outcome.isGone || monotonic() - this.failedFrom > WEBHOOK_LIMITS.pauseAfterMilliseconds;
    this.dueAt = isOver ? null : monotonic() + backOff(attempts);
    const failed = { position: this.webhook.position, reason: outcome.reason, attempts, failingSince };
    const nextAttemptAt = isOver ? null : now + backOff(attempts);
    await this.note({ ...failed, nextAttemptAt, ...(isOver ? { state: "paused" } : {}) });
    if (isOver)
      this.options.log.write("warning", "a webhook is paused", { webhook: id, reason: outcome.reason });
    return false;
  }

  private async skip({ position }: ServiceEvent): Promise<void> {
    this.webhook = { ...this.webhook, position };
    if (++this.skipped < SKIPPED_EVENTS) return;
    const { reason, attempts, failingSince, nextAttemptAt } = this.webhook;
    await this.note({ position, reason, attempts, failingSince, nextAttemptAt });
  }

  private async note(
    progress: Omit<WebhookProgress, "state" | "knownUpdate"> & { state?: Webhook["state"] },
  ): Promise<void> {
    const { state } = this.webhook;
    this.unstored = { state, ...progress, knownUpdate: this.webhook.updatedAt };
    this.webhook = { ...this.webhook, ...progress, state };
    this.skipped = 0;
    await this.store();
  }

  private async store(): Promise<void> {
    const { unstored } = this;
    if (unstored === null) return;
    try {
      await this.options.store(this.webhook.id, unstored);
    } catch (error) {
      this.storeFailures++;
      throw error;
    }
    this.storeFailures = 0;
    // A person has changed it meanwhile: the change counts.
    if (this.unstored !== unstored) return;
    this.unstored = null;
    this.webhook = { ...this.webhook, state: unstored.state };
  }

  /** Tries again after a while what could not be stored: no event may ever come that would wake it. */
  private storeSoon(): void {
    if (this.unstored === null || this.isClosed || this.isRunning) return;
    if (this.storeTimer !== null) clearTimeout(this.storeTimer);
    this.storeTimer = setTimeout(() => this.begin(), backOff(this.storeFailures));
    this.storeTimer.unref();
  }
}

/** 1 s, 4 s, 16 s … up to an hour. */
function backOff(attempts: number): number {
  const { firstRetryMilliseconds, waitMostMilliseconds } = WEBHOOK_LIMITS;
  return Math.min(waitMostMilliseconds, firstRetryMilliseconds * 4 ** (attempts - 1));
}
