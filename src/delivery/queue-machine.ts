import type { Delivery } from "../domain/delivery.ts";
import type { InterruptionPolicy } from "../contract/printer-settings.ts";
import type { DeliveryChange } from "../storage/delivery-store.ts";
import type { DeliveryTimes } from "./delivery-limits.ts";
import type { Readiness, SendOutcome } from "./link.ts";
import { backOff, verdictOn } from "./verdict.ts";

/** What of a printer the queue goes by. */
interface QueueSettings {
  /** Whether nothing is passed on until it is released. */
  readonly isHeld: boolean;
  readonly whenInterrupted: InterruptionPolicy;
}

/** What the queue wants done next; each is answered with the method of its kind. */
export type Step =
  /** Nothing before this time, unless {@link QueueMachine.wake} says so; `null` for no time. */
  | { readonly do: "rest"; readonly until: number | null }
  /** Look up the first delivery that is queued or sending: {@link QueueMachine.found}. */
  | { readonly do: "look" }
  /** Ask the printer how it is: {@link QueueMachine.asked}. */
  | { readonly do: "ask"; readonly isPoll: boolean }
  /** Make a change durable: {@link QueueMachine.recorded}. */
  | { readonly do: "record"; readonly change: DeliveryChange }
  /** Send: {@link QueueMachine.sent}. */
  | { readonly do: "send"; readonly delivery: Delivery };

/** `gone`: the delivery is in another state, because a person cancelled it. */
export type RecordOutcome = "recorded" | "gone" | "failed";

/** Why a delivery waits whose printer a person holds. */
const PRINTER_HELD = "The printer is held; release it to go on.";

/** Why a delivery was interrupted that a service which ended in the middle left behind. */
const LEFT_BEHIND = "The service ended while it was being sent; a part, or all of it, may be on paper.";

interface QueueMachineOptions {
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
   * The printer has come by itself, and is worth asking at once.
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
    if (isNewTarget) this.failures = 0;
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

  /** What the look-up found. */
  found(delivery: Delivery | null, now: number): void {
    this.first = delivery;
    this.isNews = false;
    if (delivery === null) this.rest(this.pollDueAt);
    else if (delivery.state === "sending") {
      const { sentBytes } = delivery;
      this.conclude(delivery, { kind: "interrupted", sentBytes, reason: LEFT_BEHIND }, now);
    } else if (this.settings.isHeld) {
      this.wait(PRINTER_HELD, null);
      this.rest(this.pollDueAt);
    } else this.mode = "ask";
  }

  /** What the printer said, or that it did not; the one that is meant now. */
  asked(readiness: Readiness, now: number): void {
    const { times } = this.options;
    const { first: current } = this;
    this.isNewTarget = false;
    this.failures = readiness.kind === "unreachable" ? this.failures + 1 : 0;
    // A printer that another host uses refuses connections for a moment: ask again soon before telling.
    const isFirst = readiness.kind === "unreachable" && this.failures === 1;
    this.pollDueAt = now + (isFirst ? Math.min(times.troublePoll, this.pollInterval) : this.pollInterval);
    if (current === null || this.settings.isHeld) {
      if (this.isNews) this.mode = "look";
      else this.rest(this.pollDueAt);
    } else if (readiness.kind === "ready") {
      this.record({ do: "begin", id: current.id });
    } else if (readiness.kind === "waiting") {
      this.wait(readiness.reason, null);
      this.rest(now + times.troublePoll);
    } else {
      const until = now + this.backOff();
      this.wait(readiness.reason, until);
      this.rest(until);
    }
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
