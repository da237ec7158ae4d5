import { DELIVERY_LIMITS } from "./delivery-limits.ts";
import { HeldAnswers } from "./held-answers.ts";
import type { PassThroughEvents, PassThroughOptions } from "./pass-through-options.ts";
import { type PassedJob, type PassingJob, PassingJobs } from "./passing-jobs.ts";
import { AnswerReader } from "./raw/answer-reader.ts";
import { statusFromAutomatic } from "./raw/status-bits.ts";
import { SocketConnection } from "./socket-connection.ts";

export type { PassThroughEvents } from "./pass-through-options.ts";

const WENT_THROUGH = "It went straight through; the point of sale had the printer's own answers.";
const BROKE_OFF = "It went straight through, and the connection to the printer broke.";

/**
 * A host's connection joined to the real printer: its bytes go on as they come, and the printer's answers come back.
 *
 * The host's side sees to it that nothing is acknowledged before it is durable: it calls {@link hold} before it writes
 * the bytes that end a job (or ask for an answer in print order), and {@link release} once the job is stored. Meanwhile
 * the printer's answers wait here. It calls {@link ask} before each request that the printer answers in print order with
 * its status (GS r, ESC v, ESC u, GS I 1 to 3) or with the echo of a process ID: such an answer says that what is before
 * it is printed. For each job it calls {@link endJob} with its last byte, and {@link stored} when it is durable, stored
 * as a delivery that is passing; or {@link dropped} when it made no print. With the host's last job
 * it calls {@link finish} or {@link close}, after `onEnd` too: only then can others use the printer.
 */
export class PassThrough {
  private readonly reader = new AnswerReader();
  private readonly jobs: PassingJobs;
  private readonly held: HeldAnswers;
  private isFull = false;
  private isOpen = true;
  private isHostDone = false;
  private isClosing = false;
  private isOver = false;
  private isOutdated = false;
  private timer: Timer | null = null;
  private recording = 0;
  /** Requests told of by {@link ask}, and how many of them are answered. */
  private asked = 0;
  private answered = 0;
  /** Blocks that were asked for and have not come: not every printer has all of them, so that they confirm nothing. */
  private blocks = 0;
  /** When the connection ended, milliseconds; what comes later confirms nothing. */
  private endedAt: number | null = null;
  private connection: SocketConnection | null = null;

  private constructor(
    private readonly options: PassThroughOptions,
    private readonly events: PassThroughEvents,
  ) {
    this.jobs = new PassingJobs(options.times.stall);
    this.held = new HeldAnswers((bytes) => this.events.onAnswer(bytes));
  }

  /** Connects to the real printer. @throws ConnectError */
  static async open(options: PassThroughOptions, events: PassThroughEvents): Promise<PassThrough> {
    const passThrough = new PassThrough(options, events);
    const { host, port, times } = options;
    passThrough.connection = await SocketConnection.open(host, port, times.connect, {
      onData: (bytes) => passThrough.answer(bytes),
      onTaken: (count) => passThrough.take(count),
      onEnd: (cause) => passThrough.end(cause),
    });
    return passThrough;
  }

  /** Whether bytes still go through. */
  get isPassing(): boolean {
    return this.isOpen && !this.isHostDone;
  }

  /** Requests in print order that the printer has still to answer. */
  get unanswered(): number {
    return this.asked - this.answered + this.blocks;
  }

  /** The bytes that are written next ask for an answer in print order. @param isBlock whether for a block, as GS I 66 */
  ask(isBlock: boolean): void {
    if (!this.isPassing) return;
    if (isBlock) this.blocks++;
    else this.asked++;
  }

  /** Sends bytes of the host on. They must not change. @returns `false` when the host is to wait for `onDrain` */
  write(bytes: Uint8Array): boolean {
    if (!this.isPassing) return true;
    this.jobs.wrote(bytes.length);
    this.connection?.write(bytes);
    this.isFull = (this.connection?.pending ?? 0) >= DELIVERY_LIMITS.passThroughBytes;
    return !this.isFull;
  }

  /** The printer's answers wait until as many {@link release} have followed. */
  hold(): void {
    this.held.hold();
  }

  release(): void {
    this.held.release();
  }

  /** The host does not take answers fast enough. */
  pauseAnswers(): void {
    this.connection?.pause();
  }

  resumeAnswers(): void {
    this.connection?.resume();
  }

  /**
   * All bytes of a job have been written: those since the last job's end.
   * @param isAskedAbout whether the last request that {@link ask} told of comes after everything that is printed of it;
   *   if not, the next one does
   */
  endJob(isAskedAbout: boolean): PassingJob {
    return this.jobs.end(performance.now(), isAskedAbout ? this.asked : this.asked + 1);
  }

