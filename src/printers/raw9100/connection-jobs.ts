import { MILLISECONDS_PER_SECOND } from "../../domain/limits.ts";
import type { Command } from "../../escpos/command.ts";
import type { CommandMeaning } from "../answers/command-meaning.ts";
import { BEGINNING_BYTES, ConnectionBeginning, PROBES } from "./connection-beginning.ts";
import type { ConnectionContext } from "./connection-context.ts";
import type { Forwarding } from "./forwarding.ts";
import { beginsReceipt, HEAD_BYTES } from "./job-boundary.ts";
import { RunningJob, type SpooledPart } from "./running-job.ts";

/** Bytes that were handed over and are not durable yet. */
interface HandedOver {
  readonly bytes: number;
  /** The part of a job that they are; `undefined` for a whole one. */
  readonly part: { readonly key: string; readonly to: number } | undefined;
}

/** The jobs of a connection: the one that is coming in, and what was handed over to be made durable, by ticket. */
export class ConnectionJobs {
  /** The job that is coming in. */
  running: RunningJob;
  /** When the host last sent anything but requests, milliseconds. */
  workedAt: number;
  /** When the first byte of the running job came, or of one before it that came with it, milliseconds. */
  private begunAt: number;
  /** The ticket of what was handed over last. */
  newestTicket = 0;
  private readonly beginning = new ConnectionBeginning();
  private readonly handedOver = new Map<number, HandedOver>();
  /** Offset at which the host went on behind a cut, after a rest: perhaps with another job. */
  private resumedAt: number | null = null;
  /** Offset up to which everything has been answered that the host asked for in print order. */
  private answeredTo = 0;
  /** The key of the last job of which it is noted that it goes through. */
  private passingKey: string | null = null;
  /** Whether commands are still looked for: not behind one that is refused and has no end in sight. */
  private isReading = true;

  constructor(
    private readonly context: ConnectionContext,
    private readonly forwarding: Forwarding,
  ) {
    this.running = new RunningJob(context.endpoint.language);
    this.workedAt = this.begunAt = context.now;
  }

  /** The first ticket of what is not durable yet; infinite when all is. */
  get oldestTicket(): number {
    return this.handedOver.keys().next().value ?? Number.POSITIVE_INFINITY;
  }

  /** Whether a job has begun that can go through from its beginning: none before it is on its way to the queue. */
  get canFollow(): boolean {
    const { running: job } = this;
    const isFirst = this.handedOver.values().every(({ part }) => part?.key === job.spoolKey);
    return isFirst && this.isFresh && this.beginning.isSettled && job.isWorthKeeping();
  }

  /** Whether a drawer kick at its beginning would still be worth it. If not, the queue leaves out what is too old. */
  private get isFresh(): boolean {
    const { kickLifetime } = this.context.endpoint.printer;
    return kickLifetime === null || this.context.now - this.begunAt < kickLifetime * MILLISECONDS_PER_SECOND;
  }

  /** Bytes that have come for the real printer since a part was handed over which is not durable yet. */
  get delayedBytes(): number {
    const { forwarding, running: job } = this;
    if (!forwarding.isPassing || !this.isSpooling) return 0;
    return forwarding.waitingBytes + Math.max(job.bytes.end - forwarding.offeredTo, 0);
  }

  /** How many of them there are. */
  get ticketCount(): number {
    return this.handedOver.size;
  }

