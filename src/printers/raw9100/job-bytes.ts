/** Bytes: pieces are put together up to this size, or a job that comes byte by byte would take a hundred times its size. */
const JOINED_BYTES = 4096;

/**
 * The bytes of a job while they come, as the pieces in which they came: joined once, when the job is stored. Offsets
 * are bytes from the start of the connection.
 */
export class JobBytes {
  private chunks: Uint8Array<ArrayBuffer>[] = [];
  private first = 0;
  private bytes = 0;

  /** Offset of the job's first byte. */
  get start(): number {
    return this.first;
  }

  /** Offset past the last byte that has come. */
  get end(): number {
    return this.first + this.bytes;
  }

  get length(): number {
    return this.bytes;
  }

  /** Takes the next bytes; they must not be changed afterwards. */
  add(chunk: Uint8Array<ArrayBuffer>): void {
    this.bytes += chunk.length;
    const last = this.chunks.at(-1);
    if (last === undefined || last.length + chunk.length > JOINED_BYTES) this.chunks.push(chunk);
    else {
      const joined = new Uint8Array(last.length + chunk.length);
      joined.set(last);
      joined.set(chunk, last.length);
      this.chunks[this.chunks.length - 1] = joined;
    }
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
    let offset = this.first;
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
    const taken = isAll && this.chunks.length === 1 && isOwn ? only : this.copy(this.first, to);
    this.drop(to);
    return taken;
  }

  /** Forgets the bytes up to an offset. */
  drop(to: number): void {
    while (this.first < to) {
      const chunk = this.chunks[0];
      if (chunk === undefined) break;
      const count = Math.min(chunk.length, to - this.first);
      if (count === chunk.length) this.chunks.shift();
      else this.chunks[0] = chunk.subarray(count);
      this.first += count;
      this.bytes -= count;
    }
  }
}
