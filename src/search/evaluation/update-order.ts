import type { UpdateTimes } from "../segment/segment.ts";
import { type PositionSet, setOfPositions } from "../sets/position-set.ts";
import { firstIndex } from "../sets/bisect.ts";
import { intersect, positionsOf, subtract } from "../sets/set-algebra.ts";
import { type Run, runOf, type View } from "../view/view.ts";
import { Matches } from "./matches.ts";

/** A print in the order by `updatedAt`. */
interface Entry {
  readonly time: number;
  readonly ordinal: number;
}

/**
 * The matches in the order of `updatedAt`, then id. Those never updated are in the order of their ordinals already, with
 * `createdAt` for their `updatedAt`; only the few updated ones have to be merged in, and of those only the part that
 * the page is in is ever sorted.
 */
export class UpdateOrder {
  private readonly view: View;
  /** The matches that were never updated. */
  private readonly untouched: Matches;
  /** The others, in no order. */
  private readonly times: Float64Array;
  private readonly ordinals: Float64Array;

  constructor(matches: Matches) {
    this.view = matches.view;
    const touched = matches.sets.map((set, index) => touchedIn(matches.view.runs[index] as Run, set));
    const total = touched.reduce((sum, { positions }) => sum + positions.length, 0);
    this.times = new Float64Array(total);
    this.ordinals = new Float64Array(total);
    let length = 0;
    for (const [index, { positions, times }] of touched.entries()) {
      const { first } = matches.view.runs[index] as Run;
      this.times.set(times, length);
      for (let at = 0; at < positions.length; at++)
        this.ordinals[length++] = first + (positions[at] as number);
    }
    const untouched = matches.sets.map((set, index) =>
      // Sorted, since those of the overlay come after those of the segment.
      subtract(set, setOfPositions((touched[index] as UpdateTimes).positions.toSorted())),
    );
    this.untouched = new Matches(matches.view, untouched);
  }

  /** How many come before a place in the order. */
  rankOf(time: number, ordinal: number): number {
    let rank = this.untouchedBefore(time, ordinal);
    for (let index = 0; index < this.times.length; index++) {
      const difference = (this.times[index] as number) - time || (this.ordinals[index] as number) - ordinal;
      if (difference < 0) rank++;
    }
    return rank;
  }

  /** The ordinals of the matches of ranks `from` up to, and without, `to`, in this order. */
  ordinalsAt(from: number, to: number): number[] {
    if (from >= to) return [];
    const begin = this.timeAtRank(from);
    const end = this.timeAtRank(to - 1);
    const first = this.untouchedBefore(begin.time, 0);
    const last = this.untouchedBefore(end.time + 1, 0);
    const entries = this.untouched.ordinals(first, last).map((ordinal) => this.untouchedEntry(ordinal));
    for (let index = 0; index < this.times.length; index++) {
      const time = this.times[index] as number;
      if (time >= begin.time && time <= end.time) {
        entries.push({ time, ordinal: this.ordinals[index] as number });
      }
    }
    entries.sort((left, right) => left.time - right.time || left.ordinal - right.ordinal);
    return entries.slice(from - begin.before, to - begin.before).map(({ ordinal }) => ordinal);
  }

  /**
   * The time of the match at a rank, and how many are before that time: halves the span of times until one millisecond
   * is left, and with it the updated prints that still matter.
   */
  private timeAtRank(rank: number): { time: number; before: number } {
    const { earliest, latest } = this.span();
    let low = earliest;
    let high = latest + 1;
    const active = this.times.slice();
    let begin = 0;
    let end = active.length;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      const split = partition(active, begin, end, middle);
      if (split + this.untouchedBefore(middle, 0) <= rank) {
        low = middle;
        begin = split;
      } else {
        high = middle;
        end = split;
      }
    }
    return { time: low, before: begin + this.untouchedBefore(low, 0) };
  }

  /** The time of the first and of the last match. */
  private span(): { earliest: number; latest: number } {
    const { total } = this.untouched;
    const [first] = this.untouched.ordinals(0, 1);
    const [last] = this.untouched.ordinals(Math.max(total - 1, 0), total);
    let earliest = first === undefined ? Infinity : this.untouchedEntry(first).time;
    let latest = last === undefined ? -Infinity : this.untouchedEntry(last).time;
    for (let index = 0; index < this.times.length; index++) {
      earliest = Math.min(earliest, this.times[index] as number);
      latest = Math.max(latest, this.times[index] as number);
    }
    return { earliest, latest };
  }

  private untouchedEntry(ordinal: number): Entry {
    const run = runOf(this.view, ordinal);
    return { time: run.segment.createdAt(ordinal - run.first), ordinal };
  }

  /** How many of those never updated come before a place in the order. */
  private untouchedBefore(time: number, ordinal: number): number {
    const from = this.firstCreatedFrom(time);
    // Those created at this very millisecond are in the order of their ordinals.
    const bound = ordinal <= from ? from : Math.min(ordinal, this.firstCreatedFrom(time + 1));
    return this.untouched.rankOf(bound);
  }

  /** The first ordinal of the view created at or after a time. */
  private firstCreatedFrom(time: number): number {
    const { runs } = this.view;
    const isReached = ({ segment, prints }: Run) => segment.createdAt(prints - 1) >= time;
    const run = runs[firstIndex(runs.length, (index) => isReached(runs[index] as Run))];
    if (run === undefined) return this.view.prints;
    return run.first + Math.min(run.segment.firstCreatedFrom(time), run.prints);
  }
}

/** Moves the times below a bound before the others. @returns where the others begin */
function partition(times: Float64Array, begin: number, end: number, bound: number): number {
  let split = begin;
  for (let index = begin; index < end; index++) {
    const time = times[index] as number;
    if (time >= bound) continue;
    times[index] = times[split] as number;
    times[split++] = time;
  }
  return split;
}

/** The positions of a set that were updated after they were stored, and when. */
function touchedIn({ segment, overlay }: Run, set: PositionSet): UpdateTimes {
  const base = segment.updates();
  if (overlay === null) return within(base, set);
  const unchanged = within(base, subtract(set, overlay.changed));
  const changed = within(overlay.prints.updates(), set);
  return {
    positions: Uint16Array.from([...unchanged.positions, ...changed.positions]),
    times: Float64Array.from([...unchanged.times, ...changed.times]),
  };
}

function within({ positions, times }: UpdateTimes, set: PositionSet): UpdateTimes {
  const kept = positionsOf(intersect(setOfPositions(positions), set));
  if (kept.length === positions.length) return { positions, times };
  const keptTimes = new Float64Array(kept.length);
  let at = 0;
  for (let index = 0; index < kept.length; index++) {
    while (positions[at] !== kept[index]) at++;
    keptTimes[index] = times[at] as number;
  }
  return { positions: kept, times: keptTimes };
}
