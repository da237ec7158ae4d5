/** A part of what a function writes. */
export function partOf(write: (writer: PartWriter) => void): Uint8Array {
  const writer = new PartWriter();
  write(writer);
  return writer.finish();
}

/** Writes the bytes of a part, little-endian, each number at a multiple of its own size. */
export class PartWriter {
  /** Bytes written so far. */
  byteLength = 0;
  private bytes = new Uint8Array(4096);

  uint32(value: number): void {
    this.array(Uint32Array.of(value));
  }

  /** Writes bytes as they are. */
  raw(bytes: Uint8Array): void {
    this.reserve(bytes.byteLength);
    this.bytes.set(bytes, this.byteLength);
    this.byteLength += bytes.byteLength;
  }

  /** Writes an array of numbers, aligned. */
  array(array: Uint16Array | Uint32Array | Float64Array): void {
    this.align(array.BYTES_PER_ELEMENT);
    this.raw(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  }

  /** What was written. */
  finish(): Uint8Array {
    return new Uint8Array(this.bytes.subarray(0, this.byteLength));
  }

  /** Pads with zeros to a multiple of `size` bytes. */
  align(size: number): void {
    const padding = (size - (this.byteLength % size)) % size;
    this.reserve(padding);
    this.byteLength += padding;
  }

  private reserve(more: number): void {
    if (this.byteLength + more <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.byteLength + more));
    larger.set(this.bytes.subarray(0, this.byteLength));
    this.bytes = larger;
  }
}
