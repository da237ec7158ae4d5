import { type Clock, monotonicClock } from "../domain/clock.ts";
import type { Events } from "../events/events.ts";
import type { Log } from "../operations/log.ts";
import type { WebhookStore } from "../storage/webhook-store.ts";
import type { Writer } from "../storage/writer.ts";
import type { WebhookAttempt } from "./webhook-attempts.ts";
import { WebhookSender } from "./webhook-sender.ts";

export interface WebhooksOptions {
  readonly store: WebhookStore;
  readonly events: Events;
  readonly writer: Writer;
  /** What events are dated by. */
  readonly clock: Clock;
  readonly log: Log;
}

/** Sends the events of workspaces to their webhooks' addresses. */
export class Webhooks {
  private readonly senders = new Map<number, WebhookSender>();
  private readonly stopListening: () => void;
  /** Requests to addresses since the start. */
  readonly requests = { ok: 0, failed: 0 };

  constructor(private readonly options: WebhooksOptions) {
    this.reload();
    this.stopListening = options.events.feed.listen(() => {
      for (const sender of this.senders.values()) sender.wake();
    });
  }

  reload(): void {
    const { store, events, writer, clock, log } = this.options;
    const webhooks = new Map(store.list().map((webhook) => [webhook.id, webhook]));
    for (const [id, sender] of this.senders) {
      if (webhooks.has(id)) continue;
      this.senders.delete(id);
      void sender.close();
    }
    for (const [id, webhook] of webhooks) {
      const known = this.senders.get(id);
      if (known !== undefined) known.change(webhook);
      else {
        const sender = new WebhookSender(webhook, {
          reader: events.reader,
          clock,
          monotonic: monotonicClock,
          log,
          onAnswer: (isOk) => this.requests[isOk ? "ok" : "failed"]++,
          store: (webhookId, progress) =>
            writer.submit({ kind: "webhook", change: { do: "progress", id: webhookId, ...progress } }),
        });
        this.senders.set(id, sender);
        sender.wake();
      }
    }
  }

  /** The last attempts to tell a webhook of something since the start, the latest first. */
  attemptsOf(id: number): readonly WebhookAttempt[] {
    return this.senders.get(id)?.attempts.all ?? [];
  }

  /** How many there are that are told of all, are in trouble, or are told of nothing. */
  states(): { readonly active: number; readonly failing: number; readonly paused: number } {
    const all = [...this.senders.values()].map((sender) => sender.state);
    const countOf = (state: string) => all.filter((each) => each === state).length;
    return { active: countOf("active"), failing: countOf("failing"), paused: countOf("paused") };
  }

  /** Ends after the events under way. */
  async close(): Promise<void> {
    this.stopListening();
    await Promise.all([...this.senders.values()].map((sender) => sender.close()));
  }
}
