import { COUNTED_FIELDS, type CountedField } from "../../contract/print-fields.ts";
import type { Facets, TimeFacet } from "../../domain/facets-query.ts";
import type { Matches } from "../evaluation/matches.ts";
import { countTimes, STEP_BUCKETS, timesOf } from "./count-times.ts";
import type { Bucket, FacetCounts } from "./facet-counts.ts";
import { type BucketStart, eachStart } from "./time-buckets.ts";
import { limitsFor, topValues, type TopValues } from "./top-values.ts";
import { columnPass, tagKeyPass } from "./value-passes.ts";

/**
 * Counts what is asked for over the matches of a search, in steps between which other searches may go on.
 * @throws TillrollError BAD_REQUEST when there would be too many buckets of time; DamagedSegment
 */
export function* countFacets(matches: Matches, facets: Facets): Generator<void, FacetCounts> {
  const { total } = matches;
  const { tagKeys, tagValues, time } = facets;
  const limits = limitsFor(total);
  // First, since it may be refused.
  const byTime = time === null ? {} : { time: { ...time, buckets: yield* countBuckets(matches, time) } };
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
    ...byTime,
  };
}

function* countBuckets(matches: Matches, time: TimeFacet): Generator<void, Bucket[]> {
  if (matches.total === 0) return [];
  const { first, last } = timesOf(matches);
  const buckets: BucketStart[] = [];
  for (const bucket of eachStart(time, first, last)) {
    buckets.push(bucket);
    if (buckets.length % STEP_BUCKETS === 0) yield;
  }
  const starts = buckets.map(({ start }) => start);
  const counts = yield* countTimes(matches, starts);
  return buckets.map(({ from }, index) => ({ from, count: counts[index] as number }));
}
