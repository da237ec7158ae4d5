import type { Command } from "../../escpos/command.ts";
import type { CommandMeaning } from "../answers/command-meaning.ts";
import { BEGINNING_BYTES, ConnectionBeginning, PROBES } from "./connection-beginning.ts";
import type { ConnectionContext } from "./connection-context.ts";
import type { Forwarding } from "./forwarding.ts";
import { beginsReceipt, HEAD_BYTES } from "./job-boundary.ts";
import { RunningJob } from "./running-job.ts";

/** Bytes that were handed over and are not durable yet. */
interface HandedOver {
  readonly bytes: number;
  /** Offset up to which the running job is durable when they are; `undefined` for those of a whole job. */
  readonly spooledTo: number | undefined;
}

/** The jobs of a connection: the one that is coming in, and what was handed over to be made durable, by ticket. */
export class ConnectionJobs {
  /** The job that is coming in. */
  running: RunningJob;
  /** When the host last sent anything but requests, milliseconds. */
  workedAt: number;
  /** The ticket of what was handed over last. */
  newestTicket = 0;
  private readonly beginning = new ConnectionBeginning();
  private readonly handedOver = new Map<number, HandedOver>();
  /** Offset at which the host went on behind a cut, after a rest: perhaps with another job. */
  private resumedAt: number | null = null;
  /** Offset up to which everything has been answered that the host asked for in print order. */
  private answeredTo = 0;
  /** Whether commands are still looked for: not behind one that is refused and has no end in sight. */
  private isReading = true;

  constructor(
    private readonly context: ConnectionContext,
    private readonly forwarding: Forwarding,
  ) {
    this.running = new RunningJob(context.endpoint.language);
    this.workedAt = context.now;
  }

  /** The first ticket of what is not durable yet; infinite when all is. */
  get oldestTicket(): number {
    return this.handedOver.keys().next().value ?? Number.POSITIVE_INFINITY;
  }

  /** How many of them there are. */
  get ticketCount(): number {
    return this.handedOver.size;
  }

  /** Bytes held in memory for this connection. */
  get heldBytes(): number {
    let held = this.running.bytes.length;
    for (const { bytes } of this.handedOver.values()) held += bytes;
    return held;
  }

  /**
   * Takes the next bytes.
   * @returns the commands that they complete, each to be given to {@link take}; or, as a text, what the connection begins
   *   with that is not for a printer
   */
  push(chunk: Uint8Array<ArrayBuffer>): readonly Command[] | string {
    if (!this.isReading) return [];
    if (this.running.bytes.length === 0) this.noteWork();
    if (this.hasRestedAfterCut()) this.resumedAt = this.running.bytes.end;
    const commands = this.running.push(chunk);
    if (this.resumedAt !== null) this.lookForNext(this.resumedAt);
    if (this.beginning.isKnown) return commands;
    const { forwarding, running: job } = this;
    const beginning = this.beginning.look(job.beginning(BEGINNING_BYTES), forwarding.isJoined);
    if (beginning === undefined) return commands;
    if (PROBES.has(beginning)) {
      job.forget();
      return beginning;
    }
    job.isWrapped = true;
    return commands;
  }

  /** Counts a command to the running job. @returns `false` for one that is all in a job that a silence has ended */
  take(command: Command, meaning: CommandMeaning): boolean {
    const isOfJob = this.running.take(command, meaning);
    if (meaning !== "request" && (isOfJob || this.context.state !== "open")) this.noteWork();
    return isOfJob;
  }

  /** The host has sent, or was not able to send, something that breaks its silence. */
  noteWork(): void {
    this.workedAt = this.context.now;
  }

  /** What has come goes on to the real printer, where there is one to go to. @param offset up to where */
  forward(offset: number): void {
    const { forwarding, running: job } = this;
    if (!forwarding.isJoined || !this.beginning.isSettled) return;
    // The lines of PJL would be printed.
    if (job.isWrapped && !job.isWorthKeeping()) return;
    const from = Math.max(forwarding.passedTo, job.bytes.start);
    if (from < offset) forwarding.pass(job.bytes.copy(from, offset), offset);
  }

  /** Looks, because nothing has come for a while, whether it has been so long that the job has ended. */
  isSilenceOver(): boolean {
    const { limits, now } = this.context;
    const silence = now - this.workedAt;
    if (!this.beginning.isSettled && silence >= limits.settlingMilliseconds) {
      this.beginning.settle();
      this.forward(this.running.bytes.end);
    }
    const isShort = this.running.endsWithCut || this.running.isWrapped;
    return silence >= (isShort ? limits.silenceAfterCutMilliseconds : limits.silenceMilliseconds);
  }

  /** The host is told that all is printed that has come: what it sends next, it sends because of that. */
  noteAnswer(): void {
    this.answeredTo = this.running.bytes.end;
  }

