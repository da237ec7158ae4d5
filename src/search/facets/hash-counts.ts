import type { ValueHash } from "./value-hash.ts";
import { FirstOf } from "./value-order.ts";

/** Values whose hashes begin with the `bits` bits of `number`. */
export interface Partition {
  readonly bits: number;
  readonly number: number;
}

/** Slots in use of all, at most: beyond it a search for a free one takes long. */
export const MOST_USED = 3 / 4;

/** Slots looked at in one step. */
const STEP_SLOTS = 65_536;

/**
 * Counts values by their hashes, eight bytes each and not one of them kept: an open-addressing table of the lower half
 * of the hash and a count, whose place follows from the upper half. Two values that share a slot are counted as one.
 */
export class HashCounts implements Disposable {
  private readonly hashes: Uint32Array<ArrayBuffer>;
  private readonly counts: Uint32Array<ArrayBuffer>;
  private used = 0;

  /** @param slots a power of two from 64 to 2^22, so that some are always free and partitions have bits of their own */
  constructor(
    private readonly slots: number,
    private readonly partition: Partition,
    private readonly hash: ValueHash,
  ) {
    this.hashes = new Uint32Array(slots);
    this.counts = new Uint32Array(slots);
  }

  /** Whether so many slots are in use that some values may have been left out. */
  get isFull(): boolean {
    return this.used > this.slots * MOST_USED;
  }

  /** Counts a value, if it is of the partition and there is room. */
  add(bytes: Uint8Array, from: number, to: number, count: number): void {
    const slot = this.slotOf(bytes, from, to);
    if (slot < 0) return;
    if (this.counts[slot] === 0) {
      if (this.isFull) return;
      this.used++;
      this.hashes[slot] = this.hash.low;
    }
    this.counts[slot] = (this.counts[slot] as number) + count;
  }

  /** What was counted in a slot: its value, and others that share it. */
  countAt(slot: number): number {
    return this.counts[slot] as number;
  }

  /** The slot of a value, or the free one for it; -1 for a value of another partition. */
  slotOf(bytes: Uint8Array, from: number, to: number): number {
    const { hash, partition, slots } = this;
    hash.of(bytes, from, to);
    const { high, low } = hash;
    if (partition.bits > 0 && high >>> (32 - partition.bits) !== partition.number) return -1;
    let slot = high & (slots - 1);
    while (this.counts[slot] !== 0 && this.hashes[slot] !== low) slot = (slot + 1) & (slots - 1);
    return slot;
  }

  /** The count of rank `n`, 1 being the largest; 1 when there are fewer counts. In steps. */
  *nthLargest(n: number): Generator<void, number> {
    const largest = new FirstOf<number>(n, (left, right) => right - left);
    for (let slot = 0; slot < this.slots; slot++) {
      const count = this.counts[slot] as number;
      if (count > 0) largest.add(count);
      if (slot % STEP_SLOTS === 0) yield;
    }
    return largest.items[n - 1] ?? 1;
  }

  /** Gives the memory back at once, without waiting for the collector. */
  [Symbol.dispose](): void {
    this.hashes.buffer.transfer(0);
    this.counts.buffer.transfer(0);
  }
}
