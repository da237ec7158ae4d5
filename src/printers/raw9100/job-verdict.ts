import type { Command } from "../../escpos/command.ts";
import type { PrinterLanguage } from "../../escpos/language.ts";
import type { Dialect } from "../../escpos/dialect.ts";
import { dialectFor } from "../../escpos/dialects.ts";
import { familyOf, familyOfLanguage } from "../../escpos/language-detection.ts";
import { Tokenizer } from "../../escpos/tokenizer.ts";
import { type CommandMeaning, meaningOf } from "../answers/command-meaning.ts";
import type { JobBytes } from "./job-bytes.ts";

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

/** A job in another language than that of its port. */
class ForeignJob {
  readonly verdict = new JobVerdict();
  readonly dialect: Dialect;
  /** Whether the bytes are not of that language after all. */
  isMistaken = false;
  private readonly tokenizer: Tokenizer;

  constructor(language: PrinterLanguage) {
    this.dialect = dialectFor(language);
    this.tokenizer = new Tokenizer({ dialect: this.dialect });
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

  private take(commands: readonly Command[]): void {
    for (const command of commands) {
      this.isMistaken ||= command.kind === "unknown";
      this.verdict.take(meaningOf(command), command.offset + command.length);
    }
  }
}

/** Bytes of a job that are looked at to find its language. */
const TELLING_BYTES = 4096;

const NO_BYTES = new Uint8Array(0);

/**
 * The language of the jobs that come to a port. One whose bytes tell another than the port's is judged by its own
 * commands: what of it is work, and where the paper is cut. The printer goes on answering in its language.
 */
export class JobLanguage {
  private foreign: ForeignJob | undefined;
  /** Whether it is known, or not to be found. */
  private isKnown = false;

  /** @param language of the port */
  constructor(private readonly language: PrinterLanguage) {}

  /** The running job, where it is in another language. */
  get job(): Pick<ForeignJob, "verdict" | "pending" | "dialect"> | undefined {
    return this.foreign?.isMistaken === false ? this.foreign : undefined;
  }

  /** Takes what has come last of the running job. @param bytes all of it */
  push(bytes: JobBytes, last: Uint8Array): void {
    if (this.foreign === undefined) this.find(bytes, last, false);
    else this.foreign.push(last);
  }

  /** All of the running job has come. */
  end(bytes: JobBytes): void {
    this.find(bytes, NO_BYTES, true);
    this.foreign?.end();
  }

  /** What comes now is the next job. */
  reset(): void {
    this.foreign = undefined;
    this.isKnown = false;
  }

  private find(bytes: JobBytes, last: Uint8Array, isWhole: boolean): void {
    if (this.isKnown) return;
    const { start, end, length } = bytes;
    const most = Math.min(length, TELLING_BYTES);
    // The usual job comes at once.
    const beginning = last.length === length ? last.subarray(0, most) : bytes.copy(start, start + most);
    const own = familyOfLanguage(this.language);
    const family = familyOf(beginning, { isWhole, chosen: own === "star" ? own : undefined });
    this.isKnown = family !== undefined || length >= TELLING_BYTES;
    if (family === undefined || family === own) return;
    this.foreign = new ForeignJob(family === "star" ? "star-line" : "escpos");
    this.foreign.push(bytes.copy(start, end));
  }
}
