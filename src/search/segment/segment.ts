import type { Column, ColumnName } from "../format/column.ts";
import type { PositionSet } from "../sets/position-set.ts";

/** Prints that were updated after they were stored: ascending positions, and when (epoch milliseconds). */
export interface UpdateTimes {
  readonly positions: Uint16Array;
  readonly times: Float64Array;
}

/** When the first and when the last of some prints were updated, epoch milliseconds. */
export interface TimeSpan {
  readonly earliest: number;
  readonly latest: number;
}

/** The span of some times; `null` of none. */
export function spanOf(times: Float64Array): TimeSpan | null {
  if (times.length === 0) return null;
  let [earliest, latest] = [Infinity, -Infinity];
  for (let index = 0; index < times.length; index++) {
    earliest = Math.min(earliest, times[index] as number);
    latest = Math.max(latest, times[index] as number);
  }
  return { earliest, latest };
}

/** A run of prints that conditions can be evaluated on: sealed, or new, or changed. */
export interface Segment {
  /** The column of a name; `null` when no print of the segment has a value in it. */
  column(name: ColumnName): Column | null;
  /** The tag keys that prints of the segment have, with the positions that have each. */
  tagKeys(): Iterable<readonly [key: string, present: PositionSet]>;
  /** Positions of deleted prints, and of those that are not. */
  deleted(): PositionSet;
  /** Of the deleted ones, those that were removed for good: nothing finds them. */
  removed(): PositionSet;
  live(): PositionSet;
  updates(): UpdateTimes;
  /** The span of their times; `null` when no print was updated. */
  updateSpan(): TimeSpan | null;
  /** Gives the ids of positions; not to be kept. */
  ids(): (position: number) => number;
  createdAt(position: number): number;
  /** The first position created at or after a time; the number of positions when none was. */
  firstCreatedFrom(time: number): number;
}
