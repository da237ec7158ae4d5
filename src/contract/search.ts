import { Type } from "@sinclair/typebox";
import { KIBIBYTE, SEARCH_LIMITS } from "../domain/limits.ts";
import { ORDERS } from "../domain/search-query.ts";
import { type IssueSink, type JsonObject, nameOfType } from "../domain/validation.ts";
import { givenInstant } from "./fields.ts";
import { Print } from "./print.ts";
import {
  anyText,
  checked,
  choice,
  flag,
  integer,
  list,
  named,
  nullable,
  optional,
  saying,
  strict,
  textOf,
  together,
} from "./schema.ts";
import { operator, TagQuery } from "./tag-query.ts";

export const StringFilter = named(
  "StringFilter",
  Type.Union([anyText({ description: "Exactly this." }), strict({ op: operator, value: anyText() })], {
    description: "A string for an exact match, or an operator. A print without the field never matches.",
  }),
);

const contains = saying(
  choice(["contains"], { description: "The only one: whole receipts are not compared." }),
  () => "must be contains: whole receipts are not compared, only looked through.",
);

const textPart = Type.Union([
  anyText({ description: "Contains this." }),
  strict({ op: contains, value: anyText() }),
]);

export const TextFilter = named(
  "TextFilter",
  Type.Union([textPart, list(textPart, SEARCH_LIMITS.textParts)], {
    description:
      "A part of one line of the receipt as it is on paper, or several that must all be on it, each in some line. Case " +
      "is ignored, runs of white space are one space, those at the ends of a part are nothing, and an empty part is on " +
      "every receipt. What a scanner reads from a bar code or two-dimensional symbol is a line too. A bare string " +
      "means contains here. Lines are as on paper of 80 columns, whatever the print's width. Of a receipt with more " +
      `than ${SEARCH_LIMITS.textBytes / KIBIBYTE} KiB of text, lines at its end are not searched.`,
    examples: [["flat white", "7.50"]],
  }),
);

const deleted = checked<boolean | "any">(
  { enum: [false, true, "any"], description: "Deleted prints; false when not given." },
  (value) => typeof value === "boolean" || value === "any",
  () => 'must be true, false or "any".',
);

const cursor = nullable(
  saying(
    textOf((value) => value.length <= SEARCH_LIMITS.cursorCharacters, "", {
      maxLength: SEARCH_LIMITS.cursorCharacters,
      description:
        "For walking over everything, exactly, while prints arrive: null first, then each nextCursor. Excludes page.",
    }),
    () => "must be null, or the nextCursor of the page before.",
  ),
);

/** The fields of a search; a question for facets has them too. */
export const searchFields = optional({
  printKey: StringFilter,
  label: StringFilter,
  deviceId: StringFilter,
  tag: TagQuery,
  text: TextFilter,
  from: givenInstant("Inclusive lower bound on createdAt."),
  to: givenInstant("Inclusive upper bound on createdAt."),
  deleted,
  orderBy: choice(ORDERS, { description: "createdAt.desc when not given; ties are broken by id." }),
  page: integer(1, undefined, { description: "1-based; 1 when not given." }),
  pageSize: integer(1, SEARCH_LIMITS.pageSizeMaximum, {
    description: `${SEARCH_LIMITS.pageSizeDefault} when not given.`,
  }),
  cursor,
});

/** A page is asked for by its number or by a cursor. */
export function checkPaging(body: JsonObject, issues: IssueSink): void {
  if (Object.hasOwn(body, "cursor") && Object.hasOwn(body, "page"))
    issues.add("page", "cannot be combined with cursor; give one of them.");
}

/** Says that a body is none of a search. */
export function notFilters(value: unknown): string {
  return `The body must be a JSON object of filters ({} for all prints), not ${nameOfType(value)}.`;
}

/** Strict: a mistyped filter never quietly matches everything. */
export const Search = named(
  "Search",
  together(
    saying(
      strict(searchFields, {
        description: "All given filters must hold. {} finds all prints, the newest first.",
        examples: [
          { label: { op: "contains", value: "order" }, pageSize: 10 },
          { tag: { and: [{ op: "eq", key: "orderId", value: "1001" }] }, from: "2026-01-31" },
          { text: ["flat white", "7.50"], deviceId: "till-2" },
        ],
      }),
      notFilters,
    ),
    checkPaging,
  ),
);

/** Of answers to searches with text. */
export const textPending = Type.Optional(
  integer(0, undefined, {
    description:
      "Only for a search with text: the workspace's prints whose text cannot be searched yet, and which are not found " +
      "by it. Text is read after a print is stored, so this is soon 0.",
  }),
);

export const Page = named(
  "Page",
  Type.Object(
    {
      items: list(Print, null),
      total: integer(0, undefined, { description: "All prints that match, exactly." }),
      page: integer(1),
      pageSize: integer(1),
      totalPage: integer(0, undefined, { description: "0 when nothing matches." }),
      hasNext: flag(),
      hasPrev: flag(),
      nextCursor: Type.Optional(
        nullable(anyText(), {
          description: "Only when asked for with cursor; null after the last page.",
        }),
      ),
      textPending,
    },
    { description: "A page of results." },
  ),
);
