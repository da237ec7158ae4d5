/** A job of a host whose bytes go straight through to the real printer. */
export interface PassingJob {
  /** Bytes from the start of the connection. */
  readonly start: number;
  readonly end: number;
}

interface Tracked extends PassingJob {
  printId: number | null;
  /** When the connection had taken all of it, milliseconds. */
  takenAt: number | null;
  /** How many of its answers in print order the printer must have given to have printed it. */
  readonly answers: number;
  /** Whether it has, or has taken all and the connection has ended cleanly. */
  isAcknowledged: boolean;
}

/** What became of a job that is stored. */
export interface PassedJob {
  readonly printId: number;
  /** Whether all of it is with the printer, as far as can be known. */
  readonly isWhole: boolean;
  readonly sentBytes: number;
}

/** Keeps account of the jobs of one connection that goes through. Pure; times are milliseconds. */
export class PassingJobs {
  private jobs: Tracked[] = [];
  private written = 0;
  private taken = 0;
  private lastEnd = 0;
  private answered = 0;

  /** @param settleMilliseconds how long the connection must last for a job that nothing confirms */
  constructor(private readonly settleMilliseconds: number) {}

  /** Jobs of which it is not known yet what became of them. */
  get count(): number {
    return this.jobs.length;
  }

  wrote(count: number): void {
    this.written += count;
  }

  tookBytes(count: number, now: number): void {
    this.taken += count;
    for (const job of this.jobs) if (job.takenAt === null && this.taken >= job.end) job.takenAt = now;
  }

  /**
   * What was written since the last call is a job.
   * @param answers how many of its answers in print order the printer must have given to have printed it
   */
  end(now: number, answers: number): PassingJob {
    const takenAt = this.taken >= this.written ? now : null;
    const isAcknowledged = takenAt !== null && this.answered >= answers;
    const job = { start: this.lastEnd, end: this.written, printId: null, takenAt, answers, isAcknowledged };
    this.lastEnd = this.written;
    this.jobs.push(job);
    return job;
  }

  stored(job: PassingJob, printId: number): void {
    for (const each of this.jobs) if (each === job) each.printId = printId;
  }

  dropped(job: PassingJob): void {
    this.jobs = this.jobs.filter((each) => each !== job);
  }

  /** The printer has given so many answers in print order. */
  acknowledge(answers: number): void {
    this.answered = answers;
    for (const job of this.jobs)
      if (job.takenAt !== null && answers >= job.answers) job.isAcknowledged = true;
  }

  /** The connection has ended cleanly. */
  acknowledgeAll(): void {
    for (const job of this.jobs) if (job.takenAt !== null) job.isAcknowledged = true;
  }

  /** Takes out the jobs of which it is known what became of them. @param isOpen whether the connection lasts */
  settle(isOpen: boolean, now: number): PassedJob[] {
    const settled: PassedJob[] = [];
    this.jobs = this.jobs.filter(({ start, end, printId, takenAt, isAcknowledged }) => {
      // A printer that confirms nothing has it, when the connection has lasted for a while.
      const isWhole = takenAt !== null && (isAcknowledged || now >= takenAt + this.settleMilliseconds);
      if (printId === null || (!isWhole && isOpen)) return true;
      settled.push({ printId, isWhole, sentBytes: Math.min(Math.max(this.taken - start, 0), end - start) });
      return false;
    });
    return settled;
  }

  /** When {@link settle} is due next; `null` when only something else can bring news. */
  get settleAt(): number | null {
    const times = this.jobs.flatMap(({ printId, takenAt }) =>
      printId !== null && takenAt !== null ? [takenAt + this.settleMilliseconds] : [],
    );
    return times.length === 0 ? null : Math.min(...times);
  }
}
