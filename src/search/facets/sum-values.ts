import { DecimalSum } from "../../domain/decimal-sum.ts";
import type { Matches } from "../evaluation/matches.ts";
import { firstIndex } from "../sets/bisect.ts";
import type { Run } from "../view/view.ts";
import { columnPass, segmentsOf } from "./value-passes.ts";

/** The numbers of a tag key, added. */
export interface TagSum {
  readonly all: DecimalSum;
  /** Those from each start of a bucket up to the next one. */
  readonly buckets: readonly DecimalSum[];
  /** Prints whose value is no number. */
  readonly others: number;
}

/** Adds the numbers of a tag key over the matches. In steps, each of which may throw DamagedSegment. */
export function* sumValues(matches: Matches, key: string): Generator<void, TagSum> {
  const all = new DecimalSum();
  let others = 0;
  yield* columnPass(
    matches,
    `tag:${key}`,
  )((bytes, from, to, count) => {
    if (!all.add(bytes, from, to, count)) others += count;
  });
  return { all, buckets: [], others };
}

/**
 * As {@link sumValues}, by time of creation as well.
 * @param starts of the buckets, ascending; the first is not after any match
 */
export function* sumTimes(matches: Matches, key: string, starts: readonly number[]): Generator<void, TagSum> {
  const buckets = starts.map(() => new DecimalSum());
  let others = 0;
  for (const [segment, within, run] of segmentsOf(matches)) {
    const column = segment.column(`tag:${key}`);
    if (column === null) continue;
    const bucketAt = bucketsOf(run, starts);
    yield* column.each(within, (position, bytes, from, to) => {
      if (buckets[bucketAt(position)]?.add(bytes, from, to) !== true) others++;
    });
    yield;
  }
  const all = new DecimalSum();
  for (const bucket of buckets) all.addAll(bucket);
  return { all, buckets, others };
}

/** Tells which bucket a position of a run is in: times of creation never decrease along them. */
function bucketsOf({ segment, prints }: Run, starts: readonly number[]): (position: number) => number {
  const first = firstIndex(starts.length, (index) => (starts[index] as number) > segment.createdAt(0)) - 1;
  const ends: number[] = [];
  for (let bucket = first; (ends.at(-1) ?? 0) < prints; bucket++) {
    const next = starts[bucket + 1];
    ends.push(next === undefined ? prints : Math.min(segment.firstCreatedFrom(next), prints));
  }
  return (position) => first + firstIndex(ends.length, (index) => (ends[index] as number) > position);
}
