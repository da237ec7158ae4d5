import type { RemovedRun } from "../index-connection.ts";
import { endOf, overlapping, type SegmentRow } from "../segment/segment-row.ts";
import { addRange, DENSE_WORDS, type PositionSet, setOfWords } from "../sets/position-set.ts";

interface Mask {
  /** `null` where nothing of the segment was removed. */
  words: Uint32Array | null;
  set: PositionSet | null;
  /** How many of the runs are in it. */
  runs: number;
}

/** The prints of a workspace that were removed for good and that a sealed segment may still have something of. */
export class RemovedPrints {
  private runs: RemovedRun[] = [];
  private masks = new Map<number, Mask>();

  add(runs: readonly RemovedRun[]): void {
    this.runs.push(...runs);
  }

  /** The removed prints of a segment, as its positions; `null` for none. */
  of(row: SegmentRow): PositionSet | null {
    const mask = this.masks.getOrInsertComputed(row.id, () => ({ words: null, set: null, runs: 0 }));
    let words: Uint32Array | null = null;
    for (; mask.runs < this.runs.length; mask.runs++) {
      const run = this.runs[mask.runs] as RemovedRun;
      const [from, to] = [Math.max(run.firstOrdinal, row.firstOrdinal), Math.min(endOf(run), endOf(row))];
      if (run.sequence <= row.throughRemoval || from >= to) continue;
      // A copy: searches that go on have the one before.
      words ??= mask.words?.slice() ?? new Uint32Array(DENSE_WORDS);
      addRange(words, from - row.firstOrdinal, to - row.firstOrdinal);
    }
    if (words !== null) {
      mask.words = words;
      mask.set = setOfWords(words);
    }
    return mask.set;
  }

  /** Forgets what these segments, of which there are no others, have nothing of any more. @param end behind the last */
  keepFor(segments: readonly SegmentRow[], end: number): void {
    this.masks.clear();
    this.runs = this.runs.filter((run) => {
      if (endOf(run) > end) return true;
      const held = overlapping(segments, run.firstOrdinal, endOf(run));
      return held.some(({ throughRemoval }) => throughRemoval < run.sequence);
    });
  }
}
