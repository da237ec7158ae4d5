import type { MemorySegment } from "../segment/memory-segment.ts";
import type { Segment } from "../segment/segment.ts";
import { firstIndex } from "../sets/bisect.ts";
import type { PositionSet } from "../sets/position-set.ts";
import type { CataloguedRuns } from "./catalogued-runs.ts";

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
  /** Positions of prints that were removed for good since the segment was built; `null` for none. */
  readonly removed: PositionSet | null;
}

/** All prints of a workspace at one moment, in the order of their ordinals. */
export interface View {
  readonly runs: readonly Run[];
  /** Which of the first runs, the sealed ones, may have a value; `null` where that is known of none. */
  readonly catalogued: CataloguedRuns | null;
  readonly prints: number;
}

/** The run that an ordinal of the view is in. */
export function runOf(view: View, ordinal: number): Run {
  return view.runs[runIndexOf(view, ordinal)] as Run;
}

/** The index of that run; that of the last one for what is behind it. */
export function runIndexOf({ runs }: View, ordinal: number): number {
  return firstIndex(runs.length, (index) => (runs[index] as Run).first > ordinal) - 1;
}
