import type { Answer } from "./answer.ts";
import type { Confirmation } from "./confirmation.ts";
import type { Inquiry, InquiryOptions } from "./inquiry.ts";

/** Something to find out of a printer that is ready: whether it answers a request. */
export interface Lesson {
  readonly request: Uint8Array;
  isAnsweredBy(answer: Answer): boolean;
  /** Notes what came of it. */
  note(isAnswered: boolean): void;
}

/**
 * What a printer is known to answer, so that one that answers nothing delays no print but the first; and, in its
 * language, how it is asked and how it confirms a job. `null` is not known yet.
 */
export abstract class Abilities {
  /** Whether it closes its side of the connection when we close ours. */
  closesBack: boolean | null = null;
  private silentSince: number | null = null;

  /** Whether it tells how it is, whatever it has still to print. */
  abstract get answersRealTime(): boolean;
  abstract get answersNothing(): boolean;
  /** What it answers in print order; `null` for nothing, or while that is not known. */
  get orderedRequest(): Uint8Array | null {
    return null;
  }

  /** What is sent before each job. */
  abstract get preamble(): Uint8Array;

  /** Asks how the printer is. */
  abstract inquire(options: InquiryOptions): Inquiry;
  /** What is to be found out next; `null` for nothing. @param random from 0 to below 1 */
  abstract lesson(random: () => number): Lesson | null;
  /** Chooses the best confirmation that the printer is able to give. @param random from 0 to below 1 */
  abstract confirmationFor(job: Uint8Array, random: () => number): Confirmation;
  protected abstract forgetAnswers(): void;

  /** Every answer of the printer, before anything is made of it. */
  hear(_answer: Answer): void {}

  /** Has a printer that answered nothing asked again from time to time: it may be another one by now. */
  age(now: number, relearnMilliseconds: number): void {
    if (!this.answersNothing) this.silentSince = null;
    else {
      this.silentSince ??= now;
      if (now - this.silentSince >= relearnMilliseconds) this.forget();
    }
  }

  /** To be called when the printer was out of reach: it may have been exchanged. */
  forget(): void {
    this.closesBack = null;
    this.silentSince = null;
    this.forgetAnswers();
  }
}
