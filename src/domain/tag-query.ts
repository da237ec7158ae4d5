export const FILTER_OPERATORS = ["eq", "neq", "contains"] as const;

/** `eq` and `neq` compare exactly; `contains` is a substring without regard to case (contract, 4.3 rule 3). */
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

export const RANGE_OPERATORS = ["gt", "gte", "lt", "lte"] as const;

/** Order by number or by time, of values that are both of the one or both of the other; see `valueRange`. */
export type RangeOperator = (typeof RANGE_OPERATORS)[number];

export const TAG_OPERATORS = [...FILTER_OPERATORS, ...RANGE_OPERATORS] as const;

export type TagOperator = FilterOperator | RangeOperator;

/** Whether an operator is one of a range. */
export function isRangeOperator(op: TagOperator): op is RangeOperator {
  return RANGE_OPERATORS.some((known) => known === op);
}

/** A condition on one tag: false for a print without the key, with `neq` too (rule 5). */
export interface TagCondition {
  readonly op: TagOperator;
  readonly key: string;
  readonly value: string;
}

/** A group: `and` of nothing holds for all prints, `or` of nothing for none. */
export interface TagGroup {
  readonly join: "and" | "or";
  readonly entries: readonly TagQuery[];
}

/** A tag query (contract, section 2.3). */
export type TagQuery = TagCondition | TagGroup;

/** Whether a tag query is a group. */
export function isTagGroup(query: TagQuery): query is TagGroup {
  return "join" in query;
}
