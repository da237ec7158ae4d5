import { firstIndex } from "../search/sets/bisect.ts";

/** A print at the end of a run of numbers. */
export interface RunEnd {
  readonly printId: number;
  /** How many prints of the workspace before it were removed for good. */
  readonly removedBefore: number;
}

/** Numbers without a gap between them, both ends included. */
export interface NumberRun {
  low: number;
  high: number;
  /** The prints of these two numbers. */
  first: RunEnd;
  last: RunEnd;
}

/** The numbers of a group, as runs in ascending order. What comes in order, or nearly, is quick to add, however much it is. */
export class NumberRuns {
  readonly runs: NumberRun[] = [];

  /** Adds a number. @returns whether it is new */
  add(number: number, end: RunEnd): boolean {
    const { runs } = this;
    const last = runs.at(-1);
    if (last === undefined || number > last.high + 1) {
      runs.push({ low: number, high: number, first: end, last: end });
      return true;
    }
    if (number === last.high + 1) {
      last.high = number;
      last.last = end;
      return true;
    }
    return this.insert(number, end);
  }

  private insert(number: number, end: RunEnd): boolean {
    const { runs } = this;
    // The first run that ends at the number's left neighbour or behind it: there is one, since the last one does.
    const index = firstIndex(runs.length, (each) => (runs[each] as NumberRun).high >= number - 1);
    const run = runs[index] as NumberRun;
    if (run.low <= number && number <= run.high) return false;
    if (run.high === number - 1) {
      run.high = number;
      run.last = end;
      const next = runs[index + 1];
      if (next?.low === number + 1) {
        run.high = next.high;
        run.last = next.last;
        runs.splice(index + 1, 1);
      }
    } else if (run.low === number + 1) {
      run.low = number;
      run.first = end;
    } else runs.splice(index, 0, { low: number, high: number, first: end, last: end });
    return true;
  }
}
