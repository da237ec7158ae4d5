/** Hashes values to 64 bits, which are read from its fields: an object for each hash would be most of the work. */
export interface ValueHash {
  readonly high: number;
  readonly low: number;
  /** Puts the hash of the bytes from `from` up to `to` into `high` and `low`, 32 bits each, unsigned. */
  of(bytes: Uint8Array, from: number, to: number): void;
}

/** A hash with seeds of its own, so that nobody can prepare values that collide. */
export class SeededHash implements ValueHash {
  high = 0;
  low = 0;
  private readonly seeds = crypto.getRandomValues(new Uint32Array(2));

  of(bytes: Uint8Array, from: number, to: number): void {
    let high = this.seeds[0] as number;
    let low = this.seeds[1] as number;
    for (let at = from; at < to; at++) {
      const byte = bytes[at] as number;
      high = Math.imul(high ^ byte, 0x9e37_79b1);
      high ^= high >>> 15;
      low = Math.imul(low + byte, 0x85eb_ca6b);
      low = (low << 13) | (low >>> 19);
    }
    this.high = mixed(high ^ (to - from));
    this.low = mixed(low ^ high);
  }
}

/** Makes every bit depend on every other: the end of MurmurHash3. */
function mixed(bits: number): number {
  let hash = bits;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
