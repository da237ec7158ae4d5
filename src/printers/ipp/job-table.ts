import type { Clock, MonotonicClock } from "../../domain/clock.ts";
import { MILLISECONDS_PER_SECOND } from "../../domain/limits.ts";
import { JOB_STATE, type JobState, STATUS } from "../../ipp/codes.ts";
import { IppFailure } from "./ipp-failure.ts";
import { IPP_LIMITS } from "./ipp-limits.ts";

/** A job of a printer, as hosts ask for it. Times are readings of the monotonic clock, milliseconds. */
export interface IppJob {
  readonly id: number;
  readonly name: string;
  /** The name that its host gave it; `null` for none. */
  readonly label: string | null;
  readonly user: string;
  /** The address that it came from, without its port. */
  readonly client: string;
  /** The media type of its document; that of the request that brings the document wins over that of the job. */
  format: string;
  readonly createdAt: number;
  state: JobState;
  reason: string;
  /** Whether it was created alone, and takes a document still (`Send-Document`). */
  isOpen: boolean;
  /** Whether a document is coming now. */
  isReceiving: boolean;
  /** Whether its document has come and is being made durable. */
  isStoring: boolean;
  /** The print that its document became; `null` for none yet. */
  printId: number | null;
  /** The document's bytes. */
  bytes: number;
  processingAt: number | null;
  completedAt: number | null;
}

/** What a job is called and whose it is. */
type JobDescription = Pick<IppJob, "name" | "label" | "user" | "client" | "format">;

/** Job ids count from the seconds since then, so that they go on ascending when the service starts anew. */
const FIRST_SECOND = Date.UTC(2025, 0, 1) / MILLISECONDS_PER_SECOND;
const LARGEST_ID = 2 ** 31 - 1;

/**
 * The recent jobs of all printers, in memory: what hosts ask about is whether a job of theirs went through, and the
 * prints themselves are stored elsewhere. Jobs without their document are forgotten after a while.
 */
export class IppJobs {
  /** Since when printers have been up, as far as hosts are told. */
  readonly startedAt: number;
  private readonly ofPrinter = new Map<number, Map<number, IppJob>>();
  private lastId: number;

  /** @param timeOfDay what hosts are told that the time is */
  constructor(
    readonly clock: MonotonicClock,
    readonly timeOfDay: Clock,
  ) {
    this.startedAt = clock();
    this.lastId = Math.max(0, Math.floor(timeOfDay() / MILLISECONDS_PER_SECOND) - FIRST_SECOND);
  }

  /** What the time of day was at one of a job's times, by the clock as it is set now: epoch milliseconds. */
  timeOfDayAt(at: number): number {
    return this.timeOfDay() - (this.clock() - at);
  }

  /**
   * Adds a job.
   * @param isOpen whether its document comes by another request
   * @throws IppFailure when too many jobs of the printer wait for their document
   */
  create(printerId: number, description: JobDescription, isOpen: boolean): IppJob {
    const jobs = this.jobsOf(printerId);
    const open = [...jobs.values()].filter((job) => job.isOpen);
    if (isOpen && open.length >= IPP_LIMITS.openJobs) {
      const message = "Too many jobs wait for their document; try again in two minutes.";
      throw new IppFailure(STATUS.tooManyJobs, message);
    }
    this.lastId = (this.lastId % LARGEST_ID) + 1;
    const job: IppJob = {
      ...description,
      id: this.lastId,
      createdAt: this.clock(),
      state: isOpen ? JOB_STATE.pending : JOB_STATE.processing,
      reason: "job-incoming",
      isOpen,
      isReceiving: false,
      isStoring: false,
      printId: null,
      bytes: 0,
      processingAt: null,
      completedAt: null,
    };
    jobs.set(job.id, job);
    for (const [id, { completedAt }] of jobs) {
      if (jobs.size <= IPP_LIMITS.rememberedJobs) break;
      if (completedAt !== null) jobs.delete(id);
    }
    return job;
  }

  /** A job by its id; `null` when there is none, or it has been forgotten. */
  find(printerId: number, id: number): IppJob | null {
    return this.jobsOf(printerId).get(id) ?? null;
  }

  /** All remembered jobs of a printer, the oldest first. */
  all(printerId: number): IppJob[] {
    return [...this.jobsOf(printerId).values()];
  }

  /** Ends a job. */
  finish(job: IppJob, state: JobState, reason: string): void {
    job.state = state;
    job.reason = reason;
    job.isOpen = false;
    job.isReceiving = false;
    job.completedAt = this.clock();
  }

  /** Forgets a job of which nothing was kept and whose host was told so. */
  forget(printerId: number, job: IppJob): void {
    this.jobsOf(printerId).delete(job.id);
  }

  private jobsOf(printerId: number): Map<number, IppJob> {
    const jobs = this.ofPrinter.getOrInsertComputed(printerId, () => new Map<number, IppJob>());
    for (const job of jobs.values()) this.closeIfForgotten(job);
    return jobs;
  }

  /** Closes jobs whose hosts have fallen silent: what they sent is a print, what they never sent is given up. */
  private closeIfForgotten(job: IppJob): void {
    if (!job.isOpen || job.isReceiving) return;
    if (this.clock() - job.createdAt < IPP_LIMITS.openJobMilliseconds) return;
    if (job.printId === null) this.finish(job, JOB_STATE.aborted, "aborted-by-system");
    else this.finish(job, JOB_STATE.completed, "job-completed-successfully");
  }
}