  /** Makes durable what has come of the job, if that is worth it. */
  spool(): void {
    const spooled = this.running.spool();
    if (spooled === undefined) return;
    const { key, part, to } = spooled;
    this.forward(this.running.takenTo);
    const isPassing = this.forwarding.hasPassed(this.running.bytes.start);
    const ticket = this.newTicket(part.length, to);
    this.context.emit({ kind: "spool", ticket, key, part, isPassing });
  }

  /**
   * Ends the job.
   * @param where after the command that was taken last, or after all that has come
   * @returns whether there was anything to keep
   */
  end(where: "here" | "all", isIncomplete: boolean): boolean {
    const { spoolKey } = this.running;
    const { start } = this.running.bytes;
    this.forward(where === "here" ? this.running.takenTo : this.running.bytes.end);
    const isPassing = this.forwarding.hasPassed(start);
    this.resumedAt = null;
    const raw = this.running.endAt(where);
    if (raw === undefined) this.leaveOut(isPassing);
    else this.store(raw, isIncomplete, isPassing, spoolKey);
    return raw !== undefined;
  }

  /** Whether the paper is cut, and the host has rested since, or was told that all is printed. */
  private hasRestedAfterCut(): boolean {
    const { context, running: job } = this;
    if (!job.endsWithCut || job.bytes.length === 0) return false;
    const rest = context.now - this.workedAt;
    return rest >= context.limits.restAfterCutMilliseconds || this.answeredTo === job.bytes.end;
  }

  /** Ends the job where the host went on, if it went on with another one. */
  private lookForNext(offset: number): void {
    const { bytes, dialect, spooledTo, spoolKey } = this.running;
    const head = bytes.copy(offset, Math.min(bytes.end, offset + HEAD_BYTES));
    const before = bytes.copy(bytes.start, Math.min(offset, bytes.start + HEAD_BYTES));
    const isNext = offset < bytes.start ? false : beginsReceipt(head, before, dialect);
    if (isNext === undefined) return;
    this.resumedAt = null;
    // What is durable as a part of this job stays with it.
    if (!isNext || spooledTo > offset) return;
    this.forward(offset);
    const isPassing = this.forwarding.hasPassed(bytes.start);
    const raw = this.running.endBefore(offset);
    if (raw === undefined) this.leaveOut(isPassing);
    else this.store(raw, false, isPassing, spoolKey);
  }

  /** Ends the job after all that has come. @returns `wrapper` when it was that of a page printer's job, and nothing in it */
  endAll(isIncomplete: boolean): "wrapper" | "job" {
    const { isWrapped } = this.running;
    if (this.end("all", isIncomplete) || !isWrapped) return "job";
    this.context.emit({ kind: "probe", what: "a PJL job" });
    return "wrapper";
  }

  /** Ends the job because its connection has broken. @returns whether more of it was to come: it does not end with a cut */
  endBroken(): boolean {
    const { bytes, endsWithCut } = this.running;
    const { length } = bytes;
    this.end("all", !endsWithCut);
    return length > 0 && !endsWithCut;
  }

  /** Forgets the job, but what the host was told to be printed is kept, whatever becomes of the rest. */
  giveUp(): void {
    const { spoolKey } = this.running;
    const { start } = this.running.bytes;
    const isPassing = this.forwarding.hasPassed(start);
    if (this.running.isAcknowledged) this.store(this.running.endAtAcknowledged(), true, isPassing, spoolKey);
    else {
      this.running.forget();
      this.leaveOut(isPassing);
    }
  }

  /** Of data that is refused only requests are looked for. */
  discard(): void {
    if (!this.isReading) return;
    this.running.forget();
    this.isReading = this.running.pendingLength <= this.context.limits.refusedCommandBytes;
    if (!this.isReading) this.running = new RunningJob(this.context.endpoint.language);
  }

  /** What a ticket stands for is durable, or could not be made so. */
  settle(ticket: number, isDurable: boolean): void {
    const spooledTo = this.handedOver.get(ticket)?.spooledTo;
    if (isDurable && spooledTo !== undefined) this.running.acknowledge(spooledTo);
    this.handedOver.delete(ticket);
  }

  private store(
    raw: Uint8Array<ArrayBuffer>,
    isIncomplete: boolean,
    isPassing: boolean,
    spoolKey: string | null,
  ): void {
    const ticket = this.newTicket(raw.length);
    const isAskedAbout = this.forwarding.isAskedAfter(this.running.workedTo);
    this.context.emit({ kind: "store", ticket, raw, isIncomplete, spoolKey, isPassing, isAskedAbout });
  }

  /** What made no print has gone through all the same. */
  private leaveOut(isPassing: boolean): void {
    if (isPassing) this.context.emit({ kind: "leaveOut" });
  }

  private newTicket(bytes: number, spooledTo?: number): number {
    const ticket = ++this.newestTicket;
    this.handedOver.set(ticket, { bytes, spooledTo });
    return ticket;
  }
}
