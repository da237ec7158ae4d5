import { hostname } from "node:os";
import type { Clock } from "../domain/clock.ts";
import { MILLISECONDS_PER_MINUTE } from "../domain/limits.ts";
import type { NewNotice } from "../domain/notification.ts";
import type { EventFeed } from "../events/event-feed.ts";
import type { HealthComponent } from "../operations/health.ts";
import type { LastingHealth } from "../operations/health-watch.ts";
import type { Log } from "../operations/log.ts";
import { formatInstant } from "../domain/instant.ts";
import { NotificationReader } from "../storage/notification-store.ts";
import type { Writer } from "../storage/writer.ts";
import { testMessage } from "./message.ts";
import { Notifier, type NotifierOptions } from "./notifier.ts";
import { type MailOptions, send, type SendingOutcome } from "./sending.ts";

/** How long what is stored is gathered before it is looked whether somebody is to be told, milliseconds. */
const GATHERED_MILLISECONDS = 500;

/** How long a stop waits for what is being sent, milliseconds. */
const STOP_MILLISECONDS = 2000;

/** How often a target may have failed before that is told of as a trouble. */
const ATTEMPTS_IN_TROUBLE = 3;

interface NotificationsOptions {
  readonly reader: NotificationReader;
  readonly feed: EventFeed;
  readonly writer: Pick<Writer, "submit">;
  readonly mail: MailOptions;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Tells people who are not at the page: by mail, posts and webhooks. What is to be told is stored until it was taken, and never
 * holds up printing. Targets are read anew each time, so that those count that a command has just made.
 */
export class Notifications {
  private readonly notifiers = new Map<number, Notifier>();
  private readonly each: NotifierOptions;
  private stopListening: () => void = () => {};
  private timer: Timer | null = null;
  /** Looks now and then without being woken, as for what a command has made. */
  private interval: Timer | null = null;

  constructor(private readonly options: NotificationsOptions) {
    const { reader, writer, mail, clock, log } = options;
    this.each = {
      reader,
      store: (change) => writer.submit({ kind: "notification", change }),
      mail,
      machine: hostname(),
      clock,
      log,
    };
  }

  /** The mail server of the service; `null` for none. */
  get mailServer(): string | null {
    return this.options.mail.server;
  }

  /** Begins to tell. */
  begin(): void {
    this.stopListening = this.options.feed.listen(() => this.wakeSoon());
    this.interval = setInterval(() => this.wake(), MILLISECONDS_PER_MINUTE);
    this.interval.unref();
    this.wake();
  }

  /** Targets have changed. */
  wake(): void {
    try {
      const ids = new Set(this.options.reader.list().map(({ id }) => id));
      for (const [id, notifier] of this.notifiers) {
        if (ids.has(id)) continue;
        this.notifiers.delete(id);
        void notifier.close();
      }
      for (const id of ids) this.notifiers.getOrInsertComputed(id, () => new Notifier(id, this.each)).wake();
    } catch (error) {
      this.options.log.write("warning", "who is to be told was not read", { error: String(error) });
    }
  }

  /** Tells at once how the service is, where that cannot be stored. */
  tellUnstored({ component, state, message, since }: LastingHealth): void {
    const data = { component, state, message, since: formatInstant(since) };
    const at = this.options.clock();
    const notice: NewNotice = { topic: `health ${component}`, kind: "health", data, at };
    for (const notifier of this.notifiers.values()) void notifier.tellUnstored(notice);
  }

  /** Sends a target a test message, once, now. @throws TillrollError NOT_FOUND */
  test(id: number): Promise<SendingOutcome> {
    const { reader, mail, clock } = this.options;
    const target = reader.get(id);
    return send(testMessage(target.language, this.each.machine), target, mail, clock);
  }

  /** How many notices wait to be told to a target. */
  waitingFor(id: number): number {
    return this.options.reader.notices(id).length;
  }

  async close(): Promise<void> {
    this.stopListening();
    if (this.timer !== null) clearTimeout(this.timer);
    if (this.interval !== null) clearInterval(this.interval);
    const ended = Promise.all([...this.notifiers.values()].map((notifier) => notifier.close()));
    // A mail server that does not answer holds up no stop: what was not taken is sent after the next start.
    await Promise.race([ended, Bun.sleep(STOP_MILLISECONDS)]);
  }

  private wakeSoon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.wake();
    }, GATHERED_MILLISECONDS);
    this.timer.unref();
  }
}

/**
 * Says whether those can be told who want to be: everything else goes on without. Whoever asks for the health needs no token:
 * who they are, and what their servers say, is not told there.
 */
export function notificationsHealth(reader: NotificationReader): HealthComponent {
  return {
    name: "notifications",
    isNeededToPrint: false,
    look() {
      const active = reader.list().filter(({ state }) => state === "active");
      const failing = active.filter(({ attempts }) => attempts >= ATTEMPTS_IN_TROUBLE);
      const details = { targets: active.length, failing: failing.length };
      if (failing.length === 0) {
        const message = active.length === 0 ? "Nobody is to be told." : "Whoever wants to be told is told.";
        return { state: "ok", message, details };
      }
      const message =
        `${failing.length} of ${active.length} who want to be told cannot be: the page of notifications and ` +
        '"tillroll notification list" say why.';
      return { state: "degraded", message, details };
    },
  };
}
