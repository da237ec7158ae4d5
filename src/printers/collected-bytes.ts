const FIRST_BYTES = 4096;

/** A buffer that grows as bytes come; they are copied once where their number is known before. */
export class CollectedBytes {
  private bytes: Uint8Array<ArrayBuffer>;
  private used = 0;

  /** @param expected how many there will be, as far as is known; memory that is not written to costs nothing */
  constructor(expected: number) {
    this.bytes = new Uint8Array(Math.max(FIRST_BYTES, expected));
  }

  get length(): number {
    return this.used;
  }

  add(chunk: Uint8Array): void {
    const end = this.used + chunk.byteLength;
    if (end > this.bytes.byteLength) {
      const larger = new Uint8Array(Math.max(end, 2 * this.bytes.byteLength));
      larger.set(this.bytes.subarray(0, this.used));
      this.bytes = larger;
    }
    this.bytes.set(chunk, this.used);
    this.used = end;
  }

  /** The first so many bytes, with a buffer of their own. */
  take(length: number): Uint8Array<ArrayBuffer> {
    return length === this.bytes.byteLength ? this.bytes : this.bytes.slice(0, length);
  }
}
