import { type Static, Type } from "@sinclair/typebox";
import { parseInstant } from "../domain/instant.ts";
import { SEARCH_LIMITS } from "../domain/limits.ts";
import { ORDERS, type SearchFilter, type SearchQuery } from "../domain/search-query.ts";
import { type IssueList, type JsonObject, nameOfType } from "../domain/validation.ts";
import { read } from "./check.ts";
import { givenInstant } from "./fields.ts";
import { FILTERED_FIELDS, type FilteredField } from "./print-fields.ts";
import { DamagedPrint, Print } from "./print.ts";
import * as t from "./schema.ts";
import { operator, TagQuery, tagQueryOf } from "./tag-query.ts";
import { TextFilter, textPartsOf } from "./text-filter.ts";
import { domainWhereOf, stringFilterOf, whereOf } from "./where.ts";

export const StringFilter = t.union(
  [t.anyText("Exactly this."), t.strict({ op: operator, value: t.anyText() })],
  {
    name: "StringFilter",
    description: "A string for an exact match, or an operator. A print without the field never matches.",
  },
);

const filters = Object.fromEntries(FILTERED_FIELDS.map((name) => [name, StringFilter])) as {
  readonly [Name in FilteredField]: typeof StringFilter;
};

/** What a search asks of the fields, the text and the time of prints. */
const conditions = t.optional({
  ...filters,
  tag: TagQuery,
  text: TextFilter,
  from: givenInstant("Inclusive lower bound on createdAt."),
  to: givenInstant("Inclusive upper bound on createdAt."),
});

/** The filters of a search. */
const filterFields = t.optional({
  ...conditions,
  where: whereOf(conditions),
  deleted: t.checked<boolean | "any">(
    { enum: [false, true, "any"], description: "Deleted prints; false when not given." },
    (value) => typeof value === "boolean" || value === "any",
    () => 'must be true, false or "any".',
  ),
});

/** The fields of a search; a question for facets has them too. */
export const searchFields = {
  ...filterFields,
  ...t.optional({
    orderBy: t.choice(ORDERS, "createdAt.desc when not given; ties are broken by id."),
    page: t.integer(1, Number.MAX_SAFE_INTEGER, "1-based; 1 when not given."),
    pageSize: t.integer(1, SEARCH_LIMITS.pageSizeMaximum, `${SEARCH_LIMITS.pageSizeDefault} when not given.`),
    cursor: t.nullable(
      t.textOf((value) => value.length <= SEARCH_LIMITS.cursorCharacters, "", {
        fault: () => "must be null, or the nextCursor of the page before.",
        maxLength: SEARCH_LIMITS.cursorCharacters,
        description:
          "For walking over everything, exactly, while prints arrive: null first, then each nextCursor. Excludes page.",
      }),
    ),
  }),
};

/** A page is asked for by its number or by a cursor. */
export function checkPaging(body: JsonObject, issues: IssueList): void {
  if (Object.hasOwn(body, "cursor") && Object.hasOwn(body, "page"))
    issues.add("page", "cannot be combined with cursor; give one of them.");
}

/** Says that a body is none of a search. */
export function notFilters(value: unknown): string {
  return `The body must be a JSON object of filters ({} for all prints), not ${nameOfType(value)}.`;
}

/** Strict: a mistyped filter never quietly matches everything. */
export const Search = t.strict(searchFields, {
  name: "Search",
  together: checkPaging,
  fault: notFilters,
  description: "All given filters must hold. {} finds all prints, the newest first.",
  examples: [
    { label: { op: "contains", value: "order" }, pageSize: 10 },
    { tag: { and: [{ op: "eq", key: "orderId", value: "1001" }] }, from: "2026-01-31" },
    { text: ["flat white", "7.50"], deviceId: "till-2" },
    { where: { or: [{ text: "flat white" }, { not: { deviceId: "till-2" } }] } },
  ],
});

/** Of answers to searches with text. */
export const textPending = Type.Optional(
  t.count(
    "Only for a search with text: the workspace's prints whose text cannot be searched yet, and which are not found " +
      "by it. Text is read after a print is stored, so this is soon 0.",
  ),
);

export const Page = t.object(
  {
    items: t.list(t.union([Print, DamagedPrint]), null),
    total: t.count("All prints that match, exactly."),
    page: t.integer(1, Number.MAX_SAFE_INTEGER),
    pageSize: t.integer(1, Number.MAX_SAFE_INTEGER),
    totalPage: t.count("0 when nothing matches."),
    hasNext: t.flag(),
    hasPrev: t.flag(),
    nextCursor: Type.Optional(
      t.nullable(t.anyText(), "Only when asked for with cursor; null after the last page."),
    ),
    textPending,
  },
  { name: "Page", description: "A page of results." },
);

export type SearchBody = Static<typeof Search>;
export type PageAnswer = Static<typeof Page>;

/** Reads the body of a search (contract, section 4.3). @throws TillrollError BAD_REQUEST with all faults */
export function readSearchQuery(body: unknown): SearchQuery {
  const given = read(Search, body);
  const { orderBy = "createdAt.desc", page = 1, pageSize = SEARCH_LIMITS.pageSizeDefault, cursor } = given;
  return { filter: filterOf(given), orderBy, page, pageSize, ...(cursor !== undefined && { cursor }) };
}

const FilterFields = t.object(filterFields);

/** The filters of a search, as it is evaluated. */
export function filterOf(given: Static<typeof FilterFields>): SearchFilter {
  const { tag, text, from, to, where, deleted = false } = given;
  const filter: { -readonly [Field in keyof SearchFilter]: SearchFilter[Field] } = { deleted };
  for (const name of FILTERED_FIELDS) {
    const wanted = given[name];
    if (wanted !== undefined) filter[name] = stringFilterOf(wanted);
  }
  if (tag !== undefined) filter.tag = tagQueryOf(tag);
  if (text !== undefined) filter.text = textPartsOf(text);
  if (from !== undefined) filter.from = parseInstant(from) ?? 0;
  if (to !== undefined) filter.to = parseInstant(to) ?? 0;
  if (where !== undefined) filter.where = domainWhereOf(where);
  return filter;
}
