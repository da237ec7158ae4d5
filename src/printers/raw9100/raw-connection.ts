import type { PrinterStatus } from "../../domain/printer-status.ts";
import type { PrinterEndpoint } from "../printer-endpoint.ts";
import { CommandIntake } from "./command-intake.ts";
import { ConnectionAnswers } from "./connection-answers.ts";
import { JobKeeping } from "./job-keeping.ts";
import { Passing } from "./passing.ts";
import type { PrinterMemory } from "../answers/printer-memory.ts";
import type { RawEffect } from "./raw-effect.ts";
import type { RawLimits } from "./raw9100-limits.ts";

/**
 * - `open`: takes jobs.
 * - `ending`: the host has sent its last byte; what it has sent is being stored.
 * - `refused`: data that cannot be kept is coming; for this host the printer is offline, and nothing is acknowledged.
 * - `closed`: nothing more is taken or sent.
 */
type State = "open" | "ending" | "refused" | "closed";

/**
 * One connection to a raw port, without its socket: takes what the host sends and how the storing went, and says by
 * {@link takeEffects} what is to be done. Times are milliseconds and never go back.
 */
export class RawConnection {
  now: number;
  readonly passing: Passing;
  readonly keeping: JobKeeping;
  readonly answers: ConnectionAnswers;
  readonly intake: CommandIntake;
  private state: State = "open";
  private effects: RawEffect[] = [];
  /** How our side is closed when everything is stored. */
  private lastWord: "finish" | "reset" = "finish";
  /** When the host last sent anything. */
  private heardAt: number;

  constructor(
    readonly endpoint: Pick<PrinterEndpoint, "printer" | "status" | "maximumJobBytes">,
    readonly memory: PrinterMemory,
    readonly limits: RawLimits,
    now: number,
  ) {
    this.now = now;
    this.heardAt = now;
    const emit = (effect: RawEffect) => this.emit(effect);
    const passing = new Passing(limits, emit);
    this.passing = passing;
    this.keeping = new JobKeeping({
      passing,
      emit,
      mayPass: () => this.intake.beginning.isSettled,
      onTicket: (ticket) => {
        if (this.isOpen) this.answers.await(ticket);
      },
    });
    this.answers = new ConnectionAnswers(this);
    this.intake = new CommandIntake(this);
  }

  /** What this host is told. */
  get status(): PrinterStatus {
    const { status } = this.endpoint;
    return this.isRefused ? { ...status, isReachable: false } : status;
  }

  get isOpen(): boolean {
    return this.state === "open";
  }

  get isClosed(): boolean {
    return this.state === "closed";
  }

  get isRefused(): boolean {
    return this.state === "refused";
  }

  /** Whether this is a moment at which a host can be joined to the real printer: before anything of a job. */
  get canJoin(): boolean {
    const isBetweenJobs = this.keeping.job.isIdle && this.answers.isDone;
    return this.isOpen && this.passing.isApart && isBetweenJobs;
  }

  /** Whether what comes now is for another printer than the one that has still to answer. */
  get isLeaving(): boolean {
    return this.isOpen && this.passing.isOutdated && this.keeping.job.isIdle;
  }

  /** Since when there has been neither a job nor anything to wait for; `undefined` when there is. */
  get idleSince(): number | undefined {
    return this.keeping.job.length === 0 && this.answers.waitingCount === 0 ? this.heardAt : undefined;
  }

  /** How many bytes it takes now; 0 for none: they wait in the network, as before a busy printer. */
  appetite(now: number): number {
    const waiting = Math.max(this.answers.waitingCount, this.keeping.ticketCount);
    return waiting >= this.limits.waitingReplies ? 0 : this.answers.line.appetite(now);
  }

  /** What is to be done since the last call, in order. */
  takeEffects(): readonly RawEffect[] {
    const { effects } = this;
    if (effects.length > 0) this.effects = [];
    return effects;
  }

  /** Takes the next bytes, which must not be changed afterwards. */
  receive(chunk: Uint8Array<ArrayBuffer>, now: number): void {
    this.now = now;
    if (this.isClosed || this.state === "ending" || chunk.length === 0) return;
    this.heardAt = now;
    const { line } = this.answers;
    line.read(chunk.length, now);
    const taken = this.isOpen ? line.untilBreak(chunk, this.keeping.job.length) : chunk;
    this.intake.receive(taken);
    if (taken !== chunk && this.isOpen) {
      this.keeping.end("all", true, now);
      this.close("reset");
    }
    this.flush();
  }

