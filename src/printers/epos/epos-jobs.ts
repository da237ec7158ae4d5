import { EPOS_LIMITS } from "./epos-limits.ts";
import type { EposCode } from "./epos-response.ts";

interface RememberedJob {
  /** Who sent it and what it was. */
  readonly fingerprint: string;
  /** When it came, by the monotonic clock, milliseconds. */
  readonly since: number;
  /** `null` while it is being stored. */
  code: EposCode | null;
  readonly done: Promise<EposCode>;
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

  /** How a job ended, as far as it has and is known (still). */
  codeOf(printerId: number, id: string, now: number): EposCode {
    const job = this.jobs.get(`${printerId} ${id}`);
    if (job === undefined || now - job.since > EPOS_LIMITS.resultMilliseconds) return "JobNotFound";
    return job.code ?? "Printing";
  }

  /**
   * Runs a job, or gives the result of the same one that ran shortly before or runs still.
   * @param fingerprint of the client and the content
   * @param canRepeat whether printing it twice does no harm: a drawer kick may be wanted twice
   * @param work never rejects
   */
  run(
    job: { printerId: number; id: string; fingerprint: string; canRepeat: boolean },
    now: number,
    work: () => Promise<EposCode>,
  ): Promise<EposCode> {
    const key = `${job.printerId} ${job.id}`;
    const known = this.jobs.get(key);
    if (known?.fingerprint === job.fingerprint && !job.canRepeat && this.isResent(known, now))
      return known.done;
    const { fingerprint } = job;
    const remembered: RememberedJob = { fingerprint, since: now, code: null, done: work() };
    // The newest is last, also when it replaces one of the same id.
    this.jobs.delete(key);
    this.jobs.set(key, remembered);
    this.forgetOldest(now);
    void remembered.done.then((code) => (remembered.code = code));
    return remembered.done;
  }

  /** Only what was stored, or is being stored, counts: a job that was refused is to be sent again. */
  private isResent({ since, code }: RememberedJob, now: number): boolean {
    return code === null || (code === "" && now - since <= EPOS_LIMITS.resendMilliseconds);
  }

  private forgetOldest(now: number): void {
    for (const [key, job] of this.jobs) {
      const isOld = now - job.since > EPOS_LIMITS.resultMilliseconds;
      if (!isOld && this.jobs.size <= EPOS_LIMITS.rememberedJobs) return;
      this.jobs.delete(key);
    }
  }
}
