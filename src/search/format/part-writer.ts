/** A part of what a function writes. */
export function partOf(write: (writer: PartWriter) => void): Uint8Array {
  const writer = new PartWriter();
  write(writer);
  return writer.finish();
}

/** Writes the bytes of a part, little-endian, each number at a multiple of its own size. */
export class PartWriter {
  private bytes = new Uint8Array(4096);
  private view = new DataView(this.bytes.buffer);
  private length = 0;

  /** Bytes written so far. */
  get byteLength(): number {
    return this.length;
  }

  uint32(value: number): void {
    this.align(4);
    this.reserve(4);
    this.view.setUint32(this.length, value, true);
    this.length += 4;
  }

  /** Writes bytes as they are. @returns the offset at which they begin */
  raw(bytes: Uint8Array): number {
    this.reserve(bytes.byteLength);
    this.bytes.set(bytes, this.length);
    this.length += bytes.byteLength;
    return this.length - bytes.byteLength;
  }

  /** Writes an array of numbers, aligned. @returns the offset at which it begins */
  array(array: Uint16Array | Uint32Array | Float64Array): number {
    this.align(array.BYTES_PER_ELEMENT);
    return this.raw(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  }

  /** What was written. */
  finish(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  /** Pads with zeros to a multiple of `size` bytes. */
  align(size: number): void {
    const padding = (size - (this.length % size)) % size;
    this.reserve(padding);
    this.length += padding;
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }
}
