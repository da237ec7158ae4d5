import { type CountedField, mapCounted } from "../../contract/print-fields.ts";
import type { TimeFacet } from "../../domain/facets-query.ts";
import type { TopValues } from "./top-values.ts";

export interface Bucket {
  readonly from: string;
  readonly count: number;
  /** The numbers of a tag key in it, added; only where that was asked for. */
  readonly sum?: string;
}

/** The numbers of a tag key, added exactly. */
export interface SumOfTag {
  readonly key: string;
  readonly value: string;
  /** Prints whose value is a number. */
  readonly count: number;
  /** Prints whose value is none. */
  readonly others: number;
}

/** What was counted over the prints that match; what was not asked for is not there. */
export interface FacetCounts extends Readonly<Partial<Record<CountedField, TopValues>>> {
  readonly total: number;
  /** By the slugs of workspaces. */
  readonly workspace?: TopValues;
  readonly tagKeys?: TopValues;
  readonly tagValues?: TopValues & { readonly key: string };
  /** The buckets, each with its beginning and how many prints are in it, up to the next one's beginning. */
  readonly time?: TimeFacet & { readonly buckets: readonly Bucket[] };
  readonly sum?: SumOfTag;
}

/** The counts as the JSON of the answer. @param textPending prints whose text cannot be searched yet, when that was asked */
export function facetsToJson(found: FacetCounts, textPending: number | null): string {
  const { total, workspace, tagKeys, tagValues, time, sum } = found;
  return JSON.stringify({
    total,
    workspace: workspace && valuesOf(workspace, total),
    ...mapCounted((name) => found[name] && valuesOf(found[name], total)),
    tagKeys: tagKeys && {
      keys: tagKeys.values.map(({ value, count }) => ({ key: value, count })),
      others: othersOf(tagKeys),
    },
    tagValues: tagValues && { key: tagValues.key, ...valuesOf(tagValues, total) },
    time,
    sum: sum && { ...sum, missing: total - sum.count - sum.others },
    textPending: textPending ?? undefined,
  });
}

function valuesOf(top: TopValues, total: number) {
  return { values: top.values, others: othersOf(top), missing: total - top.sum };
}

function othersOf({ values, sum }: TopValues): number {
  return values.reduce((left, { count }) => left - count, sum);
}
