import type { PrinterStatus } from "../domain/printer-status.ts";
import type { StreamTarget } from "../domain/target.ts";
import type { InterruptionPolicy } from "../contract/printer-settings.ts";
import type { PrinterLanguage } from "../escpos/language.ts";
import type { DeliveryChange } from "../storage/delivery-store.ts";
import type { PrinterConnection } from "./connections/connection.ts";
import { openConnection } from "./connections/open-connection.ts";
import { DELIVERY_LIMITS, type DeliveryTimes } from "./delivery-limits.ts";
import { type JobOutcome, PassedJobs } from "./passed-jobs.ts";
import { PrinterAnswers } from "./printer-answers.ts";
import { ProgressWatch } from "./progress-watch.ts";
import { FirstAnswer, isNoPrinter } from "./raw/foreign-service.ts";
import { UNCONFIRMED } from "./raw/job-transfer.ts";
import { answerReaderFor } from "./raw/printer-language.ts";

/** The note of a print whose host was joined to the printer. */
export const WENT_THROUGH = "It went straight through to the printer as it came.";
const BROKE_OFF = "It went straight through, and the connection to the printer broke.";
const NOT_PRINTED_YET =
  "The printer has all of it, and has not printed it yet: it may be out of paper or open.";

/** What the host's side is told; nothing more after {@link PassThrough.close}. */
export interface PassThroughEvents {
  /** The real printer's own bytes, to be handed to the host as they are. */
  onAnswer(bytes: Uint8Array): void;
  /** The printer takes more: the host may be read again. */
  onDrain(): void;
  /** The connection to the printer has ended: the host is answered by us again. @param reason a sentence */
  onEnd(reason: string): void;
  /** Jobs are to go to another printer, or wait: one that has begun goes on, the next is not to go this way. */
  onOutdated(): void;
  /** Prints of others wait for the printer. */
  onWanted(): void;
}

/** What is learnt of a printer by its connections. */
export interface PrinterHabits {
  /** Whether it closes its side after ours, which says that it has all; `null` while that is not known. */
  closesBack: boolean | null;
  /** What it answers when it has printed all that is before; `null` for nothing, or while that is not known. */
  readonly orderedRequest: Uint8Array | null;
}

interface PassThroughOptions {
  readonly printerId: number;
  readonly target: StreamTarget;
  /** What the printer speaks. */
  readonly language: PrinterLanguage;
  readonly times: DeliveryTimes;
  /** What is known of it from connections before this one. */
  readonly habits: PrinterHabits;
  readonly whenInterrupted: () => InterruptionPolicy;
  /** Makes a change durable. @throws when it cannot */
  record(change: DeliveryChange): Promise<unknown>;
  onStatus(status: PrinterStatus): void;
  /** The printer takes nothing while others wait for it; `null` when it goes on. */
  onTrouble(reason: string | null): void;
  /** Everything is over and recorded: the printer can be used by others. */
  onOver(): void;
}

/**
 * A host's connection joined to the real printer: its bytes go on as they come, and the printer's answers come back.
 *
 * The host's side writes what is durable, and calls {@link ask} before each request for an answer in print order: that
 * answer says that what is before it is printed. When a job's last byte is written, and the job is stored as a delivery
 * that is passing, it calls {@link endJob}. At the end it calls {@link finish} or {@link close}, after `onEnd` too: only
 * then can others use the printer.
 */
export class PassThrough {
  /** Whether the next job is not to go this way; see {@link outdate}. */
  isOutdated = false;
  /** Whether prints of others wait for the printer. */
  isWanted = false;
  /** Whether the host is to wait for `onDrain`: the printer takes no more. */
  isFull = false;
  private readonly jobs: PassedJobs;
  private readonly answers: PrinterAnswers;
  private readonly firstAnswer = new FirstAnswer();
  /** Why nothing of it was printed: what answers is no printer; `null` as far as is known it is one. */
  private foreign: string | null = null;
  private isOpen = true;
  private isHostDone = false;
  /** Since when it is to be left, and how long the printer may take to close its side. */
  private leavingSince: number | null = null;
  private patience = 0;
  /** Since when the printer has been asked, by us, whether it has printed all; `null` where it was not. */
  private confirmingSince: number | null = null;
  private isUnconfirmed = false;
  /** Whether it was told that it takes long to print. */
  private isLate = false;
  private lookTimer: Timer | undefined;
  private isOver = false;
  private timer: Timer | undefined;
  private recording = 0;
  /** When all that was written was last known to have come to the printer, milliseconds. */
  private arrivedAt = Number.NEGATIVE_INFINITY;
  private connection: PrinterConnection | null = null;
  private readonly progress: ProgressWatch;

