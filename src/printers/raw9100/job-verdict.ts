import type { PrinterLanguage } from "../../escpos/language.ts";
import { dialectFor } from "../../escpos/dialects.ts";
import { Tokenizer } from "../../escpos/tokenizer.ts";
import { type CommandMeaning, meaningOf } from "../answers/command-meaning.ts";

/** What the commands of a job amount to. Offsets are bytes from the start of the connection. */
export class JobVerdict {
  isKept = false;
  hasUnspooledWork = false;
  hasOnlyRequests = true;
  /** Whether the last thing that it did was to cut the paper. */
  isCut = false;
  private isMarked = false;

  /** @param workedTo offset past the last thing that is worth keeping, of this job or an earlier one */
  constructor(public workedTo = 0) {}

  /** Counts a command that ends at an offset. */
  take(meaning: CommandMeaning, end: number): void {
    this.hasOnlyRequests &&= meaning === "request";
    const cuts = meaning === "cut" || (meaning === "page end" && this.isMarked);
    if (meaning === "mark" || cuts) {
      this.isMarked = !cuts;
      this.isCut = cuts;
    }
    if (isWork(meaning)) this.keep(end);
  }

  /** Something that is worth keeping ends at an offset. */
  keep(end: number): void {
    this.isKept = true;
    this.workedTo = end;
    this.hasUnspooledWork = true;
  }
}

/** Whether a command with this meaning makes a job worth keeping. A page end is none without what it ends. */
export function isWork(meaning: CommandMeaning): boolean {
  return meaning !== "request" && meaning !== "setting" && meaning !== "page end";
}

/**
 * A job whose bytes tell another language than that of its port: what it is and where it ends is judged by its own
 * commands. The printer goes on answering in its language.
 */
export class ForeignJob {
  readonly verdict: JobVerdict;
  /** Whether the bytes are not of that language after all. */
  isMistaken = false;
  private readonly tokenizer: Tokenizer;

  /** @param start offset of the job's first byte */
  constructor(
    language: PrinterLanguage,
    private readonly start: number,
    workedTo: number,
  ) {
    this.verdict = new JobVerdict(workedTo);
    this.tokenizer = new Tokenizer({ dialect: dialectFor(language) });
  }

  get pending(): Tokenizer["pending"] {
    return this.tokenizer.pending;
  }

  push(bytes: Uint8Array): void {
    this.take(this.tokenizer.push(bytes));
  }

  /** All of the job has come: what is in a command that is not complete counts too. */
  end(): void {
    this.take(this.tokenizer.end());
  }

  private take(commands: ReturnType<Tokenizer["push"]>): void {
    for (const command of commands) {
      this.isMistaken ||= command.kind === "unknown";
      this.verdict.take(meaningOf(command), this.start + command.offset + command.length);
    }
  }
}
