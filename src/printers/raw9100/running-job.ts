import type { Command } from "../../escpos/command.ts";
import { dialectFor } from "../../escpos/dialects.ts";
import type { Dialect } from "../../escpos/dialect.ts";
import type { PrinterLanguage } from "../../escpos/language.ts";
import { tokenize, Tokenizer } from "../../escpos/tokenizer.ts";
import { type CommandMeaning, meaningOf } from "../answers/command-meaning.ts";
import { hasPrintInWrapper, MOST_WRAPPER_BYTES } from "./connection-beginning.ts";
import { JobBytes } from "./job-bytes.ts";
import { isWork, JobLanguage, JobVerdict } from "./job-verdict.ts";

/** The next bytes of a job that are to be durable before it has ended. */
export interface SpooledPart {
  readonly key: string;
  readonly part: Uint8Array<ArrayBuffer>;
  /** Offset past them. */
  readonly to: number;
}

/** Bytes of a command that has not come wholly which tell what it does. */
const TELLING_BYTES = 64;

/**
 * The job that is coming in over a connection: its bytes, split into commands once, and what they amount to. The
 * commands go on where a job ends, as in a printer. Offsets are bytes from the start of the connection.
 */
export class RunningJob {
  readonly bytes = new JobBytes();
  /** Offset past the command that was taken last. */
  takenTo = 0;
  /** The key under which parts were spooled. */
  spoolKey: string | null = null;
  /** Whether the connection began with PJL, as far as no print was found in it: its lines are no text. */
  isWrapped = false;
  private readonly tokenizer: Tokenizer;
  /** Offset up to which the job was handed over to be made durable. */
  spooledTo = 0;
  /** Offset up to which it is durable. */
  private acknowledged = 0;
  /** By the commands of the port's language. */
  private own = new JobVerdict();
  /** By those of the job's, where its bytes tell another. */
  private readonly foreign: JobLanguage;

  /** @param language of the printer */
  constructor(private readonly language: PrinterLanguage) {
    this.tokenizer = new Tokenizer({ dialect: dialectFor(language) });
    this.foreign = new JobLanguage(language);
  }

  /** What its commands are read by. */
  get dialect(): Dialect {
    return this.foreign.job?.dialect ?? dialectFor(this.language);
  }

  /** Offset past the last thing that is worth keeping, of this job or an earlier one. */
  get workedTo(): number {
    return this.own.workedTo;
  }

  /** Whether nothing but requests has come, each of them wholly. */
  get isIdle(): boolean {
    return this.own.hasOnlyRequests && this.tokenizer.pending === "nothing";
  }

  /** Whether the last thing that it did was to cut the paper. */
  get endsWithCut(): boolean {
    return this.verdict.isCut && this.pending !== "text" && this.pending !== "command";
  }

  /** Whether some of it is durable, which the host may have been told. */
  get isAcknowledged(): boolean {
    return this.acknowledged > this.bytes.start;
  }

  /** Offset up to which the job is durable. */
  get durableTo(): number {
    return Math.max(this.acknowledged, this.bytes.start);
  }

  /** What follows the last complete command. */
  get pending(): Tokenizer["pending"] {
    return (this.foreign.job ?? this.tokenizer).pending;
  }

  /** Bytes that follow the last complete command, whether they are kept or not. */
  get pendingLength(): number {
    return this.bytes.end - this.takenTo;
  }

  /** The bytes that follow the last complete command, as far as they are of this job. */
  pendingBytes(): Uint8Array {
    return this.bytes.copy(this.takenTo, this.bytes.end);
  }

  /** The first bytes of the connection, as long as its first job runs; none later. */
  beginning(most: number): Uint8Array {
    return this.bytes.copy(0, this.bytes.start > 0 ? 0 : Math.min(most, this.bytes.end));
  }

  /** Takes bytes, and returns the commands that are complete; each is to be given to {@link take}. */
  push(chunk: Uint8Array<ArrayBuffer>): Command[] {
    this.bytes.add(chunk);
    this.foreign.push(this.bytes, chunk);
    return this.tokenizer.push(chunk);
  }

  /** The commands that the end of the stream completes or cuts off. */
  endInput(): Command[] {
    return this.tokenizer.end();
  }

  /** Counts a command to the job. @returns `false` for one whose bytes are all in a job that a silence has ended */
  take(command: Command, meaning: CommandMeaning): boolean {
    this.takenTo = command.offset + command.length;
    if (this.takenTo <= this.bytes.start) return false;
    this.own.take(meaning, this.takenTo);
    return true;
  }

