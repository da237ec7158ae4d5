import { HEALTHY, isOffline, type PrinterStatus, sameStatus, troubleOf } from "../domain/printer-status.ts";
import type { Target } from "../domain/target.ts";
import type { PrinterLanguage } from "../escpos/language.ts";
import type { JobFacts, Link, Readiness, SendOutcome } from "./link.ts";
import type { PrinterHabits } from "./pass-through.ts";
import { RawLink } from "./raw/raw-link.ts";
import { makeLink, type MakeLinkOptions } from "./make-link.ts";

const RETARGETED = "The printer's target was changed before the print was sent.";

interface PrinterLinkOptions extends Omit<MakeLinkOptions, "onStatus" | "language"> {
  /** What the printer speaks by its settings now. */
  language(): PrinterLanguage;
  onStatusChange(): void;
}

/**
 * The way to the real printer behind one of ours, and its status as far as that way tells. When the way becomes another
 * one, a job of which something was sent still goes by the old one, and everything else by the new one.
 */
export class PrinterLink {
  /** The real printer's status; `null` while it is not known, or where the printer does not tell. */
  status: PrinterStatus | null = null;
  /** The way that there is now: a job under way goes by it. */
  current: Link;
  /** What it said of its status, or why it could not be asked; `null` where somebody else has learnt the status. */
  private reason: string | null = null;
  private language: PrinterLanguage;
  private isOutdated = false;
  /** Whether it is outdated because another printer is meant: {@link current} is still the way to the one before. */
  isRetargeted = false;

  constructor(
    public target: Target,
    private readonly options: PrinterLinkOptions,
  ) {
    this.language = options.language();
    this.current = this.newLink();
  }

  /** Why the real printer prints nothing now, a sentence; `null` when it does, or is not known not to. */
  get trouble(): string | null {
    const { status } = this;
    return status !== null && isOffline(status) ? (this.reason ?? troubleOf(status)) : null;
  }

  /** Another printer is meant from now on. */
  retarget(target: Target): void {
    this.target = target;
    this.isOutdated = true;
    this.isRetargeted = true;
    this.note(null);
  }

  /** Leaves the printer's connection to somebody else. */
  leave(): void {
    if (this.current instanceof RawLink) this.current.leave();
  }

  /** What is known of the printer's connections, whoever has them. */
  get habits(): PrinterHabits {
    return this.current instanceof RawLink
      ? this.current.abilities
      : { closesBack: null, orderedRequest: null };
  }

  /**
   * Asks the printer how it is.
   * @param isPoll nothing waits for the answer, so it may take longer
   * @param isDoubted whether it was out of reach before: one that another host uses refuses for a moment, so that the
   *   first time is not told
   * @param stopped an answer that counts when it comes first
   * @returns how the printer is that is meant when the answer comes: one that is not meant any more is not asked about
   */
  async ask(isPoll: boolean, isDoubted: boolean, stopped: Promise<Readiness>): Promise<Readiness> {
    if (this.isOutdated || this.options.language() !== this.language) this.renew();
    const { current } = this;
    const readiness = await Promise.race([current.ask(isPoll), stopped]);
    if (this.isRetargeted) return this.ask(isPoll, false, stopped);
    if (this.isOutdated) return readiness;
    const reason = readiness.kind === "ready" ? null : readiness.reason;
    if (readiness.kind !== "unreachable") this.note(readiness.status, reason);
    else if (isDoubted) this.note({ ...HEALTHY, isReachable: false }, reason);
    return readiness;
  }

  /** Sends a job; to be called only after {@link ask} said ready, of the printer that is meant. */
  send(job: Uint8Array, facts: JobFacts): Promise<SendOutcome> {
    if (this.isRetargeted) return Promise.resolve({ kind: "untouched", reason: RETARGETED });
    return this.current.send(job, facts);
  }

  /** Takes the printer's status, from whoever has learnt of it. @param reason why it prints nothing, where that was told */
  note(status: PrinterStatus | null, reason: string | null = null): void {
    const before = this.status;
    this.reason = reason;
    this.status = status;
    const isSame = before === null || status === null ? before === status : sameStatus(before, status);
    if (!isSame) this.options.onStatusChange();
  }

  private renew(): void {
    this.current.close();
    this.isOutdated = false;
    this.isRetargeted = false;
    this.language = this.options.language();
    this.current = this.newLink();
  }

  private newLink(): Link {
    const { times, random, onTrouble, polled, onArrival } = this.options;
    const { language } = this;
    const onStatus = (status: PrinterStatus) => {
      if (!this.isOutdated) this.note(status);
    };
    return makeLink(this.target, { language, times, random, onStatus, onTrouble, polled, onArrival });
  }
}
