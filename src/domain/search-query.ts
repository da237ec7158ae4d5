import { badRequest, throwIfAny } from "./errors.ts";
import { parseInstant } from "./instant.ts";
import { SEARCH_LIMITS } from "./limits.ts";
import { type FilterOperator, readOperator, readString, readTagQuery, type TagQuery } from "./tag-query.ts";
import { readTextQuery } from "./text-query.ts";
import {
  checkInteger,
  fieldOf,
  isJsonObject,
  IssueList,
  type IssueSink,
  type JsonObject,
  nameOfType,
  pathOf,
  refuseUnknownFields,
} from "./validation.ts";

/** A filter on `printKey`, `label` or `deviceId` (contract, section 2.4). `null` never matches. */
export interface StringFilter {
  readonly op: FilterOperator;
  readonly value: string;
}

export const ORDERS = [
  "id.asc",
  "id.desc",
  "createdAt.asc",
  "createdAt.desc",
  "updatedAt.asc",
  "updatedAt.desc",
] as const;

export type Order = (typeof ORDERS)[number];

/** The filters of a search: all given ones must hold (rule 1). Bounds are epoch milliseconds, inclusive. */
export interface SearchFilter {
  readonly printKey?: StringFilter;
  readonly label?: StringFilter;
  readonly deviceId?: StringFilter;
  readonly tag?: TagQuery;
  /** Parts that lines of the receipt's text must hold, each some line, as they were given. */
  readonly text?: readonly string[];
  readonly from?: number;
  readonly to?: number;
  readonly deleted: boolean | "any";
}

/** A search: a filter, an order, and which part of the result is wanted. */
export interface SearchQuery {
  readonly filter: SearchFilter;
  readonly orderBy: Order;
  /** 1-based; ignored when `cursor` is given. */
  readonly page: number;
  readonly pageSize: number;
  /** `undefined`: paging by number. `null`: the first page of a walk. A string: what `nextCursor` said. */
  readonly cursor?: string | null;
}

const STRING_FIELDS = ["printKey", "label", "deviceId"] as const;
const FIELDS = [
  ...STRING_FIELDS,
  "tag",
  "text",
  "from",
  "to",
  "deleted",
  "orderBy",
  "page",
  "pageSize",
  "cursor",
];

/**
 * Reads the body of a search (contract, section 4.3). Strict: a mistyped filter never quietly matches everything.
 * @throws TillrollError BAD_REQUEST with all faults
 */
export function readSearchQuery(body: unknown): SearchQuery {
  const list = new IssueList();
  const query = readSearchFields(readSearchBody(body), [], list);
  throwIfAny(list.issues);
  return query;
}

/** The body of a search as an object. @throws TillrollError BAD_REQUEST when it is none */
export function readSearchBody(body: unknown): JsonObject {
  if (isJsonObject(body)) return body;
  const message = `The body must be a JSON object of filters ({} for all prints), not ${nameOfType(body)}.`;
  throw badRequest([{ path: "", message }]);
}

/**
 * Reads the fields of a search, adding an issue for each fault.
 * @param others names of the fields that the body may have beside them
 */
export function readSearchFields(body: JsonObject, others: readonly string[], list: IssueSink): SearchQuery {
  refuseUnknownFields(body, "", [...FIELDS, ...others], list);
  return {
    filter: readFilter(body, list),
    orderBy: readOrder(fieldOf(body, "orderBy"), list),
    page: readCount(body, "page", 1, Number.MAX_SAFE_INTEGER, list),
    pageSize: readCount(body, "pageSize", SEARCH_LIMITS.pageSizeDefault, SEARCH_LIMITS.pageSizeMaximum, list),
    ...readCursor(body, list),
  };
}

function readFilter(body: JsonObject, list: IssueSink): SearchFilter {
  const filter: { -readonly [Field in keyof SearchFilter]: SearchFilter[Field] } = {
    deleted: readDeleted(fieldOf(body, "deleted"), list),
  };
  for (const name of STRING_FIELDS) {
    if (Object.hasOwn(body, name)) filter[name] = readStringFilter(body[name], name, list);
  }
  if (Object.hasOwn(body, "tag")) filter.tag = readTagQuery(body["tag"], "tag", 1, list);
  if (Object.hasOwn(body, "text")) filter.text = readTextQuery(body["text"], "text", list);
  for (const name of ["from", "to"] as const) {
    if (Object.hasOwn(body, name)) filter[name] = readInstant(body[name], name, list);
  }
  return filter;
}

function readStringFilter(value: unknown, path: string, list: IssueSink): StringFilter {
  if (typeof value === "string") return { op: "eq", value: value.toWellFormed() };
  if (!isJsonObject(value)) {
    list.add(path, `must be a string or {op, value}, not ${nameOfType(value)}.`);
    return { op: "eq", value: "" };
  }
  refuseUnknownFields(value, path, ["op", "value"], list);
  return {
    op: readOperator(fieldOf(value, "op"), pathOf(path, "op"), list),
    value: readString(fieldOf(value, "value"), pathOf(path, "value"), list),
  };
}

function readInstant(value: unknown, path: string, list: IssueSink): number {
  const instant = typeof value === "string" ? parseInstant(value) : null;
  if (instant === null) {
    list.add(
      path,
      "must be an ISO 8601 timestamp such as 2026-01-31T18:30:00.000Z or 2026-01-31T19:30+01:00.",
    );
  }
  return instant ?? 0;
}

function readDeleted(value: unknown, list: IssueSink): boolean | "any" {
  if (value === undefined) return false;
  if (typeof value === "boolean" || value === "any") return value;
  list.add("deleted", 'must be true, false or "any".');
  return false;
}

function readOrder(value: unknown, list: IssueSink): Order {
  if (value === undefined) return "createdAt.desc";
  const found = ORDERS.find((order) => order === value);
  if (found === undefined) list.add("orderBy", `must be one of ${ORDERS.join(", ")}.`);
  return found ?? "createdAt.desc";
}

function readCount(
  body: JsonObject,
  name: string,
  fallback: number,
  maximum: number,
  list: IssueSink,
): number {
  const value = fieldOf(body, name);
  return value === undefined ? fallback : (checkInteger(value, name, 1, maximum, list) ?? fallback);
}

function readCursor(body: JsonObject, list: IssueSink): { cursor?: string | null } {
  if (!Object.hasOwn(body, "cursor")) return {};
  const value = body["cursor"];
  if (Object.hasOwn(body, "page")) list.add("page", "cannot be combined with cursor; give one of them.");
  if (value === null) return { cursor: null };
  if (typeof value === "string" && value.length <= SEARCH_LIMITS.cursorCharacters) return { cursor: value };
  list.add("cursor", "must be null, or the nextCursor of the page before.");
  return {};
}
