import type { Clock } from "../domain/clock.ts";
import type { NewNotice, NotificationTarget } from "../domain/notification.ts";
import type { Log } from "../operations/log.ts";
import type { NotificationChange, NotificationReader } from "../storage/notification-store.ts";
import { dueNotices, retryAfter, toldTopics } from "./due.ts";
import { messageOf } from "./message.ts";
import { noticeOf, withoutRepetitions } from "./notices.ts";
import { type MailOptions, send, type SendingOutcome } from "./sending.ts";

/** Events looked at together. */
const BATCH_EVENTS = 500;

/** Events that say nothing to a target before that is stored. */
const SKIPPED_EVENTS = 1000;

/** How many attempts what could not be stored is told with. */
const UNSTORED_ATTEMPTS = 5;

/** The longest that a timer sleeps, milliseconds: the clock may be set. */
const LONGEST_SLEEP_MILLISECONDS = 60_000;

export interface NotifierOptions {
  readonly reader: NotificationReader;
  readonly store: (change: NotificationChange) => Promise<unknown>;
  readonly mail: MailOptions;
  /** The name of the machine. */
  readonly machine: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Sends; by default really. */
  readonly send?: typeof send;
}

/** Tells one target what it is to be told: what waits is stored, and goes when it has been taken. */
export class Notifier {
  private timer: Timer | null = null;
  private running: Promise<void> | null = null;
  private isWanted = false;
  private isClosed = false;
  /** Up to where events were looked at, where that was not worth storing. */
  private lastEvent = 0;

  constructor(
    private readonly id: number,
    private readonly options: NotifierOptions,
  ) {}

  /** There may be something to tell. */
  wake(): void {
    this.isWanted = true;
    if (this.running !== null || this.isClosed) return;
    if (this.timer !== null) clearTimeout(this.timer);
    this.running = this.run().finally(() => {
      this.running = null;
      if (this.isWanted) this.wake();
    });
  }

  /** Tells at once what cannot be stored; it is tried some times. */
  async tellUnstored(notice: NewNotice): Promise<void> {
    const target = this.target();
    if (target === null || !target.events.includes(notice.kind)) return;
    for (let attempt = 1; attempt <= UNSTORED_ATTEMPTS && !this.isClosed; attempt++) {
      if ((await this.send(target, [notice])).ok) return;
      await this.sleep(retryAfter(attempt));
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    if (this.timer !== null) clearTimeout(this.timer);
    await this.running;
  }

  private async run(): Promise<void> {
    try {
      while (this.isWanted && !this.isClosed) {
        this.isWanted = false;
        await this.collect();
        await this.tell();
      }
    } catch (error) {
      // Such as a disk that is full: what waits is found again.
      this.options.log.write("warning", "what is to be told to somebody was not, and is tried again", {
        notification: this.id,
        error: String(error),
      });
      this.wakeAt(this.options.clock() + retryAfter(2));
    }
  }

  private target(): NotificationTarget | null {
    const found = this.options.reader.list().find(({ id }) => id === this.id);
    return found === undefined || found.state === "paused" ? null : found;
  }

  /** Notes what of the new events is to be told. */
  private async collect(): Promise<void> {
    const { reader, store } = this.options;
    for (;;) {
      const target = this.target();
      if (target === null) return;
      // After a backup was restored there may be fewer events than were known.
      const from = Math.min(Math.max(target.lastEvent, this.lastEvent), reader.lastEvent());
      const events = reader.eventsAfter(from, BATCH_EVENTS);
      const last = events.at(-1)?.id ?? from;
      const notices = withoutRepetitions(events.flatMap((event) => noticeOf(target, event) ?? []));
      if (notices.length > 0 || last - target.lastEvent >= SKIPPED_EVENTS || from < target.lastEvent)
        await store({ do: "collect", id: this.id, lastEvent: last, notices });
      this.lastEvent = last;
      if (events.length < BATCH_EVENTS || this.isClosed) return;
      await Bun.sleep(0);
    }
  }

  private async tell(): Promise<void> {
    const { reader, store, clock, log } = this.options;
    const target = this.target();
    if (target === null) return;
    const notices = reader.notices(this.id);
    const { now, outdated, next } = dueNotices(target, notices, clock());
    if (outdated.length > 0) {
      const ids = outdated.map(({ id }) => id);
      await store({ do: "told", id: this.id, notices: ids, told: target.told, sentAt: null });
    }
    if (next !== null) this.wakeAt(next);
    if (now.length === 0) return;
    const outcome = await this.send(target, now);
    const at = clock();
    if (outcome.ok) {
      const told = toldTopics(
        target.told,
        now.map(({ topic }) => topic),
        at,
      );
      await store({ do: "told", id: this.id, notices: now.map(({ id }) => id), told, sentAt: at });
      return;
    }
    const attempts = target.attempts + 1;
    const nextAttemptAt = at + retryAfter(attempts);
    const { failingSince, updatedAt: knownUpdate } = target;
    const { reason } = outcome;
    log.write("warning", "somebody could not be told, and is tried again", {
      notification: target.name,
      reason,
    });
    await store({
      do: "failed",
      id: this.id,
      knownUpdate,
      reason,
      attempts,
      failingSince: failingSince ?? at,
      nextAttemptAt,
    });
    this.wakeAt(nextAttemptAt);
  }

  private send(target: NotificationTarget, notices: readonly NewNotice[]): Promise<SendingOutcome> {
    const { machine, mail, clock, send: sendOne = send } = this.options;
    const plain = notices.map(({ topic, kind, data, at }) => ({ topic, kind, data, at }));
    return sendOne(messageOf(plain, target.language, machine), target, mail, clock);
  }

  private wakeAt(at: number): void {
    if (this.isClosed) return;
    if (this.timer !== null) clearTimeout(this.timer);
    const wait = Math.max(0, at - this.options.clock());
    this.timer = setTimeout(() => this.wake(), Math.min(wait, LONGEST_SLEEP_MILLISECONDS));
    this.timer.unref();
  }

  private async sleep(milliseconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    setTimeout(resolve, milliseconds).unref();
    await promise;
  }
}
