import type { Command } from "../../escpos/command.ts";
import { meaningOf } from "../answers/command-meaning.ts";
import { ConnectionContext, type ConnectionPrinter, type RawEffect } from "./connection-context.ts";
import { ConnectionJobs } from "./connection-jobs.ts";
import { Forwarding } from "./forwarding.ts";
import { HostAnswers } from "./host-answers.ts";
import type { PrinterMemory } from "../answers/printer-memory.ts";
import type { RawLimits } from "./raw9100-limits.ts";

/**
 * One connection to a raw port, without its socket: takes what the host sends and how the storing went, and says by
 * {@link takeEffects} what is to be done. Times are milliseconds and never go back.
 */
export class RawConnection {
  private readonly context: ConnectionContext;
  private readonly forwarding: Forwarding;
  readonly jobs: ConnectionJobs;
  private readonly answers: HostAnswers;
  /** How our side is closed when everything is stored. */
  private lastWord: "finish" | "reset" = "finish";
  /** When the host last sent anything. */
  private heardAt: number;

  constructor(endpoint: ConnectionPrinter, memory: PrinterMemory, limits: RawLimits, now: number) {
    this.heardAt = now;
    this.context = new ConnectionContext(endpoint, memory, limits, now);
    this.forwarding = new Forwarding(this.context);
    this.jobs = new ConnectionJobs(this.context, this.forwarding);
    this.answers = new HostAnswers(this.context, this.jobs, this.forwarding);
  }

  get isClosed(): boolean {
    return this.context.state === "closed";
  }

  get isRefused(): boolean {
    return this.context.state === "refused";
  }

  /** Whether this is a moment at which a host can be joined to the real printer: before anything of a job. */
  get canJoin(): boolean {
    return this.isOpen && this.forwarding.isApart && this.jobs.running.isIdle && this.isDone;
  }

  /** Whether a job has begun that can still go through to the real printer. */
  get canFollow(): boolean {
    return this.isOpen && this.forwarding.isApart && this.jobs.canFollow;
  }

  /** Whether the real printer's answers are the host's. */
  get isJoined(): boolean {
    return this.forwarding.isJoined;
  }

  /** Whether what comes now is for another printer than the one that has still to answer. */
  get isLeaving(): boolean {
    return this.isOpen && this.forwarding.isOutdated && this.jobs.running.isIdle;
  }

  /** Since when there has been neither a job nor anything to wait for; `undefined` when there is. */
  get idleSince(): number | undefined {
    const isIdle = this.jobs.running.bytes.length === 0 && this.isDone;
    return isIdle ? this.heardAt : undefined;
  }

  /** How many bytes it takes now; 0 for none: they wait in the network, as before a busy printer. */
  bytesToRead(now: number): number {
    const waiting = Math.max(this.answers.waitingCount, this.jobs.ticketCount);
    const { waitingReplies, delayedBytes } = this.context.limits;
    if (waiting >= waitingReplies || this.jobs.delayedBytes >= delayedBytes) return 0;
    return this.answers.line.bytesToRead(now);
  }

  /** What is to be done since the last call, in order. */
  takeEffects(): readonly RawEffect[] {
    return this.context.takeEffects();
  }

  /** Takes the next bytes, which must not be changed afterwards. */
  receive(chunk: Uint8Array<ArrayBuffer>, now: number): void {
    this.context.now = now;
    const { state } = this.context;
    if (state === "closed" || state === "ending" || chunk.length === 0) return;
    this.heardAt = now;
    const { line } = this.answers;
    line.read(chunk.length);
    const taken = this.isOpen ? line.untilBreak(chunk, this.jobs.running.bytes.length) : chunk;
    this.takeIn(taken);
    if (taken !== chunk && this.isOpen) {
      this.jobs.end("all", true);
      this.close("reset");
    }
    this.flush();
  }

