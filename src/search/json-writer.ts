import { KIBIBYTE, MEBIBYTE } from "../domain/limits.ts";
import { releaseMemory } from "../platform/huge-bytes.ts";

/** Room to begin with, and the most that is kept for the next answer, bytes. */
const FIRST_ROOM = 64 * KIBIBYTE;
const KEPT_ROOM = MEBIBYTE;

/** The most bytes that a UTF-16 code unit takes in UTF-8. */
const BYTES_PER_UNIT = 3;

/**
 * Puts an answer together in UTF-8, in memory that is used again for the next one. As strings, the answer would be in
 * memory three times before it is sent, for the collector to find.
 */
export class JsonWriter {
  private memory = Buffer.allocUnsafeSlow(FIRST_ROOM);
  private end = 0;

  /** Bytes written so far. */
  get length(): number {
    return this.end;
  }

  /** The memory that was written to, from 0 up to {@link length}; right until more is written. */
  get written(): Buffer {
    return this.memory;
  }

  text(text: string): void {
    this.makeRoom(text.length * BYTES_PER_UNIT);
    this.end += this.memory.write(text, this.end);
  }

  /** Bytes of `source` from `from` up to, and without, `to`. */
  copy(source: Buffer, from: number, to: number): void {
    this.makeRoom(to - from);
    source.copy(this.memory, this.end, from, to);
    this.end += to - from;
  }

  /** What was written, in memory of its own; the next answer begins anew. */
  finish(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.end);
    this.memory.copy(bytes, 0, 0, this.end);
    this.clear();
    return bytes;
  }

  /** Forgets what was written. */
  clear(): void {
    this.end = 0;
    if (this.memory.length <= KEPT_ROOM) return;
    releaseMemory(this.memory);
    this.memory = Buffer.allocUnsafeSlow(FIRST_ROOM);
  }

  private makeRoom(bytes: number): void {
    if (this.end + bytes <= this.memory.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.memory.length * 2, this.end + bytes));
    this.memory.copy(larger, 0, 0, this.end);
    releaseMemory(this.memory);
    this.memory = larger;
  }
}
