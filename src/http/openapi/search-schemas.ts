import { Type } from "@sinclair/typebox";
import { KIBIBYTE, SEARCH_LIMITS } from "../../domain/limits.ts";
import { ORDERS } from "../../domain/search-query.ts";
import { FILTER_OPERATORS } from "../../domain/tag-query.ts";
import { MAXIMUM_PRINT_TEXT_BYTES } from "../../search/text/text-limits.ts";
import { reference, words } from "./fields.ts";

const operator = words(
  FILTER_OPERATORS,
  "eq and neq compare exactly; contains is a substring, whatever its case.",
);

export const StringFilter = Type.Union(
  [
    Type.String({ description: "Exactly this." }),
    Type.Object({ op: operator, value: Type.String() }, { additionalProperties: false }),
  ],
  { description: "A string for an exact match, or an operator. A print without the field never matches." },
);

const textPart = Type.Union([
  Type.String({ description: "Contains this." }),
  Type.Object(
    { op: words(["contains"], "The only one: whole receipts are not compared."), value: Type.String() },
    { additionalProperties: false },
  ),
]);

export const TextFilter = Type.Union(
  [textPart, Type.Array(textPart, { maxItems: SEARCH_LIMITS.textParts })],
  {
    description:
      "A part of one line of the receipt as it is on paper, or several that must all be on it, each in some line. Case " +
      "is ignored, runs of white space are one space, those at the ends of a part are nothing, and an empty part is on " +
      "every receipt. What a scanner reads from a bar code or two-dimensional symbol is a line too. A bare string " +
      "means contains here. Lines are as on paper of 80 columns, whatever the print's width. Of a receipt with more " +
      `than ${MAXIMUM_PRINT_TEXT_BYTES / KIBIBYTE} KiB of text, lines at its end are not searched.`,
    examples: [["flat white", "7.50"]],
  },
);

export const TagCondition = Type.Object(
  {
    op: operator,
    key: Type.String({ description: "The tag's key, matched exactly." }),
    value: Type.String({ description: "What its value is compared with." }),
  },
  {
    additionalProperties: false,
    description: "Never matches a print without the key, with neq neither.",
    examples: [{ op: "eq", key: "orderId", value: "1001" }],
  },
);

const group = (join: "and" | "or") =>
  Type.Object(
    { [join]: Type.Array(reference("TagQuery"), { maxItems: SEARCH_LIMITS.tagGroupEntries }) },
    { additionalProperties: false },
  );

export const TagQuery = Type.Union([reference("TagCondition"), group("and"), group("or")], {
  description:
    `A condition, or a group with "and" or "or" of at most ${SEARCH_LIMITS.tagGroupEntries} entries; groups nest at ` +
    `most ${SEARCH_LIMITS.tagGroupLevels} levels deep. "and" of nothing holds for all, "or" of nothing for none.`,
});

const bound = (description: string) =>
  Type.String({
    description:
      `${description} ISO 8601 with a date, time, fraction of any length, Z or an offset; ` +
      "without an offset UTC, a date alone its midnight.",
    examples: ["2026-01-31T19:30:00+01:00"],
  });

export const Search = Type.Object(
  {
    printKey: Type.Optional(reference("StringFilter")),
    label: Type.Optional(reference("StringFilter")),
    deviceId: Type.Optional(reference("StringFilter")),
    tag: Type.Optional(reference("TagQuery")),
    text: Type.Optional(reference("TextFilter")),
    from: Type.Optional(bound("Inclusive lower bound on createdAt.")),
    to: Type.Optional(bound("Inclusive upper bound on createdAt.")),
    deleted: Type.Optional(
      Type.Unsafe<boolean | "any">({
        enum: [false, true, "any"],
        default: false,
        description: "Deleted prints.",
      }),
    ),
    orderBy: Type.Optional(words(ORDERS, "createdAt.desc when not given; ties are broken by id.")),
    page: Type.Optional(Type.Integer({ minimum: 1, default: 1, description: "1-based." })),
    pageSize: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: SEARCH_LIMITS.pageSizeMaximum,
        default: SEARCH_LIMITS.pageSizeDefault,
      }),
    ),
    cursor: Type.Optional(
      Type.Unsafe<string | null>({
        type: ["string", "null"],
        maxLength: SEARCH_LIMITS.cursorCharacters,
        description:
          "For walking over everything, exactly, while prints arrive: null first, then each nextCursor. Excludes page.",
      }),
    ),
  },
  {
    additionalProperties: false,
    description: "All given filters must hold. {} finds all prints, the newest first.",
    examples: [
      { label: { op: "contains", value: "order" }, pageSize: 10 },
      { tag: { and: [{ op: "eq", key: "orderId", value: "1001" }] }, from: "2026-01-31" },
      { text: ["flat white", "7.50"], deviceId: "till-2" },
    ],
  },
);

export const Page = Type.Object(
  {
    items: Type.Array(reference("Print")),
    total: Type.Integer({ description: "All prints that match, exactly." }),
    page: Type.Integer(),
    pageSize: Type.Integer(),
    totalPage: Type.Integer({ description: "0 when nothing matches." }),
    hasNext: Type.Boolean(),
    hasPrev: Type.Boolean(),
    nextCursor: Type.Optional(
      Type.Unsafe<string | null>({
        type: ["string", "null"],
        description: "Only when asked for with cursor; null after the last page.",
      }),
    ),
    textPending: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          "Only for a search with text: the workspace's prints whose text cannot be searched yet, and which are not " +
          "found by it. Text is read after a print is stored, so this is soon 0.",
      }),
    ),
  },
  { description: "A page of results." },
);
