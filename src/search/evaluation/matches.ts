import type { PositionSet } from "../sets/position-set.ts";
import { rankOf, selectRanks } from "../sets/set-select.ts";
import type { Run, View } from "../view/view.ts";

/** The prints of a view that match, as a list in the order of their ordinals that is never written out. */
export class Matches {
  /** How many match in the runs before each run, and in all. */
  private readonly before: Float64Array;

  /** @param sets the matching positions of each run of the view */
  constructor(
    readonly view: View,
    readonly sets: readonly PositionSet[],
  ) {
    this.before = new Float64Array(sets.length + 1);
    for (const [index, { count }] of sets.entries()) {
      this.before[index + 1] = (this.before[index] as number) + count;
    }
  }

  get total(): number {
    return this.before[this.sets.length] as number;
  }

  /** How many match of the prints below an ordinal. */
  rankOf(ordinal: number): number {
    const index = this.runIndexOf(ordinal);
    const run = this.view.runs[index];
    const set = this.sets[index];
    if (run === undefined || set === undefined) return 0;
    return (this.before[index] as number) + rankOf(set, ordinal - run.first);
  }

  /** The ordinals of the matches of ranks `from` up to, and without, `to`, ascending. */
  ordinals(from: number, to: number): number[] {
    const found: number[] = [];
    for (const [index, set] of this.sets.entries()) {
      const before = this.before[index] as number;
      if (before >= to) break;
      const first = Math.max(from - before, 0);
      const end = Math.min(to - before, set.count);
      if (first >= end) continue;
      const base = (this.view.runs[index] as Run).first;
      for (const position of selectRanks(set, first, end)) found.push(base + position);
    }
    return found;
  }

  private runIndexOf(ordinal: number): number {
    let low = 0;
    let high = this.view.runs.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.view.runs[middle] as Run).first <= ordinal) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
