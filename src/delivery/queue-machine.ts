import type { Delivery } from "../domain/delivery.ts";
import type { DeliveryChange } from "../storage/delivery-store.ts";
import type { DeliveryTimes } from "./delivery-limits.ts";
import type { Readiness, SendOutcome } from "./link.ts";
import type { Diversion } from "./diversion.ts";
import type { QueueSettings, RecordOutcome, Step } from "./queue-step.ts";
import { freshFor, staleness } from "./staleness.ts";
import { backOff, verdictOn } from "./verdict.ts";

/** Why a delivery waits whose printer a person holds. */
const PRINTER_HELD = "The printer is held; release it to go on.";

/** Why a delivery was interrupted that a service which ended in the middle left behind. */
const LEFT_BEHIND = "The service ended while it was being sent; a part, or all of it, may be on paper.";

interface QueueMachineOptions {
  /** What goes to the backup. */
  readonly diversion: Diversion;
  readonly settings: QueueSettings;
  readonly times: DeliveryTimes;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** When to ask the printer how it is for the first time, where nothing waits. */
  readonly firstPollAt: number;
}

/**
 * The queue of one printer. Pure: it says what is to be done, and is told what came of it.
 *
 * Order is kept: the first delivery that is queued goes first, and trouble with the printer holds up all of them. Only
 * one that was interrupted and waits for a person does not stop the others: a queue that a single torn receipt blocks
 * until somebody looks is worse than one receipt that comes later than the next.
 */
export class QueueMachine {
  /** The delivery that goes first, as far as is known; `null` when nothing waits. */
  first: Delivery | null = null;
  /** Whether somebody else has the printer's connection. */
  isLeased = false;
  private settings: QueueSettings;
  private mode: "look" | "ask" | "send" | "rest" = "look";
  private restUntil: number | null = 0;
  private change: DeliveryChange | null = null;
  private changeDueAt = 0;
  /** How often in a row the printer could not be reached, or a job went wrong. */
  private failures = 0;
  private pollInterval: number;
  private pollDueAt: number;
  /** Whether something has come up since the last look. */
  private isNews = false;
  /** Whether the printer has become another one since it was asked how it is. */
  private isNewTarget = false;
  /** Since when the first one waits, milliseconds. */
  private firstSince = 0;

  constructor(private readonly options: QueueMachineOptions) {
    this.settings = options.settings;
    this.pollInterval = options.times.idlePoll;
    this.pollDueAt = options.firstPollAt;
  }

  /** Whether the printer could not be reached when it was last tried. */
  get isInDoubt(): boolean {
    return this.failures > 0;
  }

  /** What to do now. Asking again without having answered gives the same. */
  next(now: number): Step {
    const { change, first: current } = this;
    if (change !== null) {
      if (now < this.changeDueAt) return { do: "rest", until: this.changeDueAt };
      return { do: "record", change };
    }
    if (this.mode === "send" && current !== null) return { do: "send", delivery: current };
    if (this.isLeased) return { do: "rest", until: null };
    if (this.mode === "rest" && this.restUntil !== null && now >= this.restUntil) {
      // With nothing that waits, or may go, it is time to see how the printer is.
      this.mode = current === null || this.settings.isHeld ? "ask" : "look";
    }
    if (this.mode === "look") return { do: "look" };
    if (this.mode === "ask") return { do: "ask", isPoll: current === null || this.settings.isHeld };
    return { do: "rest", until: this.restUntil };
  }

  /** Something was queued, or a person has decided something. Trouble with the printer is not cut short. */
  wake(): void {
    if (this.mode !== "rest") this.isNews = true;
    else if (this.first === null || this.settings.isHeld) this.mode = "look";
  }

  /**
   * The printer has come by itself, or a person wants it tried: it is worth asking at once.
   * @returns whether a delivery waits for it
   */
  hurry(): boolean {
    const { first, mode, isLeased, settings } = this;
    const isMeant = first !== null && !isLeased && !settings.isHeld;
    if (isMeant && mode === "rest") this.mode = "ask";
    return isMeant;
  }

  /** The settings have changed. @param isNewTarget whether the printer is another one: it is tried at once */
  adopt(settings: QueueSettings, isNewTarget: boolean): void {
    this.settings = settings;
    if (isNewTarget) {
      this.failures = 0;
      this.options.diversion.noteWell();
    }
    this.isNewTarget ||= isNewTarget;
    if (this.mode === "rest") this.mode = "look";
    else this.isNews = true;
  }

  /** How often to ask the printer how it is while nothing waits, milliseconds. */
  pollEvery(milliseconds: number, now: number): void {
    this.pollInterval = milliseconds;
    this.pollDueAt = Math.min(this.pollDueAt, now + milliseconds);
    if (this.mode === "rest" && this.first === null) this.restUntil = this.pollDueAt;
  }

  /** Leases the printer's connection to somebody else, where nothing is under way or waits. @returns whether it did */
  lease(): boolean {
    if (this.isLeased || this.mode !== "rest" || this.first !== null || this.settings.isHeld) return false;
    if (this.change !== null) return false;
    this.isLeased = true;
    return true;
  }

  /** The connection is back. */
  endLease(): void {
    this.isLeased = false;
    this.mode = "look";
  }

  /** What the look-up found. @param waited since it was queued or released, milliseconds */
  found(delivery: Delivery | null, now: number, waited = 0): void {
    this.first = delivery;
    this.firstSince = now - waited;
    this.isNews = false;
    if (delivery === null) this.rest(this.pollDueAt);
    else if (delivery.state === "sending") {
      const { sentBytes } = delivery;
      this.conclude(delivery, { kind: "interrupted", sentBytes, reason: LEFT_BEHIND }, now);
    } else if (this.settings.isHeld) {
      this.wait(PRINTER_HELD, null);
      this.rest(this.pollDueAt);
    } else if (!this.setAside(delivery, now)) this.mode = "ask";
  }

