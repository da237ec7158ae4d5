import { printTooLarge } from "../domain/create-print.ts";

/** A buffer that grows as bytes come, up to a limit; they are copied once where their number is known before. */
export class ByteWriter {
  private bytes: Uint8Array<ArrayBuffer>;
  private used = 0;

  /**
   * @param limit the most bytes, as of the job
   * @param expected how many there will be, as far as is known; memory that is not written to costs nothing
   */
  constructor(
    private readonly limit: number,
    expected = 4096,
  ) {
    this.bytes = new Uint8Array(expected);
  }

  get length(): number {
    return this.used;
  }

  /** @throws TillrollError PRINT_DATA_TOO_LARGE */
  write(...bytes: readonly number[]): void {
    this.append(bytes);
  }

  /** @throws TillrollError PRINT_DATA_TOO_LARGE */
  append(bytes: ArrayLike<number>): void {
    const end = this.used + bytes.length;
    if (end > this.limit) throw printTooLarge(this.limit);
    if (end > this.bytes.length) {
      const grown = new Uint8Array(Math.max(end, 2 * this.bytes.length));
      grown.set(this.written);
      this.bytes = grown;
    }
    this.bytes.set(bytes, this.used);
    this.used = end;
  }

  /** What was written so far, not copied. */
  get written(): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(0, this.used);
  }

  /** The first so many bytes, with a buffer of their own. */
  take(length: number = this.used): Uint8Array<ArrayBuffer> {
    return length === this.bytes.length ? this.bytes : new Uint8Array(this.bytes.subarray(0, length));
  }
}

/** A number of 16 bits, low byte first. */
export function word(value: number): readonly [number, number] {
  return [value & 0xff, (value >> 8) & 0xff];
}
