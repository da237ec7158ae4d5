import type { MonotonicClock } from "../../domain/clock.ts";

/**
 * The time that a service has listened to its hosts, milliseconds from any beginning; it never goes back. What it stood
 * still for (a machine that sleeps, that has much else to do, or whose clock is set) does not count: what the hosts sent
 * meanwhile waits unread, and a job would be ended in its middle by a silence that was the service's own.
 */
export class ListeningTime {
  private listened = 0;
  private seen: number;

  /** @param longestStep the most that counts between two looks at the time, milliseconds */
  constructor(
    private readonly clock: MonotonicClock,
    private readonly longestStep: number,
  ) {
    this.seen = clock();
  }

  /** To be called often: at least as often as silences are looked at. */
  now(): number {
    const before = this.seen;
    this.seen = this.clock();
    this.listened += Math.min(Math.max(this.seen - before, 0), this.longestStep);
    return this.listened;
  }
}
