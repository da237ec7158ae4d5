import type { PrinterStatus } from "../domain/printer-status.ts";
import { DELIVERY_LIMITS } from "./delivery-limits.ts";
import { type Answer, type AnswerReader, statusIn } from "./raw/answer.ts";
import { isOneMore } from "./raw/star-count.ts";

interface PrinterAnswersOptions {
  /** Hands answers to the host. */
  give(bytes: Uint8Array): void;
  onStatus(status: PrinterStatus): void;
  /** The printer has given so many answers in print order. */
  onOrdered(count: number): void;
}

/** A real printer's answers on their way to a host: what they tell, and those that wait until what they speak of is durable. */
export class PrinterAnswers {
  /** How many requests in print order there were. */
  askedCount = 0;
  private answered = 0;
  /** Blocks that were asked for and have not come: not every printer has all of them, so that they confirm nothing. */
  private blocks = 0;
  /** Those that wait, in order; `null` while none is to. */
  private held: Uint8Array[] | null = null;
  private heldBytes = 0;
  /** What a Star printer has counted, as it said last. */
  private count: number | null = null;

  constructor(
    private readonly reader: AnswerReader,
    private readonly options: PrinterAnswersOptions,
  ) {}

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
      const status = statusIn(answer);
      if (status !== null) this.options.onStatus(status);
      if (answer.kind === "other") this.blocks = Math.max(this.blocks - 1, 0);
      if (this.isInOrder(answer)) {
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

  /** Whether an answer says that what is before its request is printed. */
  private isInOrder(answer: Answer): boolean {
    if (answer.kind !== "star") return answer.kind === "ordered" || answer.kind === "processId";
    const { count } = this;
    this.count = answer.count;
    // With the first one it is not known whether it counts anything.
    return count !== null && answer.count !== null && isOneMore(count, answer.count);
  }
}
