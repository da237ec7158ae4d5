import type { Passing } from "./passing.ts";
import type { RawEffect } from "./raw-effect.ts";
import { RunningJob } from "./running-job.ts";

export interface JobKeepingOptions {
  readonly passing: Passing;
  /** Whether what has come of the connection may go on to a real printer. */
  readonly mayPass: () => boolean;
  readonly emit: (effect: RawEffect) => void;
  /** Something was handed over: what is answered from now on waits for it. */
  readonly onTicket: (ticket: number) => void;
}

/** Hands the jobs of a connection over, to be stored, and their bytes on, to a real printer. */
export class JobKeeping {
  job = new RunningJob();
  private lastTicket = 0;
  /** Bytes that were handed over and are not yet durable, by ticket. */
  private readonly handedOver = new Map<number, number>();
  /** Offsets up to which the job is durable when these tickets are. */
  private readonly spools = new Map<number, number>();

  constructor(private readonly options: JobKeepingOptions) {}

  /** What was handed over and is not yet durable. */
  get tickets(): Iterable<number> {
    return this.handedOver.keys();
  }

  get ticketCount(): number {
    return this.handedOver.size;
  }

  /** Bytes held in memory for this connection. */
  get heldBytes(): number {
    let bytes = this.job.length;
    for (const handedOver of this.handedOver.values()) bytes += handedOver;
    return bytes;
  }

  /** What has come goes on to the real printer, where there is one to go to. @param offset up to where */
  passOn(offset: number, now: number): void {
    const { passing, mayPass } = this.options;
    if (!passing.isJoined || !mayPass()) return;
    // The lines of PJL would be printed.
    if (!this.job.isWrapped || this.job.isWorthKeeping) passing.passTo(offset, now);
  }

  /** Makes durable what has come of the job, if that is worth it. */
  spool(now: number): void {
    const part = this.job.spool();
    const key = this.job.spoolKey;
    if (part === undefined || key === null) return;
    this.passOn(this.job.takenTo, now);
    const isPassing = this.options.passing.hasPassed(this.job.start);
    const ticket = this.newTicket(part.length);
    this.spools.set(ticket, this.job.spooledTo);
    this.options.emit({ kind: "spool", ticket, key, part, isPassing });
  }

  /**
   * Ends the job.
   * @param where after the command that was taken last, or after all that has come
   * @returns whether there was anything to keep
   */
  end(where: "here" | "all", isIncomplete: boolean, now: number): boolean {
    const { passing } = this.options;
    const { start, spoolKey } = this.job;
    this.passOn(where === "here" ? this.job.takenTo : this.job.end, now);
    const isPassing = passing.hasPassed(start);
    const raw = where === "here" ? this.job.endHere() : this.job.endAll();
    if (raw !== undefined) this.store(raw, isIncomplete, isPassing, spoolKey);
    else this.leaveOut(isPassing);
    return raw !== undefined;
  }

  /** Ends the job after all that has come. @returns `wrapper` when it was that of a page printer's job, and nothing in it */
  endAll(isIncomplete: boolean, now: number): "wrapper" | "job" {
    const { isWrapped } = this.job;
    if (this.end("all", isIncomplete, now) || !isWrapped) return "job";
    this.options.emit({ kind: "probe", what: "a PJL job" });
    return "wrapper";
  }

  /** Ends a job of which more was to come, unless it ends with a cut. @returns whether more was to come */
  endTorn(now: number): boolean {
    const { length, endsWithCut } = this.job;
    this.end("all", !endsWithCut, now);
    return length > 0 && !endsWithCut;
  }

  /** Forgets the job, but what the host was told to be printed is kept, whatever becomes of the rest. */
  giveUp(): void {
    const { start, spoolKey } = this.job;
    const isPassing = this.options.passing.hasPassed(start);
    if (this.job.acknowledgedLength > 0) {
      this.store(this.job.endAtAcknowledged(), true, isPassing, spoolKey);
    } else {
      this.job.forget();
      this.leaveOut(isPassing);
    }
  }

  /** The real printer's connection has ended. */
  endPassing(): void {
    this.options.passing.end();
    if (this.job.isIdle) this.giveUp();
  }

  /** Leaves a printer to others whose connection has ended, when no job is half there and all its answers are given. */
  leaveEndedPrinter(): void {
    const { passing } = this.options;
    if (passing.isOver && !passing.hasPassed(this.job.start)) passing.part();
  }

  /** Leaves a printer that is not meant any more, before the next job, once it has answered all that it was asked. */
  leaveOutdatedPrinter(workedAt: number, now: number): void {
    if (this.options.passing.isOutdated) this.leaveAtRest(workedAt, now);
  }

  /** Leaves the real printer to others if there is nothing more to expect. @param workedAt see {@link Passing.isAtRest} */
  leaveAtRest(workedAt: number, now: number): void {
    const { passing } = this.options;
    if (!this.job.isIdle || !passing.isAtRest(workedAt, now)) return;
    this.giveUp();
    passing.part();
  }

  /** What a ticket stands for is durable. */
  completed(ticket: number): void {
    const spooledTo = this.spools.get(ticket);
    if (spooledTo !== undefined) this.job.acknowledge(spooledTo);
    this.drop(ticket);
  }

  /** What a ticket stands for is no longer held, durable or not. */
  drop(ticket: number): void {
    this.handedOver.delete(ticket);
    this.spools.delete(ticket);
  }

  private store(
    raw: Uint8Array<ArrayBuffer>,
    isIncomplete: boolean,
    isPassing: boolean,
    spoolKey: string | null,
  ): void {
    const ticket = this.newTicket(raw.length);
    const isAskedAbout = this.options.passing.isAskedAfter(this.job.workedTo);
    this.options.emit({ kind: "store", ticket, raw, isIncomplete, spoolKey, isPassing, isAskedAbout });
  }

  /** What made no print has gone through all the same. */
  private leaveOut(isPassing: boolean): void {
    if (isPassing) this.options.emit({ kind: "leaveOut" });
  }

  private newTicket(bytes: number): number {
    const ticket = ++this.lastTicket;
    this.handedOver.set(ticket, bytes);
    this.options.onTicket(ticket);
    return ticket;
  }
}
