import type { DeliveryChange } from "../storage/delivery-store.ts";
import type { Backup, Diversion } from "./diversion.ts";
import type { RecordOutcome } from "./queue-step.ts";

interface StallOptions {
  readonly diversion: Diversion;
  /** What prints instead, as it is set now; `null` for nothing. */
  backup(): Backup | null;
  record(change: DeliveryChange): Promise<RecordOutcome>;
}

/**
 * A job that is being sent and hangs, because the printer is out of paper and the like. What waits behind it goes to the
 * backup, at its time; the job itself stays where a part of it is.
 */
export class Stall {
  /** Why the job hangs; `null` while none does. */
  reason: string | null = null;
  private timer: Timer | undefined;
  private isMoving = false;
  /** Whether something has come up since the last step. */
  private isNews = false;

  constructor(private readonly options: StallOptions) {}

  /** The job hangs. */
  begin(reason: string): void {
    this.reason = reason;
    this.options.diversion.noteTrouble(performance.now());
    void this.divert();
  }

  /** The job goes on, or is over. @param isWell whether nothing is the matter with the printer any more */
  end(isWell: boolean): void {
    if (isWell) this.options.diversion.noteWell();
    this.reason = null;
    clearTimeout(this.timer);
  }

  /** More has been queued. */
  wake(): void {
    if (this.reason !== null) void this.divert();
  }

  /** Moves what waits, one step at a time: two at once would tell it twice. */
  private async divert(): Promise<void> {
    this.isNews = true;
    if (this.isMoving) return;
    this.isMoving = true;
    let isMore = false;
    while (isMore || this.isNews) {
      this.isNews = false;
      isMore = await this.step();
    }
    this.isMoving = false;
  }

  /** Goes by what is set now: that may change between two steps. @returns whether more may be left */
  private async step(): Promise<boolean> {
    const { diversion, backup, record } = this.options;
    clearTimeout(this.timer);
    const at = diversion.takesOverAt(backup());
    // A printer that is well again takes back what has moved: both ways at once would never end.
    if (at === null || this.reason === null) return false;
    const change = diversion.takeOver(backup(), this.reason, performance.now());
    if (change === null) {
      this.timer = setTimeout(() => void this.divert(), Math.max(at - performance.now(), 0));
      return false;
    }
    return diversion.moved(change, (await record(change)) === "recorded") !== null;
  }
}