  /** Looks whether there is something in it that is to be stored, by the port's commands if not by another verdict. */
  isWorthKeeping({ isKept } = this.own): boolean {
    if (this.isWrapped && isKept) {
      const { start, end, length } = this.bytes;
      this.isWrapped = length <= MOST_WRAPPER_BYTES && !hasPrintInWrapper(this.bytes.copy(start, end));
    }
    return isKept && !this.isWrapped;
  }

  /**
   * Takes what is to be made durable before the host is answered (`here`: up to the command that was taken last), or
   * before it goes on to a real printer (`all` that has come).
   * @returns `undefined` when nothing that is worth it has come since the last time
   */
  spool(where: "here" | "all"): SpooledPart | undefined {
    const isInCommand = where === "all" && this.isPendingWork;
    if (!isInCommand && (!this.own.hasUnspooledWork || !this.isWorthKeeping())) return undefined;
    const from = Math.max(this.spooledTo, this.bytes.start);
    const to = where === "all" ? this.bytes.end : this.takenTo;
    this.own.hasUnspooledWork = false;
    if (from >= to) return undefined;
    this.spooledTo = to;
    this.spoolKey ??= crypto.randomUUID();
    return { key: this.spoolKey, part: this.bytes.copy(from, to), to };
  }

  /** What was spooled up to an offset is durable. */
  acknowledge(offset: number): void {
    this.acknowledged = offset;
  }

  /**
   * Ends the job after the command that was taken last, or after all that has come, in the middle of a command if need be.
   * @returns its bytes; `undefined` when there is nothing to keep
   */
  endAt(where: "here" | "all"): Uint8Array<ArrayBuffer> | undefined {
    if (where === "all") this.takePending();
    const offset = where === "here" ? this.takenTo : this.bytes.end;
    // What the host was told to be kept is kept, whatever the job turned out to be.
    const isKept = this.spoolKey !== null || this.isWorthKeeping(where === "all" ? this.verdict : this.own);
    const raw = isKept ? this.bytes.take(offset) : undefined;
    if (raw === undefined) this.bytes.drop(offset);
    this.reset();
    return raw;
  }

  /**
   * Ends the job at an offset: what came behind it is the next job's.
   * @returns its bytes; `undefined` when there is nothing to keep
   */
  endBefore(offset: number): Uint8Array<ArrayBuffer> | undefined {
    const isKept = this.spoolKey !== null || this.isWorthKeeping(this.verdict);
    const next = this.bytes.copy(offset, this.takenTo);
    const raw = isKept ? this.bytes.take(offset) : undefined;
    if (raw === undefined) this.bytes.drop(offset);
    this.reset();
    // What was counted already, such as a drawer kick that came first: it is the next job's.
    for (const command of tokenize(next, dialectFor(this.language)))
      this.own.take(meaningOf(command), offset + command.offset + command.length);
    return raw;
  }

  /** Takes the bytes that are durable; the rest is forgotten. */
  endAtAcknowledged(): Uint8Array<ArrayBuffer> {
    const raw = this.bytes.take(this.acknowledged);
    this.forget();
    return raw;
  }

  /** Forgets the job. */
  forget(): void {
    this.bytes.drop(this.bytes.end);
    this.reset();
  }

  /** What it is once all of it has come. Requests are answered, and what is before them is kept, by the port's commands. */
  private get verdict(): JobVerdict {
    return this.foreign.job?.verdict ?? this.own;
  }

  /** What is in the command that has not come wholly counts too; the tokenizer goes on waiting for its end. */
  private takePending(): void {
    this.foreign.end(this.bytes);
    const { own, tokenizer, bytes } = this;
    if (tokenizer.pending === "text")
      for (const command of tokenizer.end()) this.take(command, meaningOf(command));
    if (tokenizer.pending !== "command") return;
    if (this.takenTo < bytes.start) own.keep(bytes.end);
    const [command] = tokenize(this.pendingBytes(), dialectFor(this.language));
    if (command !== undefined && isWork(meaningOf(command))) own.keep(bytes.end);
  }

  /** Whether what has come of a command that is not complete is worth keeping. */
  private get isPendingWork(): boolean {
    const { pending } = this.tokenizer;
    if (this.isWrapped || pending === "nothing" || pending === "ignored") return false;
    if (pending === "text" || this.own.isKept) return true;
    const beginning = this.bytes.copy(this.takenTo, Math.min(this.bytes.end, this.takenTo + TELLING_BYTES));
    const [command] = tokenize(beginning, dialectFor(this.language));
    return command !== undefined && isWork(meaningOf(command));
  }

  private reset(): void {
    // What of the next job was made durable with this one counts to this one.
    this.spooledTo = Math.min(this.spooledTo, this.bytes.start);
    this.acknowledged = Math.min(this.acknowledged, this.bytes.start);
    this.own = new JobVerdict(this.own.workedTo);
    this.foreign.reset();
    this.isWrapped = false;
    this.spoolKey = null;
  }
}
