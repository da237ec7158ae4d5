import { FILTERED_FIELDS } from "../../contract/print-fields.ts";
import type { SearchFilter } from "../../domain/search-query.ts";
import { type FilterOperator, isRangeOperator, isTagGroup, type TagQuery } from "../../domain/tag-query.ts";
import {
  isWhereGroup,
  isWhereNot,
  type PrintState,
  type RowState,
  type Where,
  type WhereCondition,
} from "../../domain/where.ts";
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
  /** On the time of creation, epoch milliseconds, inclusive. */
  | { readonly kind: "time"; readonly from: number | undefined; readonly to: number | undefined }
  /** Marked deleted. */
  | { readonly kind: "deleted" }
  /** One of these prints, ascending. */
  | { readonly kind: "ordinals"; readonly ordinals: readonly number[] }
  | { readonly kind: "not"; readonly entry: Condition }
  | { readonly kind: "and" | "or"; readonly entries: readonly Condition[] };

/** Gives the ordinals of the prints that are something which no column tells. */
export type OrdinalsOf = (state: RowState) => readonly number[];

/** What a filter asks of the columns and the text, the cheapest first; its times and deletion are apart. */
export function conditionsOf(filter: SearchFilter, ordinalsOf: OrdinalsOf): Condition[] {
  const conditions = fieldConditions(filter);
  // A search may ask for the same a hundred times, and each answer is as long as there are such prints.
  const known = new Map<RowState, readonly number[]>();
  const once: OrdinalsOf = (state) => known.getOrInsertComputed(state, ordinalsOf);
  if (filter.where !== undefined) conditions.push(whereCondition(filter.where, once));
  return cheapestFirst(conditions);
}

function fieldConditions(filter: SearchFilter | WhereCondition): Condition[] {
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
  return conditions;
}

function whereCondition(where: Where, ordinalsOf: OrdinalsOf): Condition {
  const within = (entry: Where) => whereCondition(entry, ordinalsOf);
  if (isWhereGroup(where)) return { kind: where.join, entries: cheapestFirst(where.entries.map(within)) };
  if (isWhereNot(where)) return { kind: "not", entry: within(where.not) };
  const { from, to, is } = where;
  const entries = fieldConditions(where);
  if (from !== undefined || to !== undefined) entries.push({ kind: "time", from, to });
  if (is !== undefined) entries.push(stateCondition(is, ordinalsOf));
  return { kind: "and", entries: cheapestFirst(entries) };
}

function stateCondition(state: PrintState, ordinalsOf: OrdinalsOf): Condition {
  switch (state) {
    case "deleted":
      return { kind: "deleted" };
    case "kept":
      throw new Error("the conditions of the legal holds stand for it");
    default:
      return { kind: "ordinals", ordinals: ordinalsOf(state) };
  }
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
  switch (condition.kind) {
    case "time":
    case "deleted":
    case "ordinals":
      return 0;
    case "column":
      return COSTS[condition.op];
    case "range":
      return 4;
    case "text":
      return 5;
    case "not":
      return 1 + costOf(condition.entry);
    case "and":
    case "or":
      return 1 + Math.max(0, ...condition.entries.map(costOf));
  }
}
