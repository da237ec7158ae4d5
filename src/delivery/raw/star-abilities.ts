import type { PrinterStatus } from "../../domain/printer-status.ts";
import { Abilities, type Lesson } from "./abilities.ts";
import type { Answer } from "./answer.ts";
import { type Confirmation, NO_REQUEST, unnumbered } from "./confirmation.ts";
import type { Inquiry, InquiryOptions } from "./inquiry.ts";
import { countingFor, nextCount, ownCounts } from "./star-count.ts";

/** ESC ACK SOH: transmit the automatic status at once. */
const STATUS_REQUEST = new Uint8Array([0x1b, 0x06, 0x01]);

/** ESC RS a 1: transmit the automatic status whenever it changes, and at each ETB. */
const WATCH_REQUEST = new Uint8Array([0x1b, 0x1e, 0x61, 1]);

/** ETB: count one more when everything before is printed. */
const ETB = 0x17;

/**
 * Those of a printer that speaks one of Star's languages. Sources: Star Line Mode specifications, chapter 5; receiptio,
 * which has jobs confirmed by ETB as well.
 */
export class StarAbilities extends Abilities {
  /** ESC ACK SOH. */
  private tellsStatus: boolean | null = null;
  /** ETB, told by the count in the automatic status. Some printers of raster mode, and the oldest, do not. */
  private tellsCount: boolean | null = null;
  /** What the printer has counted, as it said last. */
  private count: number | null = null;
  /** ETB of jobs that were not confirmed: the printer may still come to them. A service before this one may have left one. */
  private stragglers = 1;
  /** The counts that confirm the job that was sent last. */
  private awaited: ReadonlySet<number> = new Set();

  get answersRealTime(): boolean {
    return this.tellsStatus === true;
  }

  get answersNothing(): boolean {
    return this.tellsStatus === false;
  }

  /** What happens to the paper while the job goes out is worth knowing. */
  get preamble(): Uint8Array {
    return this.answersRealTime ? WATCH_REQUEST : NO_REQUEST;
  }

  inquire(options: InquiryOptions): StarInquiry {
    const note = (isAnswered: boolean) => void (this.tellsStatus = isAnswered);
    return new StarInquiry(this.tellsStatus, note, options);
  }

  lesson(): Lesson | null {
    const { count } = this;
    if (this.tellsCount !== null || !this.answersRealTime || count === null) return null;
    return {
      request: Uint8Array.of(...WATCH_REQUEST, ETB),
      isAnsweredBy: (answer) => answer.kind === "star" && answer.count === nextCount(count),
      note: (isAnswered) => void (this.tellsCount = isAnswered),
    };
  }

  confirmationFor(job: Uint8Array): Confirmation {
    const { count } = this;
    if (this.tellsCount !== true || count === null) return unnumbered(this);
    const own = ownCounts(job);
    // Where there are more stragglers than can be told apart, the printer was off meanwhile, as far as can be known.
    const counting = countingFor(count, own, this.stragglers) ?? countingFor(count, own, 0);
    if (counting === null) return unnumbered(this);
    const { trailing, counts } = counting;
    this.stragglers += own.all + trailing;
    this.awaited = counts;
    // Once more, because the job may have ended the watching.
    const request = Uint8Array.of(...WATCH_REQUEST, ...new Uint8Array(trailing).fill(ETB));
    return { kind: "count", counts, request };
  }

  override hear(answer: Answer): void {
    if (answer.kind !== "star") return;
    this.count = answer.count;
    if (answer.count === null || !this.awaited.has(answer.count)) return;
    this.awaited = new Set();
    this.stragglers = 0;
  }

  protected forgetAnswers(): void {
    this.tellsStatus = null;
    this.tellsCount = null;
    this.count = null;
  }
}

/** Asks by ESC ACK SOH. Whatever tells the status answers: it is as it is now, asked for or not. */
class StarInquiry implements Inquiry {
  result: PrinterStatus | "silent" | "mute" | null = null;

  /** @param isKnown whether the printer is known to answer */
  constructor(
    private readonly isKnown: boolean | null,
    private readonly note: (isAnswered: boolean) => void,
    private readonly options: InquiryOptions,
  ) {
    if (isKnown === false) this.result = "silent";
    else options.write(STATUS_REQUEST);
  }

  get wakeAt(): number | null {
    const { patience, now } = this.options;
    return this.result === null && patience !== null ? now + patience : null;
  }

  take(answer: Answer): void {
    if (this.result !== null || answer.kind !== "star") return;
    this.note(true);
    this.result = answer.status;
  }

  tick(now: number): void {
    const { wakeAt } = this;
    if (wakeAt === null || now < wakeAt) return;
    if (this.isKnown === true) this.result = "mute";
    else {
      this.note(false);
      this.result = "silent";
    }
  }
}
