import type { SearchFilter, SearchQuery, StringFilter } from "../../../src/domain/search-query.ts";
import {
  isRangeOperator,
  isTagGroup,
  type TagCondition,
  type TagQuery,
} from "../../../src/domain/tag-query.ts";
import { valueRange } from "../../../src/domain/value-range.ts";
import type { ChainPrint } from "../data/chain.ts";

/*
 * The search once more, for one print after the other: written after the contract and with nothing of the product's
 * own, so that an error in that would show.
 */

/** Whether a print is among the matches. */
export type Fits = (print: ChainPrint) => boolean;

const lower = (text: string) => text.toLowerCase().replaceAll("ς", "σ");

/** What a filter means. */
export function fitsOf(filter: SearchFilter): Fits {
  const { from = -Infinity, to = Infinity, deleted } = filter;
  // The cheap tests first: there are hundreds of queries a print.
  const parts: Fits[] = [({ createdAt }) => createdAt >= from && createdAt <= to];
  if (deleted !== "any") parts.push(({ deletedAt }) => (deletedAt !== null) === deleted);
  for (const field of ["deviceId", "label", "printKey"] as const) {
    const wanted = filter[field];
    if (wanted === undefined) continue;
    const holds = comparison(wanted);
    parts.push((print) => holds(print[field]));
  }
  if (filter.tag !== undefined) parts.push(tagFits(filter.tag));
  return parts.reduce((all, part) => (print) => all(print) && part(print));
}

function tagFits(query: TagQuery): Fits {
  if (!isTagGroup(query)) {
    const holds = comparison(query);
    return ({ tags }) => holds(tags[query.key] ?? null);
  }
  const entries = query.entries.map(tagFits);
  return query.join === "and"
    ? (print) => entries.every((entry) => entry(print))
    : (print) => entries.some((entry) => entry(print));
}

function comparison({ op, value }: StringFilter | TagCondition): (given: string | null) => boolean {
  if (isRangeOperator(op)) {
    const inRange = valueRange(op, value);
    return (given) => given !== null && inRange?.(Buffer.from(given), 0, Buffer.byteLength(given)) === true;
  }
  const wanted = lower(value);
  if (op === "eq") return (given) => given === value;
  if (op === "neq") return (given) => given !== null && given !== value;
  return (given) => given !== null && lower(given).includes(wanted);
}

/** Compares two prints in an order: below 0 when the left one comes first. */
export function comparisonOf(
  orderBy: SearchQuery["orderBy"],
): (left: ChainPrint, right: ChainPrint) => number {
  const [field, direction] = orderBy.split(".") as ["id" | "createdAt" | "updatedAt", "asc" | "desc"];
  const sign = direction === "desc" ? -1 : 1;
  return (left, right) => sign * (left[field] - right[field] || left.id - right.id);
}
