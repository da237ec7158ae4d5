import type { Deliveries } from "../delivery/deliveries.ts";
import { NEXT_POLL } from "../delivery/polled/polled-link.ts";
import type { Clock, MonotonicClock } from "../domain/clock.ts";
import { formatInstant } from "../domain/instant.ts";
import { conditionOf, type PrinterCondition, type PrinterSituation } from "../domain/printer-situation.ts";
import type { LiveNews } from "../events/live-news.ts";
import type { Log } from "../operations/log.ts";
import type { ConditionReader } from "../storage/condition-store.ts";
import type { Writer } from "../storage/writer.ts";
import { FollowedPrinter } from "./followed-printer.ts";
import { LastPrints } from "./last-prints.ts";
import { SITUATION_TIMES, type SituationTimes } from "./printer-limits.ts";
import type { Printers } from "./printers.ts";
import type { ServicePrinter } from "./service-printer.ts";

/** Of a printer that the service does not know yet. */
export const UNKNOWN_SITUATION: PrinterSituation = {
  ...conditionOf({
    storageTrouble: null,
    closedPort: null,
    simulate: "online",
    target: null,
    status: null,
    trouble: null,
    isHeld: false,
    waitingReason: null,
    backup: null,
  }),
  since: null,
  waiting: 0,
  held: 0,
  oldestWaitingSince: null,
  lastPrintAt: null,
};

/** A printer as it is set now. */
type Followable = Pick<ServicePrinter, "printer">;

interface SituationsOptions {
  readonly printers: Pick<Printers, "portsOf"> & { all(): readonly Followable[] };
  readonly deliveries: Pick<Deliveries, "statusOf" | "troubleOf" | "waitingFor">;
  readonly storageTrouble: () => string | null;
  /** Of a reading connection. */
  readonly store: ConditionReader;
  readonly lastPrints: LastPrints;
  readonly writer: Pick<Writer, "submit">;
  readonly news: LiveNews;
  /** Told when listeners have something to hear. */
  readonly onTold: () => void;
  readonly clock: Clock;
  readonly monotonic: MonotonicClock;
  readonly log: Log;
  readonly times?: SituationTimes;
}

/**
 * How all printers are, and since when. Who listens now is told at once. What lasts is told to those who are not there too, as
 * `printer.state` and `delivery.waiting`: once when it begins, and once when it is over, whatever restarts lie between.
 */
export class Situations {
  private readonly followed = new Map<number, FollowedPrinter>();
  private readonly times: SituationTimes;
  private timer: Timer | null = null;
  /** When prints that wait are looked at the next time. */
  private waitingDueAt = 0;

  constructor(private readonly options: SituationsOptions) {
    this.times = options.times ?? SITUATION_TIMES;
  }

  /** Begins to tell, once the printers are there. */
  begin(): void {
    const { store, clock, monotonic } = this.options;
    const moment = { at: clock(), now: monotonic() };
    for (const told of store.printers())
      this.followed.set(told.printerId, new FollowedPrinter(told, moment, this.times));
    this.look();
    this.timer = setInterval(() => this.look(), this.times.look);
    this.timer.unref();
  }

  close(): void {
    if (this.timer !== null) clearInterval(this.timer);
  }

  /** How a printer is now, and what waits for it. */
  of(printer: Followable): PrinterSituation {
    const { deliveries, lastPrints } = this.options;
    const { id } = printer.printer;
    const { waiting, held, since } = deliveries.waitingFor(id);
    const followed = this.follow(printer);
    return {
      ...followed.condition,
      since: followed.since,
      waiting,
      held,
      oldestWaitingSince: since,
      lastPrintAt: lastPrints.of(id),
    };
  }

  /** Looks at all printers, and tells what is new. */
  look(): void {
    const { printers, monotonic, log } = this.options;
    try {
      const all = printers.all();
      const ids = new Set(all.map(({ printer }) => printer.id));
      for (const id of this.followed.keys()) if (!ids.has(id)) this.followed.delete(id);
      for (const printer of all) {
        this.tellNow(printer);
        this.tellLasting(printer);
      }
      if (monotonic() < this.waitingDueAt) return;
      this.waitingDueAt = monotonic() + this.times.waitingLook;
      for (const printer of all) this.tellWaiting(printer);
    } catch (error) {
      // Such as a database that cannot be read now.
      log.write("warning", "how printers are was not looked at", { error: String(error) });
    }
  }

