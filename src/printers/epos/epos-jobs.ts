import { EPOS_LIMITS } from "./epos-limits.ts";
import type { EposCode } from "./epos-response.ts";

/** How a job ended. */
export interface JobResult {
  readonly success: boolean;
  readonly code: EposCode;
}

interface RememberedJob {
  /** Who sent it and what it was. */
  readonly fingerprint: string;
  /** When it came, by the monotonic clock, milliseconds. */
  readonly since: number;
  /** `null` while it is being stored. */
  result: JobResult | null;
  readonly done: Promise<JobResult>;
}

/**
 * The jobs that had a `printjobid`. Their results can be asked for, and a job that is sent again because its answer was lost
 * is not printed twice. They are in memory only: after a restart a job that is sent again is printed again. Jobs are the same
 * when id, printer, client and content are the same: some senders give all their jobs one id.
 */
export class EposJobs {
  /** By printer and id, the oldest first. */
  private readonly jobs = new Map<string, RememberedJob>();

  get size(): number {
    return this.jobs.size;
  }

  /** What became of a job: its result, `"printing"`, or `null` when it is not known (any more). */
  resultOf(printerId: number, id: string, now: number): JobResult | "printing" | null {
    const job = this.jobs.get(keyOf(printerId, id));
    if (job === undefined || now - job.since > EPOS_LIMITS.resultMilliseconds) return null;
    return job.result ?? "printing";
  }

  /**
   * Runs a job, or gives the result of the same one that ran shortly before or runs still.
   *
   * @param fingerprint of the client and the content
   * @param canRepeat whether printing it twice does no harm: a drawer kick may be wanted twice
   * @param work never rejects
   */
  run(
    job: { printerId: number; id: string; fingerprint: string; canRepeat: boolean },
    now: number,
    work: () => Promise<JobResult>,
  ): Promise<JobResult> {
    const key = keyOf(job.printerId, job.id);
    const known = this.jobs.get(key);
    if (known?.fingerprint === job.fingerprint && !job.canRepeat && this.isResent(known, now))
      return known.done;
    const remembered: RememberedJob = {
      fingerprint: job.fingerprint,
      since: now,
      result: null,
      done: work(),
    };
    // The newest is last, also when it replaces one of the same id.
    this.jobs.delete(key);
    this.jobs.set(key, remembered);
    this.forgetOldest(now);
    void remembered.done.then((result) => (remembered.result = result));
    return remembered.done;
  }

  /** Only what was stored, or is being stored, counts: a job that was refused is to be sent again. */
  private isResent({ since, result }: RememberedJob, now: number): boolean {
    return result === null || (result.success && now - since <= EPOS_LIMITS.resendMilliseconds);
  }

  private forgetOldest(now: number): void {
    for (const [key, job] of this.jobs) {
      const isOld = now - job.since > EPOS_LIMITS.resultMilliseconds;
      if (!isOld && this.jobs.size <= EPOS_LIMITS.rememberedJobs) return;
      this.jobs.delete(key);
    }
  }
}

function keyOf(printerId: number, id: string): string {
  return `${printerId} ${id}`;
}
