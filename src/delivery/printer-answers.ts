import type { PrinterStatus } from "../domain/printer-status.ts";
import { DELIVERY_LIMITS } from "./delivery-limits.ts";
import { AnswerReader } from "./raw/answer-reader.ts";
import { statusFromAutomatic } from "./raw/status-bits.ts";

interface PrinterAnswersOptions {
  /** Hands answers to the host. */
  give(bytes: Uint8Array): void;
  onStatus(status: PrinterStatus): void;
  /** The printer has given so many answers in print order. */
  onOrdered(count: number): void;
}

/** A real printer's answers on their way to a host: what they tell, and those that wait until what they speak of is durable. */
export class PrinterAnswers {
  private readonly reader = new AnswerReader();
  /** How many requests in print order there were. */
  askedCount = 0;
  private answered = 0;
  /** Blocks that were asked for and have not come: not every printer has all of them, so that they confirm nothing. */
  private blocks = 0;
  /** Those that wait, in order; `null` while none is to. */
  private held: Uint8Array[] | null = null;
  private heldBytes = 0;

  constructor(private readonly options: PrinterAnswersOptions) {}

  /** How many of them the printer has still to answer with its status or a process ID. */
  get unconfirmed(): number {
    return this.askedCount - this.answered;
  }

  /** Answers in print order that are still to come. */
  get unanswered(): number {
    return this.unconfirmed + this.blocks;
  }

  /** An answer in print order is asked for. @param isBlock whether a block of bytes, as GS I 66 */
  ask(isBlock: boolean): void {
    if (isBlock) this.blocks++;
    else this.askedCount++;
  }

  hold(): void {
    this.held ??= [];
  }

  release(): void {
    const held = this.held ?? [];
    this.held = null;
    this.heldBytes = 0;
    for (const bytes of held) this.options.give(bytes);
  }

  /** Takes what the printer says. @returns `false` when more waits than any printer has to say */
  take(bytes: Uint8Array): boolean {
    for (const answer of this.reader.push(bytes)) {
      if (answer.kind === "automatic") this.options.onStatus(statusFromAutomatic(answer.bytes));
      if (answer.kind === "other") this.blocks = Math.max(this.blocks - 1, 0);
      if (answer.kind === "ordered" || answer.kind === "processId") {
        this.answered = Math.min(this.answered + 1, this.askedCount);
        this.options.onOrdered(this.answered);
      }
    }
    if (this.held === null) this.options.give(bytes);
    else {
      this.held.push(bytes.slice());
      this.heldBytes += bytes.length;
    }
    return this.heldBytes <= DELIVERY_LIMITS.heldAnswerBytes;
  }
}
