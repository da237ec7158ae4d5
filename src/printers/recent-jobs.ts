import type { MonotonicClock } from "../domain/clock.ts";
import { MILLISECONDS_PER_MINUTE } from "../domain/limits.ts";

/** For how long the same job again counts as repeated, milliseconds. */
const REPEAT_MILLISECONDS = MILLISECONDS_PER_MINUTE;

/** Jobs of a printer that are remembered; the oldest is forgotten first. */
const MOST_JOBS = 10_000;

/** A job as it is told from others. */
type JobKey = string;

/**
 * The jobs that a printer got in the last minute, by which it tells a till that sends the same again because it did not
 * hear that it was printed. Kept in memory: a job costs a hash of its bytes and an entry.
 */
export class RecentJobs {
  /** When each came last, the oldest first. */
  private readonly jobs = new Map<JobKey, number>();
  /** When those that are too old are forgotten next. */
  private nextLookAt = 0;

  constructor(private readonly clock: MonotonicClock) {}

  /** What a job is told from others by: its client and its bytes. */
  keyOf(client: string, job: Uint8Array): JobKey {
    return `${Bun.hash(job).toString(36)} ${job.length} ${client}`;
  }

  /** Takes a job. @returns whether its client has sent the same in the last minute */
  take(key: JobKey): boolean {
    const now = this.clock();
    const isRepeated = (this.jobs.get(key) ?? -Infinity) > now - REPEAT_MILLISECONDS;
    // Behind all others.
    this.jobs.delete(key);
    this.jobs.set(key, now);
    if (this.jobs.size > MOST_JOBS || now >= this.nextLookAt) this.forgetOld(now);
    return isRepeated;
  }

  private forgetOld(now: number): void {
    this.nextLookAt = now + REPEAT_MILLISECONDS;
    // More than one of a flood, so that this is not done for each of it.
    const most = this.jobs.size > MOST_JOBS ? MOST_JOBS / 2 : MOST_JOBS;
    for (const [oldest, at] of this.jobs) {
      if (at > now - REPEAT_MILLISECONDS && this.jobs.size <= most) break;
      this.jobs.delete(oldest);
    }
  }

  /** A job was not stored: its client was told so, and what it sends again is no repetition. */
  forget(key: JobKey): void {
    this.jobs.delete(key);
  }
}
