import { parseInstant } from "../../src/domain/instant.ts";
import type { Print } from "../../src/domain/print.ts";
import type { SearchQuery, StringFilter } from "../../src/domain/search-query.ts";
import { isWhereGroup, isWhereNot, type Where, type WhereCondition } from "../../src/domain/where.ts";
import { isTagGroup, type TagQuery } from "../../src/domain/tag-query.ts";

/*
 * The contract's search, written as plainly as can be over an array: what SQL and every index must agree with.
 */

/** A number in units of a thousand places behind the point, far more than any test has; `null` for any other text. */
export function exactNumber(text: string): bigint | null {
  const [, sign = "", whole = "", fraction = ""] = /^([+-]?)([0-9]+)(?:\.([0-9]+))?$/.exec(text) ?? [];
  return whole === "" ? null : BigInt(`${sign === "-" ? "-" : ""}${whole}${fraction.padEnd(1000, "0")}`);
}

/** Numbers are ordered among numbers, dates among dates. */
function order(value: string, wanted: string): number {
  const [number, other] = [exactNumber(value), exactNumber(wanted)];
  if (number !== null && other !== null) return number < other ? -1 : Number(number > other);
  if (number !== null || other !== null) return NaN;
  return (parseInstant(value) ?? NaN) - (parseInstant(wanted) ?? NaN);
}

const lower = (text: string) => text.toLowerCase().normalize("NFC").split("ς").join("σ");

function holds(op: string, value: string, wanted: string): boolean {
  if (op === "eq") return value === wanted;
  if (op === "neq") return value !== wanted;
  if (op === "gt") return order(value, wanted) > 0;
  if (op === "gte") return order(value, wanted) >= 0;
  if (op === "lt") return order(value, wanted) < 0;
  if (op === "lte") return order(value, wanted) <= 0;
  return lower(value).includes(lower(wanted));
}

function fits(value: string | null, filter: StringFilter | undefined): boolean {
  return filter === undefined || (value !== null && holds(filter.op, value, filter.value));
}

function tagFits(tag: ReadonlyMap<string, string>, query: TagQuery): boolean {
  if (isTagGroup(query)) {
    return query.join === "and"
      ? query.entries.every((entry) => tagFits(tag, entry))
      : query.entries.some((entry) => tagFits(tag, entry));
  }
  const value = tag.get(query.key);
  return value !== undefined && holds(query.op, value, query.value);
}

/** A print with the lines of its receipt, as they are on the paper. */
export type ModelPrint = Print & { readonly paper?: readonly string[] };

const words = (text: string) => lower(text).split(/\s+/).filter(Boolean).join(" ");

function textFits({ paper = [] }: ModelPrint, part: string): boolean {
  return words(part) === "" || paper.some((line) => words(line).includes(words(part)));
}

function conditionFits(print: ModelPrint, condition: WhereCondition): boolean {
  const { printKey, label, deviceId, tag, text, from, to, is } = condition;
  return (
    fits(print.printKey, printKey) &&
    fits(print.label, label) &&
    fits(print.deviceId, deviceId) &&
    (tag === undefined || tagFits(new Map(Object.entries(JSON.parse(print.tag))), tag)) &&
    (text ?? []).every((part) => textFits(print, part)) &&
    (from === undefined || print.createdAt >= from) &&
    (to === undefined || print.createdAt <= to) &&
    (is !== "deleted" || print.deletedAt !== null) &&
    (is !== "test" || print.testPrint)
  );
}

function whereFits(print: ModelPrint, where: Where): boolean {
  if (isWhereGroup(where)) {
    return where.join === "and"
      ? where.entries.every((entry) => whereFits(print, entry))
      : where.entries.some((entry) => whereFits(print, entry));
  }
  return isWhereNot(where) ? !whereFits(print, where.not) : conditionFits(print, where);
}

/** All prints that match, in the order wanted. */
export function modelMatches<Stored extends ModelPrint>(
  prints: readonly Stored[],
  query: SearchQuery,
): Stored[] {
  const { deleted, where, ...condition } = query.filter;
  const found = prints.filter(
    (print) =>
      conditionFits(print, condition) &&
      (where === undefined || whereFits(print, where)) &&
      (deleted === "any" || (print.deletedAt !== null) === deleted),
  );
  const [field, direction] = query.orderBy.split(".") as ["id" | "createdAt" | "updatedAt", string];
  const sign = direction === "desc" ? -1 : 1;
  return found.toSorted((left, right) => sign * (left[field] - right[field] || left.id - right.id));
}

/** The page of results, as the contract's section 2.2 has it. */
export function modelPage(prints: readonly ModelPrint[], query: SearchQuery) {
  const matches = modelMatches(prints, query);
  const { page, pageSize } = query;
  const totalPage = Math.ceil(matches.length / pageSize);
  return {
    ids: matches.slice((page - 1) * pageSize, page * pageSize).map(({ id }) => id),
    total: matches.length,
    page,
    pageSize,
    totalPage,
    hasNext: page < totalPage,
    hasPrev: page > 1 && matches.length > 0,
  };
}
