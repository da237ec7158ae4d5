import type { Run } from "../view/view.ts";
import type { Matches } from "./matches.ts";
import { type Entry, type OrderWindow, RunOrder } from "./run-order.ts";

/**
 * The matches in the order of `updatedAt`, then id. A run's prints were updated within a span of time, by which most runs
 * are wholly before or wholly behind a place in the order: of these nothing is read.
 */
export class UpdateOrder {
  private readonly runs: readonly RunOrder[];

  constructor(matches: Matches) {
    const { found, view } = matches;
    this.runs = found.flatMap((set, index) =>
      set.count === 0 ? [] : [new RunOrder(view.runs[index] as Run, set)],
    );
  }

  /** How many come before a place in the order. */
  rankOf(time: number, ordinal: number): number {
    let rank = 0;
    for (const run of this.runs) {
      rank += run.countBefore(time);
      for (const entry of run.between(time, time)) if (entry.ordinal < ordinal) rank++;
    }
    return rank;
  }

  /** The ordinals of the matches of ranks `from` up to, and without, `to`, in this order. */
  ordinalsAt(from: number, to: number): number[] {
    if (from >= to) return [];
    const begin = this.timeAtRank(from);
    const end = this.timeAtRank(to - 1);
    const entries: Entry[] = [];
    for (const run of this.runs) {
      for (const entry of run.between(begin.time, end.time)) entries.push(entry);
    }
    entries.sort((left, right) => left.time - right.time || left.ordinal - right.ordinal);
    return entries.slice(from - begin.before, to - begin.before).map(({ ordinal }) => ordinal);
  }

  /**
   * The time of the match at a rank, and how many are before that time: halves the span of times until one millisecond
   * is left, and with it the runs, and of their updated prints those, that still matter.
   */
  private timeAtRank(rank: number): { time: number; before: number } {
    const { runs } = this;
    let low = runs.reduce((least, { earliest }) => Math.min(least, earliest), Infinity);
    let high = runs.reduce((most, { latest }) => Math.max(most, latest), -Infinity) + 1;
    /** Matches of runs that are wholly before `low`. */
    let before = 0;
    let near = runs;
    const windows = new Map<RunOrder, OrderWindow>();
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      const split = near.filter(({ earliest, latest }) => earliest < middle && latest >= middle);
      let count = before;
      for (const run of near) if (run.latest < middle) count += run.count;
      for (const run of split) {
        const window = windows.getOrInsertComputed(run, () => run.window());
        count += window.countBefore(middle);
      }
      const isBehind = count <= rank;
      if (isBehind) low = middle;
      else high = middle;
      for (const run of split) {
        if (isBehind) windows.get(run)?.keepFrom();
        else windows.get(run)?.keepBelow();
      }
      near = near.filter((run) => {
        if (run.latest < low) before += run.count;
        return run.latest >= low && run.earliest < high;
      });
    }
    return { time: low, before: runs.reduce((sum, run) => sum + run.countBefore(low), 0) };
  }
}
