/** Writes bits one behind the other into bytes, which are 0 before. */
export class BitWriter {
  /** Bits written. */
  length = 0;

  constructor(private readonly bytes: Uint8Array) {}

  /** Appends the lowest `count` bits of a value, the highest first. */
  write(value: number, count: number): void {
    for (let left = count; left > 0;) {
      const room = 8 - (this.length & 7);
      const taken = Math.min(room, left);
      const bits = (value >> (left - taken)) & ((1 << taken) - 1);
      const at = this.length >> 3;
      this.bytes[at] = (this.bytes[at] ?? 0) | (bits << (room - taken));
      this.length += taken;
      left -= taken;
    }
  }
}
