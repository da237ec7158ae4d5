import { HEALTHY, isOffline, type PrinterStatus, troubleOf } from "../../domain/printer-status.ts";
import type { DeliveryTimes } from "../delivery-limits.ts";
import type { Readiness, SendOutcome } from "../link.ts";
import type { Abilities } from "./abilities.ts";
import { type Answer, statusIn } from "./answer.ts";
import { type Confirmation, isConfirmedBy } from "./confirmation.ts";
import type { Inquiry } from "./inquiry.ts";

/** What is not known of a job that no answer confirmed. */
export const UNCONFIRMED = "The printer took all of it, but did not confirm that it was printed.";

const LIKELY_TROUBLE = "it may be out of paper, open or switched off";

/** What is likely of one that has not said a word yet. */
const LIKELY_STRANGER = "it has never answered, so that there may be no printer at its address";

const UNREACHABLE: PrinterStatus = { ...HEALTHY, isReachable: false };

/** What the machine of a connection wants done, in order. */
export type SessionOutput =
  | { readonly do: "write"; readonly bytes: Uint8Array }
  /** Close our side; the printer may still answer and close its own. */
  | { readonly do: "shutdown" }
  /** Close the connection; what was written still goes out. */
  | { readonly do: "close" }
  /** Close it at once; what was written and not sent is thrown away. */
  | { readonly do: "terminate" }
  | { readonly do: "answer"; readonly readiness: Readiness }
  | { readonly do: "finish"; readonly outcome: SendOutcome }
  | { readonly do: "status"; readonly status: PrinterStatus }
  | { readonly do: "trouble"; readonly reason: string | null };

interface TransferOptions {
  readonly job: Uint8Array;
  readonly confirmation: Confirmation;
  readonly abilities: Abilities;
  readonly times: DeliveryTimes;
  /** Bytes written before the job that the connection has not taken yet. */
  readonly untaken: number;
  /** Bytes that have not arrived at the printer, as far as the way to it tells. */
  unacknowledged(): number;
  emit(output: SessionOutput): void;
}

/**
 * A job on its way over a connection: sent, then confirmed; where the printer confirms nothing, the connection is closed
 * instead, and a clean end counts; where it does not close its side either, it counts that all has arrived, and the
 * connection stays for the next job. Pure.
 */
export class JobTransfer {
  private phase: "sending" | "confirming" | "settling" | "closing" | "finished" = "sending";
  private taken = 0;
  /** When the printer last showed that it goes on: it took bytes, or its phase began. */
  private progressAt: number;
  private orderedSeen = 0;
  private inquiry: Inquiry | null = null;
  private inquiries = 0;
  private inquiryDueAt = 0;
  private readySince: number | null = null;
  private trouble: string | null = null;
  /** Bytes that had not arrived at the printer when that was last looked at, and when to look again. */
  private left = 0;
  private lookAt = 0;
  /** Whether our side of the connection is closed. */
  hasClosed = false;

  constructor(
    private readonly options: TransferOptions,
    now: number,
  ) {
    this.progressAt = now;
    const { emit, job, confirmation } = options;
    emit({ do: "write", bytes: job });
    if (confirmation.request.length > 0) emit({ do: "write", bytes: confirmation.request });
  }

  get isFinished(): boolean {
    return this.phase === "finished";
  }

  /** Whether an answer may still come that would be taken for that to a later question. */
  get isAnswerUnderWay(): boolean {
    return this.inquiry !== null && this.inquiry.result === null;
  }

  /** Bytes of the job that the connection has taken. */
  get sentBytes(): number {
    const { job, untaken } = this.options;
    return Math.min(Math.max(this.taken - untaken, 0), job.length);
  }

  /** The connection has taken some of what was written. */
  tookBytes(count: number, now: number): void {
    this.taken += count;
    this.progressAt = now;
    const { job, untaken, confirmation } = this.options;
    if (this.phase !== "sending") return;
    this.tell(null);
    if (this.taken < untaken + job.length + confirmation.request.length) return;
    if (confirmation.kind === "nothing") {
      if (this.options.abilities.closesBack === false) this.beginSettling(now);
      else this.beginClosing(now);
    } else {
      this.phase = "confirming";
      // What was said before that does not tell how long it has had all of it.
      this.readySince = null;
      this.inquiryDueAt = now + this.options.times.confirmPoll;
    }
  }

  receive(answer: Answer, now: number): void {
    if (answer.kind === "ordered") this.orderedSeen++;
    this.inquiry?.take(answer, now);
    const status = statusIn(answer);
    if (status !== null) this.noteStatus(status, now);
    const hasAll = this.phase === "confirming" || this.phase === "closing";
    if (hasAll && isConfirmedBy(this.options.confirmation, answer, this.orderedSeen)) this.finish(null);
  }

  /** The printer has closed its side, or the connection has ended. @param cause `null` for a clean end */
  end(cause: string | null): void {
    if (this.phase === "finished") return;
    if (this.phase === "closing" && cause === null) {
      this.options.abilities.closesBack = true;
      this.finish(UNCONFIRMED);
    } else {
      const broken = `The connection to the printer broke: ${cause}.`;
      this.interrupt(cause === null ? "The printer closed the connection." : broken);
    }
  }

  /** Ends it at once, with an outcome. */
  interrupt(reason: string): void {
    if (this.phase === "finished") return;
    const { sentBytes } = this;
    this.settle(sentBytes === 0 ? { kind: "untouched", reason } : { kind: "interrupted", sentBytes, reason });
  }

