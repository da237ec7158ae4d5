/** A job of a host whose bytes went through to the real printer. Offsets are bytes from the start of the connection. */
interface PassedJob {
  readonly start: number;
  readonly end: number;
  readonly printId: number;
  /** When the connection had taken all of it, milliseconds. */
  takenAt: number | null;
  /** The printer has printed it when it has given so many answers in print order. */
  readonly answers: number;
  /** Whether it has, or has taken all and the connection has ended cleanly. */
  isAcknowledged: boolean;
}

/** What became of a job that is stored. */
export interface JobOutcome {
  readonly printId: number;
  /** Whether all of it is with the printer, as far as can be known. */
  readonly isWhole: boolean;
  readonly sentBytes: number;
}

/** The account of the jobs that went through one connection. Pure; times are milliseconds. */
export class PassedJobs {
  private jobs: PassedJob[] = [];
  private taken = 0;
  private lastEnd = 0;
  private answered = 0;

  /** @param settleMilliseconds how long the connection must last for a job that nothing confirms */
  constructor(private readonly settleMilliseconds: number) {}

  /** Jobs of which it is not known yet what became of them. */
  get count(): number {
    return this.jobs.length;
  }

  /** The connection has taken so many bytes more. */
  took(count: number, now: number): void {
    this.taken += count;
    for (const job of this.jobs) if (this.taken >= job.end) job.takenAt ??= now;
  }

  /**
   * The next bytes, all of which were written, are a job.
   * @param answers it is printed when the printer has given so many answers in print order
   * @param printId `null` for one that made no print
   */
  end(bytes: number, answers: number, printId: number | null, now: number): void {
    const start = this.lastEnd;
    this.lastEnd = start + bytes;
    if (printId === null) return;
    const takenAt = this.taken >= this.lastEnd ? now : null;
    const isAcknowledged = takenAt !== null && this.answered >= answers;
    this.jobs.push({ start, end: this.lastEnd, printId, takenAt, answers, isAcknowledged });
  }

  /** The printer has given so many answers in print order. */
  acknowledge(answers: number): void {
    this.answered = answers;
    for (const job of this.jobs) job.isAcknowledged ||= job.takenAt !== null && answers >= job.answers;
  }

  /** The connection has ended cleanly. */
  acknowledgeAll(): void {
    for (const job of this.jobs) job.isAcknowledged ||= job.takenAt !== null;
  }

  /** Takes out the jobs of which it is known what became of them. @param isOpen whether the connection lasts */
  settle(isOpen: boolean, now: number): JobOutcome[] {
    const outcomes: JobOutcome[] = [];
    this.jobs = this.jobs.filter(({ start, end, printId, takenAt, isAcknowledged }) => {
      // A printer that confirms nothing has it, when the connection has lasted for a while.
      const isWhole = takenAt !== null && (isAcknowledged || now >= takenAt + this.settleMilliseconds);
      if (!isWhole && isOpen) return true;
      outcomes.push({ printId, isWhole, sentBytes: Math.min(Math.max(this.taken - start, 0), end - start) });
      return false;
    });
    return outcomes;
  }

  /** When {@link settle} is due next; `null` when only something else can bring news. */
  get settleAt(): number | null {
    const times = this.jobs.flatMap(({ takenAt }) =>
      takenAt === null ? [] : [takenAt + this.settleMilliseconds],
    );
    return times.length === 0 ? null : Math.min(...times);
  }
}
