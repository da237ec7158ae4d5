import type { PrinterStatus } from "../../domain/printer-status.ts";
import type { PrinterLanguage } from "../../escpos/language.ts";
import type { SendOutcome } from "../link.ts";
import { POLLED_LIMITS } from "./polled-limits.ts";

/** A job that a printer may fetch. */
export interface OfferedJob {
  /** What the printer names it by. */
  readonly token: string;
  readonly bytes: Uint8Array;
  /** What the bytes are. */
  readonly language: PrinterLanguage;
  /** Who has been handed it, so that some or all of it may be on paper; `null` for nobody. */
  readonly fetchedBy: string | null;
}

interface Offer extends OfferedJob {
  fetchedBy: string | null;
  /** How often the printer has asked for the next job since, without a word about this one. */
  silentPolls: number;
  readonly settle: (outcome: SendOutcome) => void;
}

/** What a link is told of the printer that comes to it. */
export interface ArrivalListener {
  /** The printer is there. @returns whether a job waits for it, which is offered in a moment */
  onArrival(): boolean;
  onStatus(status: PrinterStatus): void;
}

const NEVER_FETCHED = "The printer did not fetch it.";
const NEVER_TOLD = "The printer fetched it and did not tell whether it was printed.";
const NEXT_ASKED = "The printer asked for the next job without telling whether this one was printed.";

/**
 * A printer that cannot be called, because it comes to us: it asks for a job, fetches it, and tells what became of it. This
 * is where its requests meet the queue of its deliveries. One job at a time; it is handed out until the printer has told.
 */
export class PolledPrinter {
  /** What the printer told last; `null` where it tells nothing. */
  status: PrinterStatus | null = null;
  private offer: Offer | null = null;
  private arrivedAt = Number.NEGATIVE_INFINITY;
  /** Requests that wait for a job now. */
  private asking = 0;
  private listener: ArrivalListener | null = null;
  private timer: Timer | undefined;
  /** Wakes the requests that wait for a job. */
  private wake: () => void = () => {};

  /**
   * @param onLate told of a delivery that is printed, of which nothing was waited for any more
   * @param waits how long a printer may leave what is offered to it, milliseconds
   */
  constructor(
    private readonly onLate: (deliveryId: number) => void,
    private readonly waits: PolledTimes = POLLED_LIMITS,
  ) {}

  /** How long ago the printer came last, milliseconds; infinite where it never has. */
  get silence(): number {
    return performance.now() - this.arrivedAt;
  }

  /** Whether the printer waits for an answer now: what is offered to it goes at once. */
  get isAsking(): boolean {
    return this.asking > 0;
  }

  /** Has arrivals told to a link; the last one counts. @returns what ends that */
  listen(listener: ArrivalListener): () => void {
    this.listener = listener;
    return () => {
      if (this.listener === listener) this.listener = null;
    };
  }

  /** The printer has told how it is. */
  note(status: PrinterStatus | null): void {
    this.arrivedAt = performance.now();
    this.status = status;
    if (status !== null) this.listener?.onStatus(status);
  }

  /**
   * The printer asks for a job.
   * @param isAble whether it could print one now
   * @returns the job; `null` when there is none for it
   */
  async arrive(isAble: boolean): Promise<OfferedJob | null> {
    this.arrivedAt = performance.now();
    if (!isAble) return null;
    this.asking++;
    try {
      const isExpected = this.listener?.onArrival() ?? false;
      if (this.offer === null && isExpected) await this.offered();
      // What it has fetched may be on paper: it is not told of that again.
      return this.offer?.fetchedBy === null ? this.offer : null;
    } finally {
      this.asking--;
    }
  }

  /** A job that was offered, by its name. */
  find(token: string | null): OfferedJob | null {
    return token === null || token === this.offer?.token ? this.offer : null;
  }

  /** What has been handed to a printer and not told of; `null` for nothing. */
  fetchedBy(who: string): OfferedJob | null {
    return this.offer?.fetchedBy === who ? this.offer : null;
  }

  /**
   * The printer has been handed a job. It may be handed the same one again, but no other printer that was given its address.
   * @param who tells printers apart @returns whether it may have it
   */
  noteFetched(job: OfferedJob, who: string): boolean {
    const { offer } = this;
    if (offer === null || offer !== job || (offer.fetchedBy ?? who) !== who) return false;
    offer.fetchedBy = who;
    offer.silentPolls = 0;
    this.settleIn(this.waits.confirmMilliseconds, () => interrupted(offer, NEVER_TOLD));
    return true;
  }

  /** The printer is at work on what it fetched. */
  noteProgress(who: string): void {
    const { offer } = this;
    if (offer?.fetchedBy === who) this.noteFetched(offer, who);
  }

  /** The printer asks for the next job although it has one: it has forgotten it, or what it told was lost. */
  noteSilentPoll(who: string): void {
    const { offer } = this;
    if (offer?.fetchedBy !== who) return;
    // What it tells may have been overtaken once.
    if (++offer.silentPolls < this.waits.silentPolls) return;
    this.settle(interrupted(offer, NEXT_ASKED));
  }

  /**
   * The printer has told what became of a job; it may tell again, or after it was given up, such as by a new start. What
   * another printer with its address says of a job that it was not handed counts for nothing, nor does a print of what nobody
   * has.
   */
  conclude(token: string | null, who: string, outcome: SendOutcome): void {
    const job = this.find(token);
    if (job !== null) {
      const isBelieved = job.fetchedBy === null ? outcome.kind !== "printed" : job.fetchedBy === who;
      if (isBelieved) this.settle(outcome);
      return;
    }
    const deliveryId = Number(/^(\d{1,15})-/.exec(token ?? "")?.[1] ?? Number.NaN);
    if (outcome.kind === "printed" && Number.isSafeInteger(deliveryId)) this.onLate(deliveryId);
  }

  /**
   * Offers a job to the printer.
   * @returns what became of it, once that is known
   */
  send(bytes: Uint8Array, language: PrinterLanguage, deliveryId: number): Promise<SendOutcome> {
    const { promise, resolve } = Promise.withResolvers<SendOutcome>();
    const token = `${deliveryId}-${Bun.randomUUIDv7("hex")}`;
    this.offer = { token, bytes, language, fetchedBy: null, silentPolls: 0, settle: resolve };
    this.settleIn(this.waits.fetchMilliseconds, () => ({ kind: "untouched", reason: NEVER_FETCHED }));
    this.wake();
    return promise;
  }

  /** Takes an offered job back. */
  abort(reason: string): void {
    const { offer } = this;
    if (offer === null) return;
    this.settle(offer.fetchedBy === null ? { kind: "untouched", reason } : interrupted(offer, reason));
  }

  private settle(outcome: SendOutcome): void {
    clearTimeout(this.timer);
    const { offer } = this;
    this.offer = null;
    offer?.settle(outcome);
  }

  private settleIn(milliseconds: number, outcome: () => SendOutcome): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.settle(outcome()), milliseconds);
  }

  /** Waits for a job to be offered, for a short while. */
  private async offered(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = this.wake;
    this.wake = () => {
      before();
      resolve();
    };
    const timer = setTimeout(resolve, this.waits.offerMilliseconds);
    await promise;
    clearTimeout(timer);
    this.wake = () => {};
  }
}

/** The times of {@link POLLED_LIMITS} that tests shorten. */
export type PolledTimes = { readonly [Name in keyof typeof POLLED_LIMITS]: number };

/** All of it was handed out. */
function interrupted({ bytes }: Offer, reason: string): SendOutcome {
  return { kind: "interrupted", sentBytes: bytes.byteLength, reason };
}
