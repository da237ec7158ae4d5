import type { Attempt, JobStyle, JobText } from "./printer-job.ts";

/** What hosts have sent to printers, and what they were told is kept. */
export class PrinterLedger {
  readonly attempts: Attempt[] = [];
  /** What was wrong, in words. */
  readonly faults: string[] = [];
  /** Jobs of which all was acknowledged. */
  acknowledgedJobs = 0;
  private connections = 0;

  newConnection(): number {
    return ++this.connections;
  }

  /** Notes that a job is about to be sent; the number that {@link textOf} gets goes into its bytes. */
  newAttempt(
    place: { client: number; job: number; connection: number; style: JobStyle },
    textOf: (number: number) => JobText,
  ): { attempt: Attempt; questionAt: number } {
    const number = this.attempts.length;
    const { bytes, contentBytes, questionAt } = textOf(number);
    const attempt = { ...place, number, bytes, contentBytes, acknowledgedBytes: 0 };
    this.attempts.push(attempt);
    return { attempt, questionAt };
  }

  /** Notes that all of a job's content is acknowledged. */
  acknowledge(attempt: Attempt): void {
    attempt.acknowledgedBytes = attempt.contentBytes;
    this.acknowledgedJobs++;
  }
}
