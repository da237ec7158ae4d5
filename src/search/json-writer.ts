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
  /** The memory that was written to, from 0 up to {@link length}; right until more is written. */
  written = Buffer.allocUnsafeSlow(FIRST_ROOM);
  /** Bytes written so far. */
  length = 0;

  text(text: string): void {
    this.makeRoom(text.length * BYTES_PER_UNIT);
    this.length += this.written.write(text, this.length);
  }

  /** Bytes of `source` from `from` up to, and without, `to`. */
  copy(source: Buffer, from: number, to: number): void {
    this.makeRoom(to - from);
    source.copy(this.written, this.length, from, to);
    this.length += to - from;
  }

  /** What was written, in memory of its own; the next answer begins anew. */
  finish(): Uint8Array<ArrayBuffer> {
    // Not cleared first: all of it is written over.
    const bytes = Buffer.allocUnsafeSlow(this.length);
    this.written.copy(bytes, 0, 0, this.length);
    this.clear();
    return bytes;
  }

  /** Forgets what was written. */
  clear(): void {
    this.length = 0;
    if (this.written.length <= KEPT_ROOM) return;
    releaseMemory(this.written);
    this.written = Buffer.allocUnsafeSlow(FIRST_ROOM);
  }

  private makeRoom(bytes: number): void {
    if (this.length + bytes <= this.written.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.written.length * 2, this.length + bytes));
    this.written.copy(larger, 0, 0, this.length);
    releaseMemory(this.written);
    this.written = larger;
  }
}
