import type { UpdateTimes } from "../segment/segment.ts";
import { lowerBound } from "../sets/bisect.ts";
import { type PositionSet, setOfPositions } from "../sets/position-set.ts";
import { intersect, positionsOf, subtract } from "../sets/set-algebra.ts";
import { countBetween, rankOf, selectRanks } from "../sets/set-select.ts";
import type { Run } from "../view/view.ts";
import type { LazySet } from "./evaluate.ts";
import { setOf } from "./matches.ts";

/** A print in the order by `updatedAt`. */
export interface Entry {
  readonly time: number;
  readonly ordinal: number;
}

/** What has to be known of a run only for times at which some of its prints, not all or none, were updated. */
interface Details {
  readonly set: PositionSet;
  /** The matches updated after they were stored, in no order. */
  readonly touched: UpdateTimes;
  /** Their positions, ascending. */
  readonly positions: Uint16Array;
}

/**
 * The matches of a run in the order of `updatedAt`. Those never updated are in the order of their ordinals, with
 * `createdAt` for their `updatedAt`; the few updated ones are looked at one by one, and only where the page is near.
 */
export class RunOrder {
  readonly count: number;
  /** No match is before the one, none behind the other, epoch milliseconds. */
  readonly earliest: number;
  readonly latest: number;
  private details: Details | null = null;

  constructor(
    private readonly run: Run,
    private readonly found: PositionSet | LazySet,
  ) {
    const { segment, overlay, prints } = run;
    const spans = [segment.updateSpan(), overlay?.prints.updateSpan() ?? null];
    this.count = found.count;
    this.earliest = segment.createdAt(0);
    this.latest = segment.createdAt(prints - 1);
    for (const span of spans) {
      if (span === null) continue;
      this.earliest = Math.min(this.earliest, span.earliest);
      this.latest = Math.max(this.latest, span.latest);
    }
  }

  /** How many matches come before a time. */
  countBefore(time: number): number {
    if (time <= this.earliest) return 0;
    if (time > this.latest) return this.count;
    return this.window().countBefore(time);
  }

  /** Counts matches before times between two that come ever nearer to each other. */
  window(): OrderWindow {
    const { set, touched, positions } = this.known();
    return new OrderWindow(this.run, set, touched.times.slice(), positions);
  }

  /** The matches from a time to another, inclusive, in no order. */
  *between(from: number, to: number): Generator<Entry> {
    if (from > this.latest || to < this.earliest) return;
    const { run } = this;
    const { set, touched, positions } = this.known();
    for (const [index, time] of touched.times.entries()) {
      if (time >= from && time <= to)
        yield { time, ordinal: run.first + (touched.positions[index] as number) };
    }
    const first = rankOf(set, firstCreatedFrom(run, from));
    const end = rankOf(set, firstCreatedFrom(run, to + 1));
    let next = 0;
    for (const position of selectRanks(set, first, end)) {
      while (next < positions.length && (positions[next] as number) < position) next++;
      if (positions[next] === position) continue;
      yield { time: run.segment.createdAt(position), ordinal: run.first + position };
    }
  }

  private known(): Details {
    if (this.details !== null) return this.details;
    const set = setOf(this.found);
    const touched = touchedIn(this.run, set);
    // Those of the overlay come after those of the segment.
    const positions = this.run.overlay === null ? touched.positions : touched.positions.toSorted();
    this.details = { set, touched, positions };
    return this.details;
  }
}

/** What may still lie on either side of a time that is looked for: half of it is left after each step. */
export class OrderWindow {
  private begin = 0;
  private end: number;
  /** Where the last time asked for splits the updated matches, and the positions of the others. */
  private split = 0;
  private middle = 0;
  private low = 0;
  private high: number;
  /** Matches at positions below `low` that were never updated. */
  private untouchedBelow = 0;
  private untouchedBefore = 0;

  /** @param times of the updated matches, to be sorted by and by @param positions theirs, ascending */
  constructor(
    private readonly run: Run,
    private readonly set: PositionSet,
    private readonly times: Float64Array,
    private readonly positions: Uint16Array,
  ) {
    this.end = times.length;
    this.high = run.prints;
  }

  /** How many matches come before a time, which is not outside of what was kept. */
  countBefore(time: number): number {
    this.split = partition(this.times, this.begin, this.end, time);
    this.middle = Math.min(Math.max(firstCreatedFrom(this.run, time), this.low), this.high);
    const touched = lowerBound(this.positions, this.middle) - lowerBound(this.positions, this.low);
    const all = countBetween(this.set, this.low, this.middle);
    this.untouchedBefore = this.untouchedBelow + all - touched;
    return this.split + this.untouchedBefore;
  }

  /** Of the time asked for last, times before it will not be asked for any more. */
  keepFrom(): void {
    this.begin = this.split;
    this.low = this.middle;
    this.untouchedBelow = this.untouchedBefore;
  }

  /** Of the time asked for last, times after it will not be asked for any more. */
  keepBelow(): void {
    this.end = this.split;
    this.high = this.middle;
  }
}

/** When a print of a run was updated last, as far as the index knows. */
export function updatedAtOf(run: Run, position: number): number {
  const [time] = touchedIn(run, setOfPositions(Uint16Array.of(position))).times;
  return time ?? run.segment.createdAt(position);
}

function firstCreatedFrom({ segment, prints }: Run, time: number): number {
  return Math.min(segment.firstCreatedFrom(time), prints);
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