  /** The host has sent its last byte: what has come is stored, and then our side is closed. */
  ended(now: number): void {
    this.context.now = now;
    if (this.isRefused) this.close("reset");
    if (!this.isOpen) return;
    for (const command of this.jobs.running.endInput()) this.take(command);
    // A command at the very end may have been one too many.
    if (this.isRefused) return this.close("reset");
    this.jobs.endAll(false);
    this.context.state = "ending";
    this.forwarding.finish(this.jobs.newestTicket);
    this.flush();
  }

  /** The connection broke: what has come is stored, as incomplete unless it ends with a cut. Nothing can be sent. */
  broken(now: number): void {
    this.context.now = now;
    if (this.isOpen) this.jobs.endBroken();
    this.end();
  }

  /** The service ends: as {@link broken}, but the host is told when what it sent is kept whole. */
  stop(now: number): void {
    this.context.now = now;
    if (this.isClosed) return;
    if (this.isOpen) {
      if (this.jobs.endBroken()) this.lastWord = "reset";
      this.context.state = "ending";
      this.answers.clear(false);
    }
    this.leave();
    if (this.isRefused) this.close("reset");
    this.flush();
  }

  /** What a ticket stands for is durable. */
  completed(ticket: number, now: number): void {
    this.context.now = now;
    this.jobs.settle(ticket, true);
    // What has come meanwhile.
    if (this.isOpen) this.jobs.forward();
    this.flush();
  }

  /** What a ticket stands for could not be kept. */
  failed(ticket: number, reason: string, now: number): void {
    this.context.now = now;
    this.jobs.settle(ticket, false);
    this.forwarding.drop({ ticket });
    this.refuse(reason);
    this.flush();
  }

  /** From now on what the host sends goes through to the real printer; to be called where {@link canJoin} or {@link canFollow}. */
  joined(now: number): void {
    this.context.now = now;
    const { jobs, forwarding } = this;
    if (this.canJoin) {
      jobs.running.forget();
      const { watching } = this.answers.requests;
      return forwarding.join({ from: jobs.running.bytes.end, isFollowing: false, watching });
    }
    forwarding.join({ from: jobs.running.bytes.start, isFollowing: true, watching: undefined });
    jobs.forward();
    this.flush();
  }

  /** The real printer has answered. @param unanswered requests that it has still to answer in print order */
  printerAnswered(unanswered: number, now: number): void {
    this.context.now = now;
    if (this.forwarding.answered(unanswered, now)) this.jobs.noteAnswer();
    if (this.forwarding.isWanted) this.flush();
  }

  /** The real printer's connection has ended: the host is answered by us from now on. */
  printerEnded(now: number): void {
    this.context.now = now;
    this.forwarding.end();
    if (this.jobs.running.isIdle) this.jobs.giveUp();
    this.flush();
  }

  /** Others wait for the real printer. */
  printerWanted(now: number): void {
    this.context.now = now;
    this.forwarding.want();
    this.flush();
  }

  /** The real printer that the host is joined to is not the one that is meant any more. */
  printerOutdated(now: number): void {
    this.context.now = now;
    this.forwarding.outdate();
    this.flush();
  }

  /** Data is coming that cannot be kept: the printer goes offline for this host, and acknowledges nothing. */
  refuse(reason: string): void {
    const { state } = this.context;
    this.context.emit({ kind: "refused", reason });
    if (state === "closed" || state === "refused") return;
    this.context.state = "refused";
    this.answers.clear(false);
    this.jobs.giveUp();
    this.leave();
    if (state === "ending") this.close("reset");
    else this.answers.tellStatus();
  }

  /** The printer's status or settings have changed. */
  statusChanged(now: number): void {
    this.context.now = now;
    if (this.isClosed) return;
    this.answers.tellStatus();
    this.flush();
  }

  /** That nothing comes is our doing: it is no silence of the host's. */
  hostWaits(now: number): void {
    this.context.now = now;
    this.jobs.noteWork();
  }

