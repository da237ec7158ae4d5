import type { Matches } from "../evaluation/matches.ts";
import { firstIndex } from "../sets/bisect.ts";
import { rankOf, selectRanks } from "../sets/set-select.ts";
import { type Run, runOf } from "../view/view.ts";

/** Buckets of time after which other searches may go on. */
export const STEP_BUCKETS = 256;

/** `createdAt` of the first and the last match; there must be one. */
export function timesOf(matches: Matches): { first: number; last: number } {
  const { total } = matches;
  return { first: createdAtRank(matches, 0), last: createdAtRank(matches, total - 1) };
}

function createdAtRank(matches: Matches, rank: number): number {
  const [ordinal = 0] = matches.ordinals(rank, rank + 1);
  const { segment, first } = runOf(matches.view, ordinal);
  return segment.createdAt(ordinal - first);
}

/**
 * How many matches were created from each start up to the next one: ranges of positions, since `createdAt` never
 * decreases along them. In steps.
 * @param starts ascending; the first is not after any match
 * @throws DamagedSegment
 */
export function* countTimes(matches: Matches, starts: readonly number[]): Generator<void, number[]> {
  const counts = starts.map(() => 0);
  for (const [index, set] of matches.sets.entries()) {
    if (set.count === 0) continue;
    const { segment } = matches.view.runs[index] as Run;
    const [first = 0] = selectRanks(set, 0, 1);
    const time = segment.createdAt(first);
    let bucket = firstIndex(starts.length, (next) => (starts[next] as number) > time) - 1;
    for (let counted = 0; counted < set.count; bucket++) {
      const next = starts[bucket + 1];
      const end = next === undefined ? set.count : rankOf(set, segment.firstCreatedFrom(next));
      counts[bucket] = (counts[bucket] as number) + end - counted;
      counted = end;
      if (bucket % STEP_BUCKETS === 0) yield;
    }
    yield;
  }
  return counts;
}
