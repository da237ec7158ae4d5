import type { PrinterConnection } from "./connections/connection.ts";
import type { DeliveryTimes } from "./delivery-limits.ts";

const STALLED = "The printer takes no more data: it may be out of paper, open or switched off.";

interface ProgressWatchOptions {
  readonly times: Pick<DeliveryTimes, "stall" | "confirmPoll">;
  /** The printer takes nothing any more; `null` when it goes on. */
  onTrouble(reason: string | null): void;
}

/** Looks, once it has begun, whether a printer takes what is written to it. */
export class ProgressWatch {
  /** Whether the printer has taken nothing for so long that this was told. */
  isStalled = false;
  private written = 0;
  /** How many bytes had come to the printer, and since when no more have, milliseconds. */
  private arrived = 0;
  private arrivedSince = 0;
  private timer: Timer | undefined;

  constructor(private readonly options: ProgressWatchOptions) {}

  /** So many bytes more have been written. */
  wrote(count: number): void {
    this.written += count;
  }

  begin(connection: Pick<PrinterConnection, "unacknowledged">): void {
    // What was before nobody has looked at.
    if (this.timer === undefined) this.arrivedSince = performance.now();
    this.end();
    this.timer = setTimeout(() => this.begin(connection), this.options.times.confirmPoll);
    // Last: what it tells may end the watch.
    this.look(connection.unacknowledged);
  }

  end(): void {
    clearTimeout(this.timer);
  }

  /** @param left bytes that have not arrived at the printer */
  private look(left: number): void {
    const { times, onTrouble } = this.options;
    const now = performance.now();
    const arrived = this.written - left;
    if (left === 0 || arrived !== this.arrived) {
      this.arrived = arrived;
      this.arrivedSince = now;
      if (this.isStalled) onTrouble(null);
      this.isStalled = false;
    } else if (!this.isStalled && now - this.arrivedSince >= times.stall) {
      this.isStalled = true;
      onTrouble(STALLED);
    }
  }
}
