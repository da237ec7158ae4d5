import { FILTERED_FIELDS } from "../../contract/print-fields.ts";
import type { SearchFilter } from "../../domain/search-query.ts";
import { type FilterOperator, isRangeOperator, isTagGroup, type TagQuery } from "../../domain/tag-query.ts";
import { fold } from "../../domain/text.ts";
import { type InRange, valueRange } from "../../domain/value-range.ts";
import { foldLine } from "../text/fold-line.ts";
import type { ColumnName } from "../format/column.ts";

/** A condition on one column; `value` is folded for `contains`. */
export interface ColumnCondition {
  readonly kind: "column";
  readonly column: ColumnName;
  readonly op: FilterOperator;
  readonly value: string;
}

/** A condition on the order of a column's values. */
export interface RangeCondition {
  readonly kind: "range";
  readonly column: ColumnName;
  readonly inRange: InRange;
}

export type Condition =
  | ColumnCondition
  | RangeCondition
  /** On the receipt's text: a folded, normalised part of one line. */
  | { readonly kind: "text"; readonly part: string }
  | { readonly kind: "and" | "or"; readonly entries: readonly Condition[] };

/** What a filter asks of the columns and the text, the cheapest first; times and deletion are apart. */
export function conditionsOf(filter: SearchFilter): Condition[] {
  const conditions: Condition[] = [];
  for (const field of FILTERED_FIELDS) {
    const given = filter[field];
    if (given !== undefined) conditions.push(columnCondition(field, given.op, given.value));
  }
  if (filter.tag !== undefined) conditions.push(tagCondition(filter.tag));
  for (const text of filter.text ?? []) {
    const part = foldLine(text);
    // An empty part is in every print, also in one that has no text yet.
    if (part !== "") conditions.push({ kind: "text", part });
  }
  return cheapestFirst(conditions);
}

function tagCondition(query: TagQuery): Condition {
  if (isTagGroup(query)) return { kind: query.join, entries: cheapestFirst(query.entries.map(tagCondition)) };
  const { op, key, value } = query;
  if (!isRangeOperator(op)) return columnCondition(`tag:${key}`, op, value);
  const inRange = valueRange(op, value) ?? (() => false);
  return { kind: "range", column: `tag:${key}`, inRange };
}

function columnCondition(column: ColumnName, op: FilterOperator, value: string): ColumnCondition {
  return { kind: "column", column, op, value: op === "contains" ? fold(value) : value };
}

/** What comes first often leaves so little that the rest costs nothing. */
function cheapestFirst(conditions: readonly Condition[]): Condition[] {
  return conditions.toSorted((left, right) => costOf(left) - costOf(right));
}

const COSTS: Readonly<Record<FilterOperator, number>> = { eq: 1, neq: 2, contains: 3 };

function costOf(condition: Condition): number {
  if (condition.kind === "column") return COSTS[condition.op];
  if (condition.kind === "range") return 4;
  if (condition.kind === "text") return 5;
  return 1 + Math.max(0, ...condition.entries.map(costOf));
}
