import type { Command } from "../../escpos/command.ts";
import { askingOf, meaningOf } from "../answers/command-meaning.ts";
import { ConnectionBeginning } from "./connection-beginning.ts";
import type { JobKeeping } from "./job-keeping.ts";
import type { Passing } from "./passing.ts";
import { PROBE_BYTES } from "./probe.ts";
import type { RawLimits } from "./raw9100-limits.ts";
import type { Requests } from "../answers/requests.ts";
import { RunningJob } from "./running-job.ts";

/** What the intake needs of its connection. */
export interface IntakeConnection {
  readonly limits: RawLimits;
  /** Knows the most bytes a job may have. */
  readonly endpoint: { readonly maximumJobBytes: number };
  readonly isOpen: boolean;
  readonly isRefused: boolean;
  readonly isClosed: boolean;
  readonly keeping: JobKeeping;
  readonly passing: Passing;
  readonly answers: { readonly requests: Requests };
  readonly now: number;
  /** Something else than a print has begun to come. */
  endAsProbe(what: string): void;
  /** The job cannot be kept. */
  refuse(reason: string): void;
}

/** Takes in what a host sends, command by command: for the job, for the requests in it, and for the real printer. */
export class CommandIntake {
  readonly beginning = new ConnectionBeginning();
  /** When the host last sent anything but requests, milliseconds. */
  workedAt: number;
  /** Whether even requests are not looked for any more: what is refused is a command without an end. */
  private isDeaf = false;

  constructor(private readonly connection: IntakeConnection) {
    this.workedAt = connection.now;
  }

  /** Takes the next bytes. */
  receive(chunk: Uint8Array<ArrayBuffer>): void {
    const { keeping, passing, now } = this.connection;
    if (this.isDeaf) return;
    if (keeping.job.length === 0) this.workedAt = now;
    const commands = keeping.job.push(chunk);
    passing.keep(chunk);
    if (!this.beginning.isKnown && this.isProbe()) return;
    for (const command of commands) this.take(command);
    this.lookAtPending();
    keeping.passOn(keeping.job.end, now);
  }

  /** Nothing more comes. */
  end(): void {
    for (const command of this.connection.keeping.job.endInput()) this.take(command);
  }

  /** Nothing has come for a while. @returns whether it has been so long that the job has ended */
  isSilenceOver(): boolean {
    const { keeping, limits, now } = this.connection;
    const { job } = keeping;
    const silence = now - this.workedAt;
    if (!this.beginning.isSettled && silence >= limits.settlingMilliseconds) {
      this.beginning.settle();
      keeping.passOn(job.end, now);
    }
    const isShort = job.endsWithCut || job.isWrapped;
    return silence >= (isShort ? limits.silenceAfterCutMilliseconds : limits.silenceMilliseconds);
  }

  private isProbe(): boolean {
    const { keeping, passing } = this.connection;
    const { job } = keeping;
    const beginning = this.beginning.look(job.beginning(PROBE_BYTES), passing.isJoined);
    if (beginning === undefined) return false;
    job.isWrapped = beginning.is === "wrapper";
    if (job.isWrapped) return false;
    job.forget();
    this.connection.endAsProbe(beginning.kind);
    return true;
  }

  private take(command: Command): void {
    const { connection } = this;
    const { keeping, passing } = connection;
    const { requests } = connection.answers;
    const isOfJob = keeping.job.take(command);
    if (connection.isClosed || (!isOfJob && connection.isOpen)) return;
    if (connection.isOpen && keeping.job.takenLength > connection.endpoint.maximumJobBytes)
      this.refuseTooLarge();
    if (meaningOf(command) !== "request") this.workedAt = connection.now;
    requests.takeBlockAnswer(command);
    if (requests.realTime(command) || !connection.isOpen) return;
    if (passing.isJoined) this.takeJoined(command);
    else requests.take(command);
  }

  /** The real printer will answer: not before what its answer speaks of is durable. */
  private takeJoined(command: Command): void {
    const { keeping, passing, answers, now } = this.connection;
    const asking = askingOf(command);
    if (asking !== "no") passing.hold();
    if (asking === "status" || asking === "block") passing.ask(asking, keeping.job.takenTo, now);
    answers.requests.take(command);
    if (asking === "no") return;
    keeping.spool(now);
    passing.await(keeping.tickets);
  }

  /** What has come of a command that is not complete. */
  private lookAtPending(): void {
    const { connection } = this;
    const { job } = connection.keeping;
    const { requests } = connection.answers;
    if (job.pending === "text" || job.pending === "command") this.workedAt = connection.now;
    if (job.pending === "ignored" && requests.awaitsAnswer) requests.takePendingControls(job.pendingControls);
    if (connection.isOpen && job.length > connection.endpoint.maximumJobBytes) this.refuseTooLarge();
    if (connection.isRefused) this.discard();
  }

  private refuseTooLarge(): void {
    this.connection.refuse(`it is larger than ${this.connection.endpoint.maximumJobBytes} bytes`);
  }

  /** Of data that is refused only requests are looked for. */
  private discard(): void {
    const { keeping, limits } = this.connection;
    keeping.job.forget();
    this.isDeaf = keeping.job.pendingLength > limits.refusedCommandBytes;
    if (this.isDeaf) keeping.job = new RunningJob();
  }
}
