import type { FilteredField } from "../contract/print-fields.ts";
import type { DeliveryState } from "./delivery.ts";
import type { SearchFilter, StringFilter } from "./search-query.ts";
import type { TagQuery } from "./tag-query.ts";

/** The states of its deliveries that make a print something. */
export const DELIVERY_STATES_OF = {
  waiting: ["queued", "sending"],
  held: ["held", "kept"],
  failed: ["failed"],
} as const satisfies Readonly<Record<string, readonly DeliveryState[]>>;

/** What becomes of a print at the real printers. */
type DeliveredState = keyof typeof DELIVERY_STATES_OF;

/** What a print may be that no column of the search index tells. */
export type RowState = DeliveredState | "test";

/** Marked deleted, a test print, under a legal hold, or what its deliveries are. */
export type PrintState = "deleted" | "kept" | RowState;

/** What a print may be, beside what its fields say. */
export const PRINT_STATES: readonly PrintState[] = ["deleted", "test", "waiting", "held", "failed", "kept"];

/** The states of deliveries as a list of SQL. */
export function deliveryStatesSql(state: DeliveredState): string {
  return DELIVERY_STATES_OF[state].map((one) => `'${one}'`).join(", ");
}

/** Filters that must all hold; as those of a search. */
export interface WhereCondition extends Readonly<Partial<Record<FilteredField, StringFilter>>> {
  readonly tag?: TagQuery;
  readonly text?: readonly string[];
  /** Epoch milliseconds, inclusive. */
  readonly from?: number;
  readonly to?: number;
  readonly is?: PrintState;
}

/** `and` of nothing holds for all prints, `or` of nothing for none. */
export interface WhereGroup {
  readonly join: "and" | "or";
  readonly entries: readonly Where[];
}

/** Holds for all prints that the other one does not hold for, those without the field too. */
export interface WhereNot {
  readonly not: Where;
}

/** A condition on prints of any depth. */
export type Where = WhereGroup | WhereNot | WhereCondition;

/** Whether it is a group. */
export function isWhereGroup(where: Where): where is WhereGroup {
  return "join" in where;
}

/** Whether it is the opposite of another. */
export function isWhereNot(where: Where): where is WhereNot {
  return "not" in where;
}

/** Whether any condition fits. */
function someCondition(where: Where, fits: (condition: WhereCondition) => boolean): boolean {
  if (isWhereGroup(where)) return where.entries.some((entry) => someCondition(entry, fits));
  return isWhereNot(where) ? someCondition(where.not, fits) : fits(where);
}

/** Whether a search looks into the text of receipts. */
export function asksText({ text, where }: SearchFilter): boolean {
  return (
    text !== undefined || (where !== undefined && someCondition(where, (part) => part.text !== undefined))
  );
}

/** Whether a search asks what a print is. */
export function asksState({ where }: SearchFilter, state: PrintState): boolean {
  return where !== undefined && someCondition(where, ({ is }) => is === state);
}

/** The same search with the conditions of the legal holds in the place of what asks for prints under one. */
export function withHolds(filter: SearchFilter, holds: readonly SearchFilter[]): SearchFilter {
  const kept: WhereGroup = { join: "or", entries: holds.map(conditionOf) };
  const resolved = (where: Where): Where => {
    if (isWhereGroup(where)) return { ...where, entries: where.entries.map(resolved) };
    if (isWhereNot(where)) return { not: resolved(where.not) };
    const { is, ...others } = where;
    return is === "kept" ? { join: "and", entries: [others, kept] } : where;
  };
  return filter.where === undefined ? filter : { ...filter, where: resolved(filter.where) };
}

function conditionOf(filter: SearchFilter): WhereCondition {
  const { deleted: _, where: __, ...condition } = filter;
  return condition;
}
