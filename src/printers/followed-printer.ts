import type { PrinterCondition, SituationState } from "../domain/printer-situation.ts";
import type { ToldPrinter } from "../storage/condition-store.ts";
import type { SituationTimes } from "./printer-limits.ts";

/** Now, by the clock that dates (epoch milliseconds) and by the one that measures (milliseconds). */
interface Moment {
  readonly at: number;
  readonly now: number;
}

const UNKNOWN: Omit<PrinterCondition, "state"> = { isTrouble: false, sentence: "", parameters: {} };

/** A printer's condition since it became so, and what of it was told. Pure. */
export class FollowedPrinter {
  condition: PrinterCondition;
  /** Since when it is in that state, epoch milliseconds; `null` when that is not known. */
  since: number | null;
  /** The last delivery that was told of as waiting. */
  toldDelivery: number;
  /** What listeners were told of it last, as JSON; empty while nobody listens. */
  heard = "";
  private told: { readonly state: SituationState; readonly since: number | null };
  private settledAt: number;
  /** Until when a status that nobody has told yet is waited for. */
  private readonly awaitedUntil: number;
  private isStoring = false;
  private retryAt = 0;

  /** @param told what was told of it before a restart; `null` for a printer of which nothing was */
  constructor(
    told: ToldPrinter | null,
    { now }: Moment,
    private readonly times: SituationTimes,
  ) {
    const { state = "ready", since = null, toldDelivery = 0 } = told ?? {};
    this.told = { state, since };
    this.condition = { ...UNKNOWN, state };
    this.since = since;
    this.toldDelivery = toldDelivery;
    this.settledAt = now + times.settle;
    this.awaitedUntil = now + times.unknown;
  }

  /** Takes its condition. @param isKnown whether the real printer has told how it is since the start */
  take(condition: PrinterCondition, isKnown: boolean, { at, now }: Moment): void {
    const isAwaited = !isKnown && now < this.awaitedUntil && condition.state === "ready";
    // What was so before a restart is so until the printer says otherwise.
    if (isAwaited && this.condition.state !== "ready") return;
    if (condition.state !== this.condition.state) {
      this.since = condition.state === this.told.state ? this.told.since : at;
      this.settledAt = now + this.times.settle;
    }
    this.condition = condition;
  }

  /** Whether it has been so for long enough, and was not told. */
  isToBeTold(now: number): boolean {
    return this.condition.state !== this.told.state && now >= this.settledAt;
  }

  /** The state that was told last. */
  get toldState(): SituationState {
    return this.told.state;
  }

  noteTold(state: SituationState, since: number | null): void {
    this.told = { state, since };
  }

  /** Begins to store something. @returns whether it may */
  begin(now: number): boolean {
    if (this.isStoring || now < this.retryAt) return false;
    return (this.isStoring = true);
  }

  /** @param retryAt before when nothing is tried again; 0 for at once */
  end(retryAt: number): void {
    this.isStoring = false;
    this.retryAt = retryAt;
  }
}