  /** Has one that has waited for too long not be printed by itself. @returns whether it has */
  private setAside(delivery: Delivery, now: number): boolean {
    const aside = staleness(delivery, now - this.firstSince, this.settings);
    if (aside === null) return false;
    this.mode = "look";
    this.record({ do: "setAside", id: delivery.id, ...aside });
    return true;
  }

  /**
   * What the printer said, or that it did not; the one that is meant now.
   * @param isAnyAway whether its backup has prints of it that it has not begun
   */
  asked(readiness: Readiness, now: number, isAnyAway = false): void {
    const { times, diversion } = this.options;
    const { first: current } = this;
    this.isNewTarget = false;
    if (readiness.kind === "ready") diversion.noteWell();
    else diversion.noteTrouble(now);
    this.failures = readiness.kind === "unreachable" ? this.failures + 1 : 0;
    // A printer that another host uses refuses connections for a moment: ask again soon before telling.
    const isFirst = readiness.kind === "unreachable" && this.failures === 1;
    const isAwaited = isFirst || diversion.isDiverted;
    this.pollDueAt = now + (isAwaited ? Math.min(times.troublePoll, this.pollInterval) : this.pollInterval);
    const back = readiness.kind === "ready" ? diversion.giveBack(isAnyAway) : null;
    if (back !== null) {
      this.mode = "look";
      return this.record(back);
    }
    if (current === null || this.settings.isHeld) {
      if (this.isNews) this.mode = "look";
      else this.rest(this.pollDueAt);
    } else if (this.setAside(current, now)) {
      // While the printer was asked.
    } else if (readiness.kind === "ready") {
      this.record({ do: "begin", id: current.id, printerId: current.printerId });
    } else this.waitFor(readiness, current, now);
  }

  /** The printer cannot print the first one now: it waits, or goes to the backup. */
  private waitFor(readiness: Exclude<Readiness, { kind: "ready" }>, current: Delivery, now: number): void {
    const { times, diversion } = this.options;
    // What is here as of another's backup goes no further.
    const backup = current.forPrinterId === null ? this.settings.backup : null;
    const over = diversion.takeOver(backup, readiness.reason, now);
    if (over !== null) {
      this.mode = "look";
      return this.record(over);
    }
    const isUnreachable = readiness.kind === "unreachable";
    const until = now + (isUnreachable ? this.backOff() : times.troublePoll);
    this.wait(readiness.reason, isUnreachable ? until : null);
    const fresh = freshFor(current, now - this.firstSince, this.settings) ?? Number.POSITIVE_INFINITY;
    this.rest(Math.min(until, now + fresh, diversion.takesOverAt(backup) ?? until));
  }

  /** What came of a change that was to be made durable. */
  recorded(outcome: RecordOutcome, now: number): void {
    const { change, first: current } = this;
    if (change === null) return;
    const kind = change.do;
    if (outcome === "failed" && kind !== "wait" && kind !== "begin") {
      // What is on paper cannot be taken back: nothing else is sent before it is known what became of this one.
      this.changeDueAt = now + this.options.times.recordRetry;
      return;
    }
    this.change = null;
    if (kind === "wait") return;
    const further = this.options.diversion.moved(change, outcome === "recorded");
    if (further !== null) return this.record(further);
    if (kind === "begin" && outcome === "failed") this.rest(now + this.options.times.recordRetry);
    else if (kind === "begin" && outcome === "recorded" && current !== null) {
      this.first = { ...current, state: "sending", attempts: current.attempts + 1 };
      this.mode = "send";
    } else if (this.mode !== "rest" || outcome === "gone") this.mode = "look";
  }

  /** What came of sending. */
  sent(outcome: SendOutcome, now: number): void {
    if (this.first === null) return;
    if (outcome.kind === "printed") this.failures = 0;
    this.conclude(this.first, outcome, now);
  }

  /** The delivery that was to be sent never can be: its bytes are damaged. */
  unusable(reason: string): void {
    if (this.first === null) return;
    this.mode = "look";
    this.record({ do: "fail", id: this.first.id, reason });
  }

  private conclude(delivery: Delivery, outcome: SendOutcome, now: number): void {
    const verdict = verdictOn(delivery, outcome, this.settings.whenInterrupted);
    const { isNewTarget } = this;
    this.isNewTarget = false;
    this.mode = "look";
    if (typeof verdict !== "function") return this.record(verdict);
    // What went wrong says nothing of the printer that is meant now: it is tried at once.
    if (isNewTarget) return this.record(verdict(now));
    this.failures++;
    const until = now + this.backOff();
    this.record(verdict(until));
    this.rest(until);
  }

  private backOff(): number {
    return backOff(this.failures, this.options.random(), this.options.times);
  }

  private rest(until: number): void {
    this.mode = "rest";
    this.restUntil = until;
  }

  private record(change: DeliveryChange): void {
    this.change = change;
    this.changeDueAt = 0;
  }

  /** Records why the first one waits, where that is news. */
  private wait(reason: string, nextAttemptAt: number | null): void {
    const { first: current } = this;
    if (current === null) return;
    if (current.reason === reason && current.nextAttemptAt === nextAttemptAt) return;
    this.first = { ...current, reason, nextAttemptAt };
    this.record({ do: "wait", id: current.id, reason, nextAttemptAt });
  }
}
