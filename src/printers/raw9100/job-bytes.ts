/** Bytes: smaller pieces are put together, or a job that comes byte by byte would take a hundred times its size. */
const SMALL_BYTES = 1024;
const JOINED_BYTES = 4096;

/**
 * The bytes of a job while they come, as the pieces in which they came: joined once, when the job is stored. Offsets
 * are bytes from the start of the connection.
 */
export class JobBytes {
  /** Offset of the job's first byte. */
  start = 0;
  length = 0;
  private chunks: Uint8Array<ArrayBuffer>[] = [];
  /** The buffer that the last piece is the used part of, where it was put together. */
  private tail: Uint8Array<ArrayBuffer> | undefined;

  /** Offset past the last byte that has come. */
  get end(): number {
    return this.start + this.length;
  }

  /** Takes the next bytes; they must not be changed afterwards. */
  add(chunk: Uint8Array<ArrayBuffer>): void {
    this.length += chunk.length;
    const last = this.chunks.at(-1);
    const joined = (last?.length ?? 0) + chunk.length;
    if (last === undefined || chunk.length > SMALL_BYTES || joined > JOINED_BYTES) {
      this.tail = undefined;
      this.chunks.push(chunk);
      return;
    }
    if (this.tail === undefined || joined > this.tail.length) {
      // Twice the size keeps the copying linear.
      this.tail = new Uint8Array(Math.min(2 * joined, JOINED_BYTES));
      this.tail.set(last);
    }
    this.tail.set(chunk, last.length);
    this.chunks[this.chunks.length - 1] = this.tail.subarray(0, joined);
  }

  /** The byte at an offset; `undefined` where the job has none. */
  at(offset: number): number | undefined {
    let end = this.end;
    for (let index = this.chunks.length - 1; index >= 0 && offset < end; index--) {
      const chunk = this.chunks[index] as Uint8Array;
      if (offset >= end - chunk.length) return chunk[offset - end + chunk.length];
      end -= chunk.length;
    }
    return undefined;
  }

  /** A copy of the bytes between two offsets. */
  copy(from: number, to: number): Uint8Array<ArrayBuffer> {
    const copy = new Uint8Array(Math.max(0, to - from));
    let offset = this.start;
    for (const chunk of this.chunks) {
      const start = Math.max(0, from - offset);
      const end = Math.min(chunk.length, to - offset);
      if (start < end) copy.set(chunk.subarray(start, end), Math.max(0, offset - from));
      offset += chunk.length;
    }
    return copy;
  }

  /**
   * Takes the bytes up to an offset away; what follows is the next job.
   * @returns bytes with a buffer of their own, for whoever they are handed to
   */
  take(to: number): Uint8Array<ArrayBuffer> {
    const [only] = this.chunks;
    const isAll = to === this.end;
    const isOwn = only?.byteOffset === 0 && only.buffer.byteLength === only.length;
    const taken = isAll && this.chunks.length === 1 && isOwn ? only : this.copy(this.start, to);
    this.drop(to);
    return taken;
  }

  /** Forgets the bytes up to an offset. */
  drop(to: number): void {
    this.tail = undefined;
    while (this.start < to) {
      const chunk = this.chunks[0];
      if (chunk === undefined) break;
      const count = Math.min(chunk.length, to - this.start);
      if (count === chunk.length) this.chunks.shift();
      else this.chunks[0] = chunk.subarray(count);
      this.start += count;
      this.length -= count;
    }
  }
}
