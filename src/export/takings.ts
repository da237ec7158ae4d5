import type { Static } from "@sinclair/typebox";
import type { FacetCounts } from "../contract/facets.ts";
import { csvRecord } from "./csv.ts";

/**
 * Counts by time as CSV: a record for each interval, with the sum of a tag's numbers where that was asked for.
 * @param counts with `time`
 */
export function takingsTable({ time, sum }: Pick<Static<typeof FacetCounts>, "time" | "sum">): string {
  const hasSum = sum !== undefined;
  const records = (time?.buckets ?? []).map((bucket) => {
    return [bucket.from, String(bucket.count), ...(hasSum ? [bucket.sum ?? "0"] : [])];
  });
  return [["from", "count", ...(hasSum ? ["sum"] : [])], ...records].map(csvRecord).join("");
}
