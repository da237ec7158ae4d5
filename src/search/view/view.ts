import type { MemorySegment } from "../segment/memory-segment.ts";
import type { Segment } from "../segment/segment.ts";
import type { PositionSet } from "../sets/position-set.ts";

/** Prints of a sealed segment that were changed since: the segment is right about all others. */
export interface Overlay {
  readonly changed: PositionSet;
  readonly prints: MemorySegment;
}

/** Consecutive prints of a workspace, from the ordinal `first`. */
export interface Run {
  readonly first: number;
  /** How many there were when the view was made; a segment in memory may have grown since. */
  readonly prints: number;
  readonly segment: Segment;
  readonly overlay: Overlay | null;
}

/** All prints of a workspace at one moment, in the order of their ordinals. */
export interface View {
  readonly runs: readonly Run[];
  readonly prints: number;
}

/** The run that an ordinal of the view is in. */
export function runOf({ runs }: View, ordinal: number): Run {
  let low = 0;
  let high = runs.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((runs[middle] as Run).first <= ordinal) low = middle;
    else high = middle - 1;
  }
  return runs[low] as Run;
}