  /** Bytes held in memory for this connection. */
  get heldBytes(): number {
    let held = this.running.bytes.length + this.forwarding.waitingBytes;
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
    if (this.running.bytes.length === 0) {
      this.noteWork();
      this.begunAt = this.context.now;
    }
    if (this.hasRestedAfterCut()) this.resumedAt = this.running.bytes.end;
    const commands = this.running.push(chunk);
    if (this.resumedAt !== null) this.lookForNext(this.resumedAt);
    if (this.beginning.isKnown) return commands;
    const { running: job } = this;
    const beginning = this.beginning.look(job.beginning(BEGINNING_BYTES));
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

  /** What has come goes on to the real printer when it is durable, where there is one to go to. */
  forward(): void {
    const { forwarding, running: job } = this;
    // One part at a time: what comes meanwhile is made durable together.
    if (this.isSpooling || !this.isPassing) return;
    this.spool("all");
    // What has come of a command may be the beginning of one that prints.
    const to = job.spoolKey === null && job.pending === "command" ? job.takenTo : job.bytes.end;
    const bytes = this.unpassed(to);
    if (bytes !== undefined) forwarding.pass(bytes, to, this.newestTicket);
  }

  /** Looks, because nothing has come for a while, whether it has been so long that the job has ended. */
  isSilenceOver(): boolean {
    const { limits, now } = this.context;
    const silence = now - this.workedAt;
    if (!this.beginning.isSettled && silence >= limits.settlingMilliseconds) {
      this.beginning.settle();
      this.forward();
    }
    const isShort = this.running.endsWithCut || this.running.isWrapped;
    return silence >= (isShort ? limits.silenceAfterCutMilliseconds : limits.silenceMilliseconds);
  }

  /** The host is told that all is printed that has come: what it sends next, it sends because of that. */
  noteAnswer(): void {
    this.answeredTo = this.running.bytes.end;
  }

  /** Makes durable what has come of the job, if that is worth it. @param where see {@link RunningJob.spool} */
  spool(where: "here" | "all"): void {
    const { running: job } = this;
    const isPassing = this.isPassing || this.forwarding.countFrom(job.bytes.start) > 0;
    const spooled = job.spool(where) ?? (isPassing ? this.nothingMore() : undefined);
    if (spooled === undefined) return;
    const { key, part, to } = spooled;
    if (isPassing) this.passingKey = key;
    const ticket = this.newTicket(part.length, { key, to });
    this.context.emit({ kind: "spool", ticket, key, part, isPassing });
  }

  /**
   * Ends the job.
   * @param where after the command that was taken last, or after all that has come
   * @returns whether there was anything to keep
   */
  end(where: "here" | "all", isIncomplete: boolean): boolean {
    const { running: job } = this;
    const to = where === "here" ? job.takenTo : job.bytes.end;
    return this.endWith(() => job.endAt(where), to, isIncomplete);
  }

  /** @param take takes the job's bytes, up to an offset, where there is anything to keep */
  private endWith(
    take: () => Uint8Array<ArrayBuffer> | undefined,
    to: number,
    isIncomplete: boolean,
  ): boolean {
    const { forwarding, running: job } = this;
    const { spoolKey } = job;
    const { start } = job.bytes;
    const rest = this.isPassing ? this.unpassed(to) : undefined;
    const isPassing = rest !== undefined || forwarding.countFrom(start) > 0;
    this.resumedAt = null;
    const raw = take();
    const ticket = raw === undefined ? null : this.store(raw, isIncomplete, isPassing, spoolKey);
    if (rest !== undefined) forwarding.pass(rest, to, this.newestTicket);
    if (isPassing) this.endPassing(ticket, to - start);
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
    const { running: job } = this;
    const { bytes, dialect } = job;
    const head = bytes.copy(offset, Math.min(bytes.end, offset + HEAD_BYTES));
    const before = bytes.copy(bytes.start, Math.min(offset, bytes.start + HEAD_BYTES));
    const isNext = offset < bytes.start ? false : beginsReceipt(head, before, dialect);
    if (isNext === undefined) return;
    this.resumedAt = null;
    // What is durable as a part of this job, because the host was to be told so, stays with it.
    if (!isNext || (job.spooledTo > offset && !this.isPassing)) return;
    this.endWith(() => job.endBefore(offset), offset, false);
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
    const { forwarding, running: job } = this;
    const { spoolKey } = job;
    const { start } = job.bytes;
    forwarding.drop({ offset: job.durableTo });
    const bytes = forwarding.countFrom(start);
    if (!job.isAcknowledged) {
      job.forget();
      if (bytes > 0) this.endPassing(null, bytes);
      return;
    }
    const ticket = this.store(job.endAtAcknowledged(), true, bytes > 0, spoolKey);
    if (bytes > 0) this.endPassing(ticket, bytes);
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
    const part = this.handedOver.get(ticket)?.part;
    if (isDurable && part !== undefined && part.key === this.running.spoolKey)
      this.running.acknowledge(part.to);
    this.handedOver.delete(ticket);
  }

  /** @returns its ticket */
  private store(
    raw: Uint8Array<ArrayBuffer>,
    isIncomplete: boolean,
    isPassing: boolean,
    spoolKey: string | null,
  ): number {
    const ticket = this.newTicket(raw.length);
    this.context.emit({ kind: "store", ticket, raw, isIncomplete, spoolKey, isPassing });
    return ticket;
  }

  /** No bytes, to note that a job goes through which was durable before that: after a crash it may be on paper. */
  private nothingMore(): SpooledPart | undefined {
    const { spoolKey: key, spooledTo } = this.running;
    if (key === null || key === this.passingKey) return undefined;
    return { key, part: new Uint8Array(0), to: spooledTo };
  }

  /** Whether a part of a job is not durable yet. */
  private get isSpooling(): boolean {
    return this.handedOver.values().some(({ part }) => part !== undefined);
  }

  /** Whether what comes of the running job goes through to the real printer. */
  private get isPassing(): boolean {
    const { running: job } = this;
    if (!this.forwarding.isPassing || !this.beginning.isSettled) return false;
    // The lines of PJL would be printed.
    return !job.isWrapped || job.isWorthKeeping();
  }

  /** What of the running job does not go through yet, up to an offset; `undefined` for nothing. */
  private unpassed(to: number): Uint8Array | undefined {
    const from = Math.max(this.forwarding.offeredTo, this.running.bytes.start);
    return from < to ? this.running.bytes.copy(from, to) : undefined;
  }

  private endPassing(ticket: number | null, bytes: number): void {
    const { forwarding } = this;
    const isAskedAbout = forwarding.isAskedAfter(this.running.workedTo);
    forwarding.endJob(ticket, bytes, isAskedAbout, this.newestTicket);
  }

  private newTicket(bytes: number, part?: HandedOver["part"]): number {
    const ticket = ++this.newestTicket;
    this.handedOver.set(ticket, { bytes, part });
    return ticket;
  }
}
