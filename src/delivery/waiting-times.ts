import type { Clock, MonotonicClock } from "../domain/clock.ts";
import type { Print } from "../domain/print.ts";
import type { Delivery } from "../domain/delivery.ts";

/** Prints whose arrival is remembered; the oldest is forgotten first. */
const MOST_ARRIVALS = 10_000;

/** How long deliveries have waited. What came while this process ran is timed by a clock that nobody sets. */
export class WaitingTimes {
  /** When prints came, by their ids, milliseconds of the monotonic clock. */
  private readonly arrivals = new Map<number, number>();

  constructor(
    private readonly clock: Clock,
    private readonly monotonic: MonotonicClock,
  ) {}

  /** A print has come. */
  arrived(printId: number): void {
    this.arrivals.set(printId, this.monotonic());
    if (this.arrivals.size <= MOST_ARRIVALS) return;
    for (const oldest of this.arrivals.keys()) {
      this.arrivals.delete(oldest);
      return;
    }
  }

  /** Since a delivery was queued, or a person had it printed, milliseconds. */
  waited({ printId, createdAt, releasedAt }: Delivery): number {
    if (releasedAt !== null) return Math.max(0, this.clock() - releasedAt);
    return this.age(printId, createdAt);
  }

  /** Since a delivery was queued, milliseconds, whatever a person decided since then. @param print its print */
  queuedFor({ createdAt }: Delivery, print: Pick<Print, "id" | "createdAt">): number {
    // One that a person wants of an older print has not waited since that one came.
    if (createdAt !== print.createdAt) return Math.max(0, this.clock() - createdAt);
    return this.age(print.id, createdAt);
  }

  /** Since a print was made, milliseconds: by whichever clock says more, for the machine may have slept. */
  age(printId: number, createdAt: number): number {
    const stored = Math.max(0, this.clock() - createdAt);
    const arrived = this.arrivals.get(printId);
    return arrived === undefined ? stored : Math.max(stored, this.monotonic() - arrived);
  }
}
