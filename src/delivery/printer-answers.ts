import type { PrinterStatus } from "../domain/printer-status.ts";
import { type Answer, type AnswerReader, statusIn } from "./raw/answer.ts";
import { isOneMore } from "./raw/star-count.ts";

interface PrinterAnswersOptions {
  /** Hands answers to the host. */
  give(bytes: Uint8Array): void;
  onStatus(status: PrinterStatus): void;
  /** The printer has given so many answers in print order. */
  onOrdered(count: number): void;
}

/** A real printer's answers on their way to a host, and what they tell. */
export class PrinterAnswers {
  /** How many requests in print order there were. */
  askedCount = 0;
  private answered = 0;
  /** Blocks that were asked for and have not come: not every printer has all of them, so that they confirm nothing. */
  private blocks = 0;
  private isOursToCome = false;
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

  /** As {@link ask}, for one status byte that the host has not asked for, and does not get: the last that is asked for. */
  askForUs(): void {
    this.askedCount++;
    this.isOursToCome = true;
  }

  /** Takes what the printer says. */
  take(bytes: Uint8Array): void {
    const answers = this.reader.push(bytes);
    for (const answer of answers) {
      const status = statusIn(answer);
      if (status !== null) this.options.onStatus(status);
      if (answer.kind === "other") this.blocks = Math.max(this.blocks - 1, 0);
      if (this.isInOrder(answer)) {
        this.answered = Math.min(this.answered + 1, this.askedCount);
        this.options.onOrdered(this.answered);
      }
    }
    const isOurs = this.isOursToCome && this.unconfirmed === 0 && answers.at(-1)?.kind === "ordered";
    if (isOurs) this.isOursToCome = false;
    this.options.give(isOurs ? bytes.subarray(0, -1) : bytes);
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