  /** The host has sent its last byte: what has come is stored, and then our side is closed. */
  ended(now: number): void {
    this.now = now;
    if (this.isRefused) this.close("reset");
    if (!this.isOpen) return;
    this.intake.end();
    // A command at the very end may have been one too many.
    if (this.isRefused) return this.close("reset");
    this.keeping.endAll(false, now);
    this.state = "ending";
    this.passing.finish();
    this.flush();
  }

  /** The connection broke: what has come is stored, as incomplete unless it ends with a cut. Nothing can be sent. */
  broken(now: number): void {
    this.now = now;
    if (this.isOpen) this.keeping.endTorn(now);
    this.state = "closed";
    this.answers.clear(true);
    this.passing.part();
  }

  /** The service ends: as {@link broken}, but the host is told when what it sent is kept whole. */
  stop(now: number): void {
    this.now = now;
    if (this.isClosed) return;
    if (this.isOpen) {
      if (this.keeping.endTorn(now)) this.lastWord = "reset";
      this.state = "ending";
      this.answers.clear(false);
    }
    this.passing.part();
    if (this.isRefused) this.close("reset");
    this.flush();
  }

  /** What a ticket stands for is durable. */
  completed(ticket: number, now: number): void {
    this.now = now;
    this.keeping.completed(ticket);
    this.passing.settle(ticket);
    this.answers.settle(ticket);
    this.flush();
  }

  /** What a ticket stands for could not be kept. */
  failed(ticket: number, reason: string, now: number): void {
    this.now = now;
    this.keeping.drop(ticket);
    this.refuse(reason);
  }

  /** From now on what the host sends goes through to the real printer; to be called where {@link canJoin}. */
  joined(now: number): void {
    this.now = now;
    this.keeping.job.forget();
    this.passing.join(this.keeping.job.end, this.answers.requests.watchedChanges, now);
  }

  /** The real printer's connection has ended: the host is answered by us from now on. */
  printerEnded(now: number): void {
    this.now = now;
    this.keeping.endPassing();
    this.flush();
  }

  /** The real printer that the host is joined to is not the one that is meant any more. */
  printerOutdated(now: number): void {
    this.now = now;
    this.passing.outdate();
    this.flush();
  }

  /** Data is coming that cannot be kept: the printer goes offline for this host, and acknowledges nothing. */
  refuse(reason: string): void {
    const wasEnding = this.state === "ending";
    const details = { printer: this.endpoint.printer.name, reason };
    this.emit({ kind: "log", level: "error", message: "a job could not be kept", details });
    if (this.isClosed || this.isRefused) return;
    this.state = "refused";
    this.answers.clear(false);
    this.keeping.giveUp();
    this.passing.part();
    if (wasEnding) this.close("reset");
    else this.answers.tellStatus();
  }

  /** The printer's status or settings have changed. */
  statusChanged(now: number): void {
    this.now = now;
    if (this.isClosed) return;
    this.answers.tellStatus();
    this.flush();
  }

  /** Lets time pass: silences, late replies. */
  tick(now: number): void {
    this.now = now;
    if (this.isClosed) return;
    const { limits, intake, keeping } = this;
    const isSilent = this.isOpen && keeping.job.length > 0 && intake.isSilenceOver();
    if (isSilent && keeping.endAll(keeping.job.pending === "command", now) === "wrapper")
      this.close("finish");
    // Afterwards the host can connect anew, and find the printer as it is then.
    if (this.isRefused && now - intake.workedAt >= limits.silenceMilliseconds) this.close("reset");
    const isIdle = now - this.heardAt >= limits.idleMilliseconds && keeping.ticketCount === 0;
    if (isIdle && (this.state === "ending" || (this.isOpen && this.idleSince !== undefined))) {
      this.close("finish");
    }
    if (this.isOpen) keeping.leaveAtRest(intake.workedAt, now);
    this.flush();
  }

  /** Another protocol's client has connected. */
  endAsProbe(what: string): void {
    this.emit({ kind: "probe", what });
    this.close("finish");
  }

  emit(effect: RawEffect): void {
    this.effects.push(effect);
  }

  private close(how: "finish" | "reset"): void {
    this.state = "closed";
    this.answers.clear(true);
    this.passing.part();
    this.emit({ kind: how });
  }

  private flush(): void {
    if (this.isClosed) return;
    this.passing.release();
    this.keeping.leaveEndedPrinter();
    this.keeping.leaveOutdatedPrinter(this.intake.workedAt, this.now);
    this.answers.release();
    const isDone = this.answers.isDone && this.passing.isApart && this.keeping.ticketCount === 0;
    if (this.state === "ending" && isDone) this.close(this.lastWord);
  }
}
