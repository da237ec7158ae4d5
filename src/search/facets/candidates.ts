import { FACET_LIMITS } from "../../domain/limits.ts";
import type { HashCounts } from "./hash-counts.ts";
import { compareBytes } from "../format/value-block.ts";
import { byBytes, type CountedBytes, FirstOf } from "./value-order.ts";

interface Candidate extends CountedBytes {
  readonly slot: number;
}

/** The values of a partition that may be among the most frequent, each counted by itself. */
export class Candidates {
  private readonly bySlot = new Map<number, Candidate>();
  /** Those that are just frequent enough: more of them may be than are wanted. */
  private readonly first = new FirstOf<Candidate>(FACET_LIMITS.values, byBytes);
  private haveCollided = false;

  /**
   * @param slots what the hashes of all values were counted
   * @param least how much the slot of a value must have been counted
   */
  constructor(
    private readonly slots: HashCounts,
    private readonly least: number,
  ) {}

  /** Counts a value, if it matters. One that is among the first in the end was so all along, and is counted in full. */
  add(bytes: Uint8Array, from: number, to: number, count: number): void {
    const slot = this.slots.slotOf(bytes, from, to);
    if (slot < 0) return;
    const bound = this.slots.countAt(slot);
    if (bound < this.least) return;
    const known = this.bySlot.get(slot);
    if (known !== undefined) {
      if (compareBytes(bytes, from, to, known.bytes) === 0) known.count += count;
      else this.haveCollided = true;
      return;
    }
    const { last } = this.first;
    if (bound === this.least && last !== null && compareBytes(bytes, from, to, last.bytes) > 0) return;
    // A copy, which the slice() of a Buffer is not.
    const candidate = { slot, bytes: new Uint8Array(bytes.subarray(from, to)), count };
    this.bySlot.set(slot, candidate);
    const left = bound === this.least ? this.first.add(candidate) : null;
    if (left !== null) this.bySlot.delete(left.slot);
  }

  /** Those that were counted; `null` when one of them shares its slot with another value, and all may be wrong. */
  counted(): CountedBytes[] | null {
    const candidates = [...this.bySlot.values()];
    const areAlone = candidates.every(({ slot, count }) => count === this.slots.countAt(slot));
    return areAlone && !this.haveCollided ? candidates : null;
  }
}