  /** A job is durable, as this print, and its delivery as one that is passing. */
  stored(job: PassingJob, printId: number): void {
    this.jobs.stored(job, printId);
    this.settle();
  }

  /** A job made no print. */
  dropped(job: PassingJob): void {
    this.jobs.dropped(job);
    this.settle();
  }

  /** Another printer is meant from now on. */
  outdate(): void {
    if (!this.isOutdated) this.events.onOutdated();
    this.isOutdated = true;
  }

  /** The host has nothing more to send: the printer is told, and its last answers still come. */
  finish(): void {
    if (this.isHostDone) return;
    this.isHostDone = true;
    if (!this.isOpen) return this.settle();
    this.connection?.shutdown();
    setTimeout(() => this.stopWaiting(), this.options.times.firstClose).unref();
    this.settle();
  }

  /** Ends the connection; what was written still goes out, and the printer is not others' before that. */
  close(): void {
    this.isHostDone = true;
    if (!this.isOpen) return this.settle();
    this.isClosing = true;
    if ((this.connection?.pending ?? 0) > 0) return this.connection?.shutdown();
    this.setEnded();
    this.connection?.close();
    this.jobs.acknowledgeAll();
    this.settle();
  }

  /** A printer that does not close its side has the bytes all the same. */
  private stopWaiting(): void {
    if (!this.isOpen) return;
    this.close();
    this.events.onEnd("The printer has not closed its side of the connection.");
  }

  private setEnded(): void {
    this.isOpen = false;
    this.endedAt = performance.now();
  }

  private answer(bytes: Uint8Array): void {
    for (const answer of this.reader.push(bytes)) {
      if (answer.kind === "automatic" && !this.isOutdated)
        this.options.onStatus(statusFromAutomatic(answer.bytes));
      if (answer.kind === "ordered" || answer.kind === "processId") this.noteAnswer();
      if (answer.kind === "other") this.blocks = Math.max(this.blocks - 1, 0);
    }
    if (this.held.add(bytes)) return;
    // No printer has so much to say; whatever this is, it must not fill the memory.
    this.connection?.terminate();
    this.end("it sent more than a printer does");
  }

  private noteAnswer(): void {
    this.answered = Math.min(this.answered + 1, this.asked);
    this.jobs.acknowledge(this.answered);
    this.settle();
  }

  private take(count: number): void {
    this.jobs.tookBytes(count, performance.now());
    const isFull = (this.connection?.pending ?? 0) >= DELIVERY_LIMITS.passThroughBytes;
    if (this.isFull && !isFull) {
      this.isFull = false;
      this.events.onDrain();
    }
    if (this.isClosing && this.connection?.pending === 0) this.close();
    else this.settle();
  }

  private end(cause: string | null): void {
    if (!this.isOpen) return;
    this.setEnded();
    this.connection?.close();
    // One that closes by itself, and has not answered what it was asked, may have been switched off.
    if (cause === null && (this.isHostDone || this.answered === this.asked)) this.jobs.acknowledgeAll();
    const why = cause ?? "it closed the connection";
    this.events.onEnd(`The connection to the printer has ended: ${why}.`);
    this.settle();
  }

  /** Records what became of the jobs of which that is known. */
  private settle(): void {
    clearTimeout(this.timer ?? undefined);
    for (const job of this.jobs.settle(this.isOpen, this.endedAt ?? performance.now())) void this.record(job);
    const { settleAt } = this.jobs;
    if (settleAt !== null)
      this.timer = setTimeout(() => this.settle(), Math.max(settleAt - performance.now(), 0));
    this.endIfOver();
  }

  private async record({ printId, isWhole, sentBytes }: PassedJob): Promise<void> {
    const { printerId, times, whenInterrupted } = this.options;
    const change = {
      do: "passed",
      printId,
      printerId,
      isWhole,
      sentBytes,
      reason: isWhole ? WENT_THROUGH : BROKE_OFF,
      whenInterrupted: whenInterrupted(),
    } as const;
    this.recording++;
    for (;;) {
      try {
        await this.options.record(change);
        break;
      } catch {
        // The print itself is durable; the writer has logged what is the matter.
        await Bun.sleep(times.recordRetry);
      }
    }
    this.recording--;
    this.endIfOver();
  }

  private endIfOver(): void {
    // While the host is there, a job of it may be under way of which a part has gone through.
    if (this.isOver || this.isOpen || !this.isHostDone || this.jobs.count > 0 || this.recording > 0) return;
    this.isOver = true;
    this.options.onOver();
  }
}
