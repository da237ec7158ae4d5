import type { Command, Device } from "./command.ts";
import { ESCPOS } from "./commands/escpos-dialect.ts";
import type { Dialect } from "./dialect.ts";
import { Scanner, type Pending } from "./scanner.ts";

const FIRST_BUFFER_BYTES = 4096;
const NO_BYTES = new Uint8Array(0);

/**
 * Splits a stream that arrives in pieces into commands. However the stream is cut, the commands are the
 * same; time is linear in its length. Never throws: unknown and truncated commands are values.
 *
 * @example
 * const tokenizer = new Tokenizer();
 * for (const command of tokenizer.push(chunk)) react(command);
 * for (const command of tokenizer.end()) react(command);
 */
export class Tokenizer {
  private buffer: Uint8Array = NO_BYTES;
  private filledBytes = 0;
  private readonly scanner: Scanner;

  constructor({ device = "printer", dialect = ESCPOS }: { device?: Device; dialect?: Dialect } = {}) {
    this.scanner = new Scanner(dialect, this.buffer, 0, 0, { device });
  }

  /** What has come of a command that is not complete. */
  get pending(): Pending {
    return this.scanner.pending;
  }

  /** Takes the next bytes (copied) and yields the commands they complete. */
  push(chunk: Uint8Array): Command[] {
    this.append(chunk);
    return this.drain(false);
  }

  /** Yields what is left: the last run of text, or a truncated command. */
  end(): Command[] {
    return this.drain(true);
  }

  private append(chunk: Uint8Array): void {
    let { start } = this.scanner;
    const pending = this.filledBytes - start;
    if (this.filledBytes + chunk.length > this.buffer.length) {
      // Commands already returned are views of the old buffer, so it is left as it is. Twice the size
      // keeps the copying linear. Most jobs come as one piece, for which its own size is enough.
      const isFirst = this.buffer === NO_BYTES;
      const size = isFirst ? chunk.length : Math.max(FIRST_BUFFER_BYTES, 2 * (pending + chunk.length));
      const larger = new Uint8Array(size);
      larger.set(this.buffer.subarray(start, this.filledBytes));
      this.buffer = larger;
      this.filledBytes = pending;
      start = 0;
    }
    this.buffer.set(chunk, this.filledBytes);
    this.filledBytes += chunk.length;
    this.scanner.setWindow(this.buffer, start, this.filledBytes);
  }

  private drain(final: boolean): Command[] {
    const commands: Command[] = [];
    for (let command = this.scanner.next(final); command !== undefined; command = this.scanner.next(final)) {
      commands.push(command);
    }
    return commands;
  }
}

/** Splits a whole print into commands, lazily and without copying. Never throws. */
export function* tokenize(bytes: Uint8Array, dialect: Dialect = ESCPOS): Generator<Command, void, undefined> {
  const scanner = new Scanner(dialect, bytes, 0, bytes.length);
  for (let command = scanner.next(true); command !== undefined; command = scanner.next(true)) yield command;
}