  /** Ends it, because it has reached no printer. */
  refuse(reason: string): void {
    if (this.phase !== "finished") this.settle({ kind: "untouched", reason });
  }

  get wakeAt(): number | null {
    if (this.phase === "finished") return null;
    if (this.phase === "confirming") return this.confirmingWakeAt();
    if (this.phase !== "sending") return this.lookAt;
    return this.trouble === null ? this.progressAt + this.options.times.stall : null;
  }

  tick(now: number): void {
    if (this.phase === "sending") this.noteStall(now, `The printer takes no more data: ${this.likely}.`);
    else if (this.phase === "settling") this.tickSettling(now);
    else if (this.phase === "closing") this.tickClosing(now);
    else if (this.phase === "confirming") this.tickConfirming(now);
  }

  private confirmingWakeAt(): number | null {
    const { times, abilities } = this.options;
    if (!abilities.answersRealTime) return this.progressAt + times.unconfirmedBlind;
    const { inquiry, trouble, readySince } = this;
    if (inquiry !== null && inquiry.result === null)
      return trouble === null ? this.progressAt + times.stall : null;
    const deadline = readySince === null ? Number.POSITIVE_INFINITY : readySince + times.unconfirmed;
    return Math.min(this.inquiryDueAt, deadline);
  }

  private tickConfirming(now: number): void {
    const { times, abilities, emit } = this.options;
    if (!abilities.answersRealTime) {
      if (now >= this.progressAt + times.unconfirmedBlind) this.beginClosing(now);
      return;
    }
    this.takeInquiry(now);
    if (this.isFinished) return;
    if (this.readySince !== null && now >= this.readySince + times.unconfirmed) this.finish(UNCONFIRMED);
    else if (this.inquiry !== null) this.noteStall(now, "The printer has all of it, but does not answer.");
    else if (now >= this.inquiryDueAt) {
      // Without a limit of time: an answer that came late would be taken for that to the next question.
      this.progressAt = now;
      const write = (bytes: Uint8Array) => emit({ do: "write", bytes });
      this.inquiry = abilities.inquire({ patience: null, write, now });
      this.inquiries++;
    }
  }

  private takeInquiry(now: number): void {
    const result = this.inquiry?.result ?? null;
    if (result === null) return;
    this.inquiry = null;
    this.inquiryDueAt = now + this.options.times.confirmPoll;
    // What the first one was answered may belong to requests in the job itself: real-time requests have no order.
    if (typeof result === "string" || this.inquiries < 2) return;
    this.noteStatus(result, now);
    if (this.options.confirmation.kind === "realTime" && !isOffline(result)) this.finish(null);
  }

  private noteStatus(status: PrinterStatus, now: number): void {
    this.options.emit({ do: "status", status });
    this.tell(troubleOf(status));
    this.readySince = isOffline(status) ? null : (this.readySince ?? now);
  }

  private beginSettling(now: number): void {
    this.phase = "settling";
    this.progressAt = now;
    this.lookAt = now + this.options.times.settle;
  }

  private tickSettling(now: number): void {
    if (this.lookForArrivals(now) === 0) return this.finish(UNCONFIRMED);
    this.noteStall(now, `The printer takes no more data: ${this.likely}.`);
    this.lookAt = now + this.options.times.settle;
  }

  private beginClosing(now: number): void {
    this.phase = "closing";
    this.hasClosed = true;
    this.progressAt = now;
    this.lookAt = now + Math.min(this.closingPatience, this.options.times.stall);
    this.options.emit({ do: "shutdown" });
  }

  private tickClosing(now: number): void {
    const { abilities, times } = this.options;
    const left = this.lookForArrivals(now);
    if (left === 0 && now >= this.progressAt + this.closingPatience) {
      abilities.closesBack = false;
      return this.finish(UNCONFIRMED);
    }
    this.noteStall(now, `The printer has not taken all of it: ${this.likely}.`);
    this.lookAt = now + times.confirmPoll;
  }

  /** How long to wait for the printer to close its side once all has arrived; endless for one that is known to. */
  private get closingPatience(): number {
    const { abilities, times } = this.options;
    if (abilities.closesBack === true) return Number.POSITIVE_INFINITY;
    return abilities.closesBack === null ? times.firstClose : times.laterClose;
  }

  /** @returns bytes that have not arrived at the printer */
  private lookForArrivals(now: number): number {
    const left = this.options.unacknowledged();
    if (left < this.left) {
      this.progressAt = now;
      this.tell(null);
    }
    this.left = left;
    return left;
  }

  private get likely(): string {
    return this.options.abilities.answersNothing ? LIKELY_STRANGER : LIKELY_TROUBLE;
  }

  private noteStall(now: number, reason: string): void {
    if (this.trouble !== null || now < this.progressAt + this.options.times.stall) return;
    this.options.emit({ do: "status", status: UNREACHABLE });
    this.tell(reason);
  }

  private tell(reason: string | null): void {
    if (this.trouble === reason) return;
    this.trouble = reason;
    this.options.emit({ do: "trouble", reason });
  }

  private finish(note: string | null): void {
    this.settle({ kind: "printed", note });
  }

  private settle(outcome: SendOutcome): void {
    this.phase = "finished";
    this.options.emit({ do: "finish", outcome });
  }
}
