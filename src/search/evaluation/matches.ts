import type { PositionSet } from "../sets/position-set.ts";
import type { LazySet } from "./evaluate.ts";
import { rankOf, selectRanks } from "../sets/set-select.ts";
import { type Run, runIndexOf, type View } from "../view/view.ts";

/** The prints of a view that match, as a list in the order of their ordinals that is never written out. */
export class Matches {
  /** How many match in the runs before each run, and in all. */
  private readonly before: Float64Array;

  /** @param found the matching positions of each run of the view */
  constructor(
    readonly view: View,
    readonly found: readonly (PositionSet | LazySet)[],
  ) {
    this.before = new Float64Array(found.length + 1);
    for (const [index, { count }] of found.entries()) {
      this.before[index + 1] = (this.before[index] as number) + count;
    }
  }

  get total(): number {
    return this.before[this.found.length] as number;
  }

  /** The matching positions of each run, worked out now where they were only counted. */
  get sets(): PositionSet[] {
    return this.found.map(setOf);
  }

  /** How many match of the prints below an ordinal. */
  rankOf(ordinal: number): number {
    const index = runIndexOf(this.view, ordinal);
    const run = this.view.runs[index];
    const found = this.found[index];
    if (run === undefined || found === undefined) return 0;
    const inRun = ordinal - run.first;
    const rank = inRun >= run.prints ? found.count : rankOf(setOf(found), inRun);
    return (this.before[index] as number) + rank;
  }

  /** The ordinals of the matches of ranks `from` up to, and without, `to`, ascending. */
  ordinals(from: number, to: number): number[] {
    const ordinals: number[] = [];
    for (const [index, found] of this.found.entries()) {
      const before = this.before[index] as number;
      if (before >= to) break;
      const first = Math.max(from - before, 0);
      const end = Math.min(to - before, found.count);
      if (first >= end) continue;
      const base = (this.view.runs[index] as Run).first;
      for (const position of selectRanks(setOf(found), first, end)) ordinals.push(base + position);
    }
    return ordinals;
  }
}

/** The matching positions of a run, worked out now where they were only counted. */
export function setOf(found: PositionSet | LazySet): PositionSet {
  return found.kind === "lazy" ? found.read() : found;
}
