/** Reads what {@link PartWriter} wrote, in the same order. Arrays are views of the part's own memory. */
export class PartReader {
  private readonly buffer: ArrayBufferLike;
  private readonly base: number;

  /**
   * @param bytes a part; it must begin at a multiple of 8 bytes in its buffer, see {@link alignedPart}
   * @param offset where to begin in it
   */
  constructor(
    private readonly bytes: Uint8Array,
    private offset = 0,
  ) {
    this.buffer = bytes.buffer;
    this.base = bytes.byteOffset;
  }

  uint32(): number {
    this.align(4);
    const { bytes, offset } = this;
    this.offset = offset + 4;
    const low = (bytes[offset] as number) | ((bytes[offset + 1] as number) << 8);
    return (low | ((bytes[offset + 2] as number) << 16) | ((bytes[offset + 3] as number) << 24)) >>> 0;
  }

  /** Bytes as they are, as a Buffer so that they can be searched. */
  raw(byteLength: number): Buffer {
    return Buffer.from(this.buffer, this.take(byteLength), byteLength);
  }

  uint16Array(length: number): Uint16Array {
    this.align(2);
    return new Uint16Array(this.buffer, this.take(length * 2), length);
  }

  uint32Array(length: number): Uint32Array {
    this.align(4);
    return new Uint32Array(this.buffer, this.take(length * 4), length);
  }

  float64Array(length: number): Float64Array {
    this.align(8);
    return new Float64Array(this.buffer, this.take(length * 8), length);
  }

  align(size: number): void {
    this.offset = (this.offset + size - 1) & -size;
  }

  /** Leaves bytes out. */
  skip(byteLength: number): void {
    this.offset += byteLength;
  }

  /** Steps over bytes. @returns where they begin in the buffer */
  private take(byteLength: number): number {
    const at = this.base + this.offset;
    this.offset += byteLength;
    return at;
  }
}

/** The part, in memory that typed arrays can be views of. */
export function alignedPart(bytes: Uint8Array): Uint8Array {
  return bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
}
