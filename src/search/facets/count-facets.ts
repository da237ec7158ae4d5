import { COUNTED_FIELDS, type CountedField } from "../../contract/print-fields.ts";
import type { Facets, TimeFacet } from "../../domain/facets-query.ts";
import type { Matches } from "../evaluation/matches.ts";
import { countTimes, STEP_BUCKETS, timesOf } from "./count-times.ts";
import type { FacetCounts } from "./facet-counts.ts";
import { sumTimes, sumValues, type TagSum } from "./sum-values.ts";
import { type BucketStart, eachStart } from "./time-buckets.ts";
import { limitsFor, topValues, type TopValues } from "./top-values.ts";
import { columnPass, tagKeyPass } from "./value-passes.ts";

/**
 * Counts what is asked for over the matches of a search, in steps between which other searches may go on.
 * @throws TillrollError BAD_REQUEST when there would be too many buckets of time; DamagedSegment
 */
export function* countFacets(matches: Matches, facets: Facets): Generator<void, FacetCounts> {
  const { total } = matches;
  const { tagKeys, tagValues, time, sum } = facets;
  const limits = limitsFor(total);
  // First, since it may be refused.
  const starts = time === null ? [] : yield* startsOf(matches, time);
  const counts = time === null ? [] : yield* countBuckets(matches, starts);
  const sums = sum === null ? null : yield* sumOf(matches, sum, starts);
  const buckets = starts.map(({ from }, index) => {
    const bucketSum = sums?.buckets[index];
    return { from, count: counts[index] as number, ...(bucketSum !== undefined && { sum: bucketSum.text }) };
  });
  const counted: Partial<Record<CountedField, TopValues>> = {};
  for (const name of COUNTED_FIELDS)
    if (facets[name]) counted[name] = yield* topValues(columnPass(matches, name), limits);
  return {
    total,
    ...counted,
    ...(tagKeys && { tagKeys: yield* topValues(tagKeyPass(matches), limits) }),
    ...(tagValues !== null && {
      tagValues: { key: tagValues, ...(yield* topValues(columnPass(matches, `tag:${tagValues}`), limits)) },
    }),
    ...(time !== null && { time: { ...time, buckets } }),
    ...(sums !== null && {
      sum: { key: sum as string, value: sums.all.text, count: sums.all.count, others: sums.others },
    }),
  };
}

/** By time as well, where there are buckets. */
function sumOf(matches: Matches, key: string, buckets: readonly BucketStart[]): Generator<void, TagSum> {
  return buckets.length === 0
    ? sumValues(matches, key)
    : sumTimes(
        matches,
        key,
        buckets.map(({ start }) => start),
      );
}

function* startsOf(matches: Matches, time: TimeFacet): Generator<void, BucketStart[]> {
  if (matches.total === 0) return [];
  const { first, last } = timesOf(matches);
  const buckets: BucketStart[] = [];
  for (const bucket of eachStart(time, first, last)) {
    buckets.push(bucket);
    if (buckets.length % STEP_BUCKETS === 0) yield;
  }
  return buckets;
}

function* countBuckets(matches: Matches, buckets: readonly BucketStart[]): Generator<void, number[]> {
  return yield* countTimes(
    matches,
    buckets.map(({ start }) => start),
  );
}
