import { Abilities, type Lesson } from "./abilities.ts";
import {
  type Confirmation,
  epsonConfirmation,
  newProcessId,
  NO_REQUEST,
  ORDERED_REQUEST,
  processIdRequest,
} from "./confirmation.ts";
import { EpsonInquiry } from "./epson-inquiry.ts";
import type { InquiryOptions } from "./inquiry.ts";
import type { RealTimeRequest } from "./status-bits.ts";

/** Those of a printer that speaks ESC/POS, of whatever maker. */
export class EpsonAbilities extends Abilities {
  readonly realTime = new Map<RealTimeRequest, boolean>();
  /** GS r 1. */
  ordered: boolean | null = null;
  /** GS ( H function 48. */
  processId: boolean | null = null;
  readonly preamble = NO_REQUEST;

  override get orderedRequest(): Uint8Array | null {
    return this.ordered === true ? ORDERED_REQUEST : null;
  }

  get answersRealTime(): boolean {
    return this.realTime.get(1) === true;
  }

  get answersNothing(): boolean {
    return this.realTime.get(1) === false && this.ordered === false;
  }

  inquire(options: InquiryOptions): EpsonInquiry {
    return new EpsonInquiry(this.realTime, options);
  }

  /**
   * The harmless first: GS r has three bytes everywhere, but a printer that does not know GS ( H may print it, so only
   * one that answers GS r is asked.
   */
  lesson(random: () => number): Lesson | null {
    if (this.ordered === null) {
      return {
        request: ORDERED_REQUEST,
        isAnsweredBy: ({ kind }) => kind === "ordered",
        note: (isAnswered) => void (this.ordered = isAnswered),
      };
    }
    if (!this.ordered || this.processId !== null) return null;
    const id = newProcessId(random);
    return {
      request: processIdRequest(id),
      isAnsweredBy: (answer) => answer.kind === "processId" && answer.id === id,
      note: (isAnswered) => void (this.processId = isAnswered),
    };
  }

  confirmationFor(job: Uint8Array, random: () => number): Confirmation {
    return epsonConfirmation(job, this, () => newProcessId(random));
  }

  /** That it does not know process IDs is kept: a printer that does not know them may print the request. */
  protected forgetAnswers(): void {
    this.realTime.clear();
    this.ordered = null;
    if (this.processId === true) this.processId = null;
  }
}