  /** A printer's condition, and since when, looked at now. */
  private follow(printer: Followable): FollowedPrinter {
    const { clock, monotonic } = this.options;
    const moment = { at: clock(), now: monotonic() };
    const { id } = printer.printer;
    const followed = this.followed.getOrInsertComputed(
      id,
      () => new FollowedPrinter(null, moment, this.times),
    );
    followed.take(this.conditionOf(printer), this.isKnown(printer), moment);
    return followed;
  }

  private conditionOf({ printer }: Followable): PrinterCondition {
    const { printers, deliveries, storageTrouble, clock } = this.options;
    const { id, target, simulate, held } = printer;
    const closed = Object.values(printers.portsOf(printer)).find((port) => port?.isOpen === false);
    const { reason, since, divertedTo } = deliveries.waitingFor(id);
    const isLong = since !== null && clock() - since >= this.times.waiting;
    return conditionOf({
      storageTrouble: storageTrouble(),
      closedPort: closed?.reason ? { port: closed.port, reason: closed.reason, fault: closed.fault } : null,
      simulate,
      target,
      status: target === null ? null : deliveries.statusOf(id),
      trouble: target === null ? null : deliveries.troubleOf(id),
      isHeld: held,
      waitingReason: isLong && reason !== NEXT_POLL ? reason : null,
      backup: divertedTo,
    });
  }

  private isKnown({ printer: { id, target } }: Followable): boolean {
    return target === null || this.options.deliveries.statusOf(id) !== null;
  }

  private tellNow(printer: Followable): void {
    const { news } = this.options;
    const { id, name, workspaceId } = printer.printer;
    const followed = this.follow(printer);
    if (!news.isHeard) {
      followed.heard = "";
      return;
    }
    const situation = situationAnswer(this.of(printer));
    const data = JSON.stringify({ printerId: id, printer: name, situation });
    const isNew = followed.heard !== data;
    followed.heard = data;
    // The first who listens is told how it is: it may have changed since they asked, before this first look.
    if (isNew) news.tell({ kind: "printer.situation", workspaceId, about: String(id), data });
  }

  private tellLasting({ printer: { id } }: Followable): void {
    const { monotonic } = this.options;
    const followed = this.followed.get(id);
    if (followed === undefined || !followed.isToBeTold(monotonic())) return;
    const { condition, since, toldState: before } = followed;
    void this.store(followed, async () => {
      await this.options.writer.submit({
        kind: "condition",
        change: { do: "printer", printerId: id, condition, since, before },
      });
      followed.noteTold(condition.state, since);
    });
  }

  /** Tells of each print that waits for a printer in trouble, once. */
  private tellWaiting({ printer: { id } }: Followable): void {
    const { deliveries, store, clock, writer } = this.options;
    const { waiting, reason } = deliveries.waitingFor(id);
    const followed = this.followed.get(id);
    if (waiting === 0 || reason === null || reason === NEXT_POLL || followed === undefined) return;
    const until = clock() - this.times.waiting;
    if (!store.isUntold(id, followed.toldDelivery, until)) return;
    void this.store(followed, async () => {
      const change = { do: "waiting", printerId: id, until, reason } as const;
      const { id: last } = await writer.submit({ kind: "condition", change });
      followed.toldDelivery = Math.max(followed.toldDelivery, last);
    });
  }

  /** Has something stored that listeners hear of. One that cannot be stored now is tried again. */
  private async store(followed: FollowedPrinter, submit: () => Promise<void>): Promise<void> {
    const { monotonic, log, onTold } = this.options;
    if (!followed.begin(monotonic())) return;
    try {
      await submit();
      followed.end(0);
      onTold();
    } catch (error) {
      followed.end(monotonic() + this.times.retry);
      log.write("warning", "how a printer is was not told, and is told soon", { error: String(error) });
    }
  }
}

/** A situation as the API shows it. */
export function situationAnswer({ since, oldestWaitingSince, lastPrintAt, ...rest }: PrinterSituation) {
  const instant = (at: number | null) => (at === null ? null : formatInstant(at));
  return {
    ...rest,
    since: instant(since),
    oldestWaitingSince: instant(oldestWaitingSince),
    lastPrintAt: instant(lastPrintAt),
  };
}