  /** Lets time pass: silences, late replies. */
  tick(now: number): void {
    this.context.now = now;
    if (this.isClosed) return;
    const { jobs } = this;
    const { limits } = this.context;
    const isSilent = this.isOpen && jobs.running.bytes.length > 0 && jobs.isSilenceOver();
    if (isSilent && jobs.endAll(jobs.running.pending === "command") === "wrapper") this.close("finish");
    // Afterwards the host can connect anew, and find the printer as it is then.
    if (this.isRefused && now - jobs.workedAt >= limits.silenceMilliseconds) this.close("reset");
    const isIdle = now - this.heardAt >= limits.idleMilliseconds && jobs.ticketCount === 0;
    const isEnding = this.context.state === "ending";
    if (isIdle && (isEnding || (this.isOpen && this.idleSince !== undefined))) this.close("finish");
    if (this.isOpen) {
      this.answers.requests.star.settle();
      this.leaveAtRest();
    }
    this.flush();
  }

  private get isOpen(): boolean {
    return this.context.state === "open";
  }

  /** Whether everything is durable and answered. */
  private get isDone(): boolean {
    return this.answers.isDone && this.jobs.ticketCount === 0;
  }

  /** Takes in what the host sends, command by command: for the job, for the requests in it, and for the real printer. */
  private takeIn(chunk: Uint8Array<ArrayBuffer>): void {
    const { jobs, answers, context } = this;
    const commands = jobs.push(chunk);
    if (typeof commands === "string") {
      context.emit({ kind: "probe", what: commands });
      return this.close("finish");
    }
    for (const command of commands) this.take(command);
    // What has come of a command that is not complete.
    const { pending } = jobs.running;
    if (pending === "text" || pending === "command") jobs.noteWork();
    if (pending === "ignored") answers.takePendingControls();
    this.checkLength(jobs.running.bytes.length);
    if (this.isRefused) jobs.discard();
    if (this.isOpen) jobs.forward();
  }

  private take(command: Command): void {
    const { jobs, answers } = this;
    const meaning = meaningOf(command);
    const isOfJob = jobs.take(command, meaning);
    if (this.isClosed || (!isOfJob && this.isOpen)) return;
    this.checkLength(jobs.running.takenTo - jobs.running.bytes.start);
    answers.take(command);
  }

  private checkLength(bytes: number): void {
    const { maximumJobBytes } = this.context.endpoint;
    if (this.isOpen && bytes > maximumJobBytes) this.refuse(`it is larger than ${maximumJobBytes} bytes`);
  }

  /** Leaves the real printer to others if there is nothing more to expect. */
  private leaveAtRest(): void {
    const { workedAt, running } = this.jobs;
    if (!running.isIdle || !this.forwarding.isAtRest(workedAt, running.bytes.end)) return;
    this.jobs.giveUp();
    this.leave();
  }

  private leave(): void {
    const { forwarding, jobs } = this;
    forwarding.leave(jobs.newestTicket);
    forwarding.release(jobs.oldestTicket);
  }

  private close(how: "finish" | "reset"): void {
    this.end();
    this.context.emit({ kind: how });
  }

  private end(): void {
    this.context.state = "closed";
    this.answers.clear(true);
    this.leave();
  }

  /** Does what has become possible: what is durable goes on, answers, leaving the real printer, the last word. */
  private flush(): void {
    const { forwarding, answers, jobs } = this;
    forwarding.release(jobs.oldestTicket);
    if (this.isClosed) return;
    // A printer whose connection has ended is left when no job is half there; another's when it has answered all.
    if (forwarding.isOver && forwarding.countFrom(jobs.running.bytes.start) === 0) this.leave();
    if (forwarding.isOutdated || forwarding.isWanted) this.leaveAtRest();
    answers.release();
    if (this.context.state === "ending" && forwarding.isApart && this.isDone) this.close(this.lastWord);
  }
}
