import type { Command } from "../../escpos/command.ts";
import { tokenize, Tokenizer } from "../../escpos/tokenizer.ts";
import { meaningOf } from "../answers/command-meaning.ts";
import { JobBytes } from "./job-bytes.ts";
import { hasPrintInWrapper } from "./probe.ts";

const NOTHING = new Uint8Array();

/** What has come of a command that is not complete. */
type Pending = "nothing" | "text" | "command" | "ignored";

/** First bytes of commands; other control codes mean nothing. */
const COMMAND_STARTS = new Set([0x10, 0x12, 0x1b, 0x1c, 0x1d, 0x1f]);

/** Bytes: no port monitor sends so much of PJL, so that what is longer has a print in it. */
const MOST_WRAPPER_BYTES = 8192;

/**
 * The job that is coming in over a connection: its bytes, split into commands once, and what they amount to. The
 * commands go on where a job ends, as in a printer.
 */
export class RunningJob {
  private readonly tokenizer = new Tokenizer();
  private readonly bytes = new JobBytes();
  /** Offset past the last complete command. */
  private consumed = 0;
  private isKept = false;
  private hasUnspooledWork = false;
  /** Offset up to which the job was handed over to be made durable. */
  private spooled = 0;
  /** Offset up to which it is durable. */
  private acknowledged = 0;
  private cut = false;
  private hasOnlyRequests = true;
  /** Offset past the last thing that a printer does something for. */
  private worked = 0;
  /** Whether the connection began with PJL: its lines are no text. */
  isWrapped = false;
  /** The key under which parts were spooled. */
  spoolKey: string | null = null;

  get length(): number {
    return this.bytes.length;
  }

  /** Offset in the connection of the job's first byte. */
  get start(): number {
    return this.bytes.start;
  }

  /** Offset past the last byte that has come. */
  get end(): number {
    return this.bytes.end;
  }

  /** Offset past the command that was taken last. */
  get takenTo(): number {
    return this.consumed;
  }

  /** Offset past the last thing that is worth keeping, of this job or an earlier one. */
  get workedTo(): number {
    return this.worked;
  }

  /** Whether nothing but requests has come, each of them wholly. */
  get isIdle(): boolean {
    return this.hasOnlyRequests && this.pending === "nothing";
  }

  /** Bytes up to the command that was taken last. */
  get takenLength(): number {
    return this.consumed - this.bytes.start;
  }

  /** Offset in the connection up to which the job was handed over to be made durable. */
  get spooledTo(): number {
    return this.spooled;
  }

  /** Bytes that are durable, and that the host may have been told of. */
  get acknowledgedLength(): number {
    return Math.max(0, this.acknowledged - this.bytes.start);
  }

  /** What was handed over up to an offset is durable. */
  acknowledge(offset: number): void {
    this.acknowledged = offset;
  }

  /** Takes bytes, and returns the commands that are complete; each is to be given to {@link take}. */
  push(chunk: Uint8Array<ArrayBuffer>): Command[] {
    this.bytes.add(chunk);
    return this.tokenizer.push(chunk);
  }

  /** The commands that the end of the stream completes or cuts off. */
  endInput(): Command[] {
    return this.tokenizer.end();
  }

  /** The first bytes of the connection, as long as its first job runs; none later. */
  beginning(most: number): Uint8Array {
    return this.bytes.start > 0 ? NOTHING : this.bytes.copy(0, Math.min(most, this.bytes.end));
  }

  /**
   * Counts a command to the job.
   * @returns false for one whose bytes are all in a job that a silence has ended
   */
  take(command: Command): boolean {
    this.consumed = command.offset + command.length;
    if (this.consumed <= this.bytes.start) return false;
    const meaning = meaningOf(command);
    this.hasOnlyRequests &&= meaning === "request";
    switch (meaning) {
      case "mark":
        this.cut = false;
        this.keep(this.consumed);
        break;
      case "cut":
        this.cut = true;
        this.keep(this.consumed);
        break;
      case "act":
      case "definition":
        this.keep(this.consumed);
        break;
      case "request":
      case "setting":
        break;
    }
    return true;
  }

  /** Whether there is something in it that is to be stored. */
  get isWorthKeeping(): boolean {
    if (this.isWrapped && this.isKept) {
      this.isWrapped =
        this.length <= MOST_WRAPPER_BYTES &&
        !hasPrintInWrapper(this.bytes.copy(this.bytes.start, this.bytes.end));
    }
    return this.isKept && !this.isWrapped;
  }

  /** Whether the last thing that it did was to cut the paper. */
  get endsWithCut(): boolean {
    return this.cut && this.pending !== "text" && this.pending !== "command";
  }

  /** What follows the last complete command. */
  get pending(): Pending {
    if (this.bytes.end === this.consumed) return "nothing";
    // A command that began in an earlier job is one that waits for its data.
    const first = this.bytes.at(this.consumed);
    if (first === undefined) return "command";
    if (first >= 0x20) return "text";
    return COMMAND_STARTS.has(first) ? "command" : "ignored";
  }

  /** Bytes that follow the last complete command, whether they are kept or not. */
  get pendingLength(): number {
    return this.bytes.end - this.consumed;
  }

  /** The control codes that follow the last complete command. */
  get pendingControls(): Uint8Array {
    return this.bytes.copy(this.consumed, this.bytes.end);
  }

  /**
   * The bytes that are to be made durable before the host is answered; `undefined` when nothing that is worth it has
   * come since the last time.
   */
  spool(): Uint8Array<ArrayBuffer> | undefined {
    if (!this.hasUnspooledWork || !this.isWorthKeeping) return undefined;
    const part = this.bytes.copy(Math.max(this.spooled, this.bytes.start), this.consumed);
    this.spooled = this.consumed;
    this.hasUnspooledWork = false;
    this.spoolKey ??= crypto.randomUUID();
    return part;
  }

  /** Ends the job after the command that was taken last. @returns its bytes; `undefined` when there is nothing to keep */
  endHere(): Uint8Array<ArrayBuffer> | undefined {
    return this.endAt(this.consumed);
  }

  /** Ends the job after all that has come, in the middle of a command if need be. */
  endAll(): Uint8Array<ArrayBuffer> | undefined {
    if (this.pending === "text") for (const command of this.tokenizer.end()) this.take(command);
    else if (this.pending === "command") this.judgePending();
    return this.endAt(this.bytes.end);
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

  private keep(to: number): void {
    this.isKept = true;
    this.worked = to;
    this.hasUnspooledWork = true;
  }

  /** What is in the command that has not come wholly counts too; the tokenizer goes on waiting for its end. */
  private judgePending(): void {
    if (this.consumed < this.bytes.start) this.keep(this.bytes.end);
    const [command] = tokenize(this.bytes.copy(this.consumed, this.bytes.end));
    if (command === undefined) return;
    const meaning = meaningOf(command);
    if (meaning !== "request" && meaning !== "setting") this.keep(this.bytes.end);
  }

  private endAt(offset: number): Uint8Array<ArrayBuffer> | undefined {
    const isKept = this.isWorthKeeping;
    const raw = isKept ? this.bytes.take(offset) : undefined;
    if (raw === undefined) this.bytes.drop(offset);
    this.reset();
    return raw;
  }

  private reset(): void {
    this.isKept = false;
    this.hasUnspooledWork = false;
    this.cut = false;
    this.hasOnlyRequests = true;
    this.isWrapped = false;
    this.spoolKey = null;
  }
}
