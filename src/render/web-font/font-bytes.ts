/** Bytes of a font file in the making: big endian, as all of OpenType is. */
export class FontBytes {
  private readonly bytes: number[] = [];

  get length(): number {
    return this.bytes.length;
  }

  u8(...values: readonly number[]): this {
    for (const value of values) this.bytes.push(value & 0xff);
    return this;
  }

  /** Negative values in two's complement. */
  u16(...values: readonly number[]): this {
    for (const value of values) this.bytes.push((value >> 8) & 0xff, value & 0xff);
    return this;
  }

  u32(...values: readonly number[]): this {
    for (const value of values) this.u16(value >>> 16, value);
    return this;
  }

  /** Characters of ASCII, such as a tag of four. */
  ascii(text: string): this {
    for (let index = 0; index < text.length; index++) this.bytes.push(text.charCodeAt(index));
    return this;
  }

  append(other: FontBytes): this {
    for (const byte of other.bytes) this.bytes.push(byte);
    return this;
  }

  /** Zeros up to a multiple of `size` bytes. */
  pad(size: number): this {
    while (this.bytes.length % size !== 0) this.bytes.push(0);
    return this;
  }

  toArray(): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(this.bytes);
  }
}