  private constructor(
    private readonly options: PassThroughOptions,
    private events: PassThroughEvents | null,
  ) {
    this.jobs = new PassedJobs(options.times.stall);
    this.progress = new ProgressWatch(options);
    this.answers = new PrinterAnswers(answerReaderFor(options.language), {
      give: (bytes) => this.events?.onAnswer(bytes),
      onStatus: (status) => {
        if (!this.isOutdated) options.onStatus(status);
      },
      onOrdered: (count) => {
        this.jobs.acknowledge(count);
        this.settle();
      },
    });
  }

  /** Connects to the real printer. @throws ConnectError */
  static async open(options: PassThroughOptions, events: PassThroughEvents): Promise<PassThrough> {
    const passThrough = new PassThrough(options, events);
    const { target, times } = options;
    passThrough.connection = await openConnection(target, times.connect, {
      onData: (bytes) => passThrough.answered(bytes),
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
    return this.answers.unanswered;
  }

  /** The bytes that are written next ask for an answer in print order. @param isBlock whether for a block, as GS I 66 */
  ask(isBlock: boolean): void {
    if (this.isPassing) this.answers.ask(isBlock);
  }

  /** Sends bytes of the host on. They must not change. */
  write(bytes: Uint8Array): void {
    if (!this.isPassing) return;
    this.connection?.write(bytes);
    this.progress.wrote(bytes.length);
    this.isFull = this.pendingBytes >= DELIVERY_LIMITS.passThroughBytes;
  }

  /** The host does not take answers fast enough. */
  pauseAnswers(): void {
    this.connection?.pause();
  }

  resumeAnswers(): void {
    this.connection?.resume();
  }

  /**
   * The next bytes since the last job's end are a job, all of which was written.
   * @param isAskedAbout whether the last request that {@link ask} told of comes after everything that is printed of it;
   *   if not, the next one does
   * @param printId what it is stored as; `null` for one that made no print
   */
  endJob(bytes: number, isAskedAbout: boolean, printId: number | null): void {
    const answers = this.answers.askedCount + (isAskedAbout ? 0 : 1);
    this.jobs.end(bytes, answers, printId, performance.now());
    this.settle();
  }

  /** Prints of others wait for the printer. */
  want(): void {
    this.isWanted = true;
    this.events?.onWanted();
    if (this.isOpen && this.connection !== null) this.progress.begin(this.connection);
  }

  /** Ends the connection if the printer takes nothing: what hangs is not waited for. @param reason a sentence */
  giveUp(reason: string): void {
    if (!this.progress.isStalled || !this.isOpen) return;
    this.connection?.terminate();
    this.end(reason);
  }

  /** Another printer is meant from now on, or jobs do not go as they come any more. */
  outdate(): void {
    if (this.isOutdated) return;
    this.isOutdated = true;
    this.events?.onOutdated();
  }

  /** The host has nothing more to send: the printer is told, and its last answers still come, and then `onEnd`. */
  finish(): void {
    if (this.isHostDone) return;
    this.isHostDone = true;
    const { habits, times } = this.options;
    if (this.isToConfirm) this.leaveAfter(0);
    else {
      this.connection?.shutdown();
      this.leaveAfter(habits.closesBack === false ? 0 : times.laterClose);
    }
    this.settle();
  }

  /** Leaves the printer to others, once what was written has come to it. */
  close(): void {
    this.events = null;
    this.isHostDone = true;
    this.leaveAfter(0);
    this.settle();
  }

  private get pendingBytes(): number {
    return this.connection?.pending ?? 0;
  }

  /** @param milliseconds how long the printer may take to close its side: that says that it has all */
  private leaveAfter(milliseconds: number): void {
    this.patience = milliseconds;
    this.leavingSince ??= performance.now();
    this.look(this.leavingSince);
  }

  /** Looks whether the printer can be left: all has come to it, and the host has its answers. */
  private look(since: number): void {
    clearTimeout(this.lookTimer);
    if (!this.isOpen) return;
    const { times, habits } = this.options;
    const waited = performance.now() - since;
    // One that does not know a request never answers it.
    const isAnswered = this.events === null || this.unanswered === 0 || waited >= times.firstClose;
    if (isAnswered && this.isToConfirm) this.askToConfirm();
    if (this.confirmingSince !== null && !this.isConfirmed(this.confirmingSince)) {
      this.lookTimer = setTimeout(() => this.look(since), times.settle);
      return;
    }
    if (isAnswered && waited >= this.patience && this.connection?.unacknowledged === 0) {
      if (this.patience > 0) habits.closesBack ??= false;
      this.setEnded();
      this.jobs.acknowledgeAll();
      this.tellEnd("The printer has not closed its side of the connection.");
      return this.settle();
    }
    // The host is not kept by a printer that takes nothing.
    if (isAnswered && waited >= times.laterClose) this.tellEnd("The printer takes no more data.");
    if (!this.isOpen) return;
    this.lookTimer = setTimeout(() => this.look(since), Math.min(1 + waited, times.settle));
  }

  /** Whether the printer is to say that jobs are printed of which nothing else tells it. */
  private get isToConfirm(): boolean {
    const { habits } = this.options;
    return habits.orderedRequest !== null && this.confirmingSince === null && this.jobs.count > 0;
  }

  /** What it takes may be in its memory only, and go with its power. */
  private askToConfirm(): void {
    this.confirmingSince = performance.now();
    this.answers.askForUs();
    this.connection?.write(this.options.habits.orderedRequest ?? new Uint8Array());
  }

  /** @returns whether nothing is to be waited for any more */
  private isConfirmed(since: number): boolean {
    const { times, onTrouble } = this.options;
    const waited = performance.now() - since;
    // The host's last questions about the printer are answered at once, if at all.
    if (waited >= times.lastAnswers) this.tellEnd("All has gone through.");
    const isPrinted = this.jobs.count === 0;
    this.isUnconfirmed = !isPrinted && waited >= times.unconfirmed;
    const isLate = !isPrinted && waited >= times.stall;
    if (isLate !== this.isLate) onTrouble(isLate ? NOT_PRINTED_YET : null);
    this.isLate = isLate;
    return isPrinted || this.isUnconfirmed;
  }

  private tellEnd(reason: string): void {
    const { events } = this;
    this.events = null;
    events?.onEnd(reason);
  }

  private setEnded(): void {
    this.isOpen = false;
    this.isFull = false;
    this.progress.end();
    this.connection?.close();
  }

  private answered(bytes: Uint8Array): void {
    const service = this.firstAnswer.take(bytes);
    if (service === null) return this.answers.take(bytes);
    // Jobs of which nothing is known yet wait until the address is put right.
    this.foreign = isNoPrinter(service);
    if (!this.isOpen) return;
    this.setEnded();
    this.tellEnd(this.foreign);
    this.settle();
  }

  private take(count: number): void {
    this.jobs.took(count, performance.now());
    if (this.isFull && this.pendingBytes < DELIVERY_LIMITS.passThroughBytes) {
      this.isFull = false;
      this.events?.onDrain();
    }
    this.settle();
  }

  private end(cause: string | null): void {
    if (!this.isOpen) return;
    this.setEnded();
    if (cause === null && this.isHostDone) this.options.habits.closesBack = true;
    // One that closes by itself, and has not answered what it was asked, may have been switched off.
    const isLeft = this.isHostDone && this.confirmingSince === null;
    if (cause === null && (isLeft || this.answers.unconfirmed === 0)) this.jobs.acknowledgeAll();
    const why = cause ?? "it closed the connection";
    this.tellEnd(`The connection to the printer has ended: ${why}.`);
    this.settle();
  }

  /** Records what became of the jobs of which that is known. */
  private settle(): void {
    clearTimeout(this.timer);
    const now = performance.now();
    const hasArrived = this.connection?.unacknowledged === 0;
    if (this.isOpen && hasArrived) this.arrivedAt = now;
    // What the operating system has taken is not with a printer that was switched off meanwhile.
    // Nor is what it is still asked about printed because it has had it for a while.
    const isAsked = this.confirmingSince !== null;
    const lastedTo = isAsked ? Number.NEGATIVE_INFINITY : this.arrivedAt;
    for (const outcome of this.jobs.settle(this.isOpen, lastedTo)) void this.record(outcome);
    const { settleAt } = this.jobs;
    if (settleAt !== null && !isAsked) {
      const { confirmPoll } = this.options.times;
      this.timer = setTimeout(() => this.settle(), Math.max(settleAt - now, hasArrived ? 0 : confirmPoll));
    }
    this.endIfOver();
  }

  private async record({ printId, isWhole, sentBytes }: JobOutcome): Promise<void> {
    const { printerId, times } = this.options;
    const outcome =
      this.foreign === null
        ? { isWhole, sentBytes, reason: isWhole ? this.wholeReason : BROKE_OFF }
        : { isWhole: false, sentBytes: 0, reason: this.foreign };
    const whenInterrupted = this.options.whenInterrupted();
    const change = { do: "passed", printId, printerId, ...outcome, whenInterrupted } as const;
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

  private get wholeReason(): string {
    return this.isUnconfirmed ? UNCONFIRMED : WENT_THROUGH;
  }

  private endIfOver(): void {
    // While the host is there, a job of it may be under way of which a part has gone through.
    if (this.isOver || this.isOpen || !this.isHostDone || this.jobs.count > 0 || this.recording > 0) return;
    this.isOver = true;
    this.options.onOver();
  }
}
