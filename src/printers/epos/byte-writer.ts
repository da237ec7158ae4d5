import { TillrollError } from "../../domain/errors.ts";

/** Bytes that grow, up to a limit. */
export class ByteWriter {
  private bytes = new Uint8Array(1024);
  private used = 0;

  /** @param limit the most bytes, as of the job */
  constructor(private readonly limit: number) {}

  get length(): number {
    return this.used;
  }

  /** @throws TillrollError PRINT_DATA_TOO_LARGE */
  write(...bytes: readonly number[]): void {
    this.grow(bytes.length);
    for (const byte of bytes) this.bytes[this.used++] = byte;
  }

  /** @throws TillrollError PRINT_DATA_TOO_LARGE */
  append(bytes: ArrayLike<number>): void {
    this.grow(bytes.length);
    this.bytes.set(bytes, this.used);
    this.used += bytes.length;
  }

  private grow(by: number): void {
    const end = this.used + by;
    if (end > this.limit) {
      throw new TillrollError(
        "PRINT_DATA_TOO_LARGE",
        `The print has more than ${this.limit} bytes; make it smaller.`,
        { limitBytes: this.limit },
      );
    }
    if (end <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(end, Math.min(this.limit, this.bytes.length * 2)));
    grown.set(this.bytes.subarray(0, this.used));
    this.bytes = grown;
  }

  /** What was written, as bytes of their own. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.used);
  }
}

/** A number of 16 bits, low byte first. */
export function word(value: number): readonly [number, number] {
  return [value & 0xff, (value >> 8) & 0xff];
}
