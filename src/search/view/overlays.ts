import { MemorySegment } from "../segment/memory-segment.ts";
import type { IndexedPrint } from "../segment/indexed-print.ts";
import { setOf } from "../sets/position-set.ts";
import type { Overlay } from "./view.ts";

/** The changed prints of the sealed segments of a workspace, by segment. */
export class Overlays {
  private readonly prints = new Map<number, Map<number, IndexedPrint>>();
  private readonly built = new Map<number, Overlay>();

  /** Changed prints of all segments. */
  get count(): number {
    return this.prints.values().reduce((sum, { size }) => sum + size, 0);
  }

  /** Bytes, roughly. */
  get weight(): number {
    return this.built.values().reduce((sum, { prints }) => sum + prints.weight, 0);
  }

  /** Notes that a print of a segment is another now. */
  set(segmentId: number, print: IndexedPrint): void {
    this.prints.getOrInsertComputed(segmentId, () => new Map()).set(print.ordinal, print);
    this.built.delete(segmentId);
  }

  /** Forgets the prints of a segment from an ordinal up to, and without, another. */
  remove(segmentId: number, from: number, to: number): void {
    const prints = this.prints.get(segmentId);
    if (prints === undefined) return;
    for (const ordinal of prints.keys()) if (ordinal >= from && ordinal < to) prints.delete(ordinal);
    this.built.delete(segmentId);
    if (prints.size === 0) this.prints.delete(segmentId);
  }

  /** The overlay of a segment; `null` when none of its prints was changed. */
  of(segmentId: number, firstOrdinal: number): Overlay | null {
    const prints = this.prints.get(segmentId);
    if (prints === undefined) return null;
    return this.built.getOrInsertComputed(segmentId, () => build(prints, firstOrdinal));
  }

  /** Forgets all but the overlays of these segments. */
  keepOnly(segmentIds: ReadonlySet<number>): void {
    for (const id of this.prints.keys()) {
      if (segmentIds.has(id)) continue;
      this.prints.delete(id);
      this.built.delete(id);
    }
  }
}

function build(prints: ReadonlyMap<number, IndexedPrint>, firstOrdinal: number): Overlay {
  const segment = new MemorySegment();
  const sorted = [...prints.values()].toSorted((left, right) => left.ordinal - right.ordinal);
  for (const print of sorted) segment.add(print.ordinal - firstOrdinal, print);
  return { changed: setOf(segment.positions), prints: segment };
}
