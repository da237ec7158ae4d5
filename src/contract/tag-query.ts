import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { SEARCH_LIMITS } from "../domain/limits.ts";
import {
  FILTER_OPERATORS,
  RANGE_OPERATORS,
  TAG_OPERATORS,
  type TagQuery as DomainTagQuery,
} from "../domain/tag-query.ts";
import { isJsonObject, type JsonObject, nameOfType } from "../domain/validation.ts";
import { valueRange } from "../domain/value-range.ts";
import * as t from "./schema.ts";
import type { Fault } from "./values.ts";

const ORDERED = "must be a number such as 12.50 or a timestamp such as 2026-01-31 to be compared.";

/** Whether a text has an order. */
const isOrdered = (text: string) => valueRange("gt", text) !== null;

export const operator = t.choice(
  FILTER_OPERATORS,
  "eq and neq compare exactly; contains is a substring, whatever its case.",
);

const key = t.anyText("The tag's key, matched exactly.");

const TextCondition = t.strict(
  {
    op: t.choice(FILTER_OPERATORS, {
      description: "eq and neq compare exactly; contains is a substring, whatever its case.",
      fault: () => `must be one of ${TAG_OPERATORS.join(", ")}.`,
    }),
    key,
    value: t.anyText("What its value is compared with."),
  },
  {
    name: "TagCondition",
    description: "Never matches a print without the key, with neq neither.",
    examples: [{ op: "eq", key: "orderId", value: "1001" }],
  },
);

const RangeCondition = t.strict(
  {
    op: t.choice(RANGE_OPERATORS, "Greater, or less; with e, or equal."),
    key,
    value: t.textOf(isOrdered, ORDERED, "A number or an ISO 8601 timestamp."),
  },
  {
    name: "TagRange",
    description:
      "Compares numbers with numbers, digit by digit, and ISO 8601 timestamps with timestamps. No other value matches.",
    examples: [{ op: "gte", key: "total", value: "100" }],
  },
);

export type TagCondition = Static<typeof TextCondition> | Static<typeof RangeCondition>;

/** A tag query as clients give it. */
export type GivenTagQuery = TagCondition | { and: GivenTagQuery[] } | { or: GivenTagQuery[] };

/** Stands for groups where there may be none. */
const noGroup = t.checked<never>(
  { type: "object" },
  () => false,
  () => null,
);

/** Groups nest so little that each level has a schema of its own; the reference shows one that contains itself. */
function tagQueryAt(level: number): TSchema {
  const isDeepest = level > SEARCH_LIMITS.tagGroupLevels;
  const groups: TSchema[] = isDeepest ? [noGroup] : [groupAt(level, "and"), groupAt(level, "or")];
  return t.union([TextCondition, RangeCondition, ...groups], {
    name: "TagQuery",
    description:
      `A condition, or a group with "and" or "or" of at most ${SEARCH_LIMITS.tagGroupEntries} entries; groups nest at ` +
      `most ${SEARCH_LIMITS.tagGroupLevels} levels deep. "and" of nothing holds for all, "or" of nothing for none.`,
    fault: (value) => faultOf(value, isDeepest),
  });
}

function groupAt(level: number, join: "and" | "or") {
  const entries = t.list(tagQueryAt(level + 1), SEARCH_LIMITS.tagGroupEntries, {
    fault: (value) => `must be an array of tag queries, not ${nameOfType(value)}.`,
  });
  return t.strict({ [join]: entries });
}

/** What is wrong with what was meant to be a group, or is nothing like a query; `null` for the faults of its entries. */
function faultOf(value: unknown, isDeepest: boolean): Fault {
  if (!isJsonObject(value))
    return `must be a condition {op, key, value} or a group {and} or {or}, not ${nameOfType(value)}.`;
  if (!Object.hasOwn(value, "and") && !Object.hasOwn(value, "or")) return rangeFault(value);
  if (Object.keys(value).length !== 1) return 'A group must have exactly one field, "and" or "or".';
  return isDeepest ? `Groups nest at most ${SEARCH_LIMITS.tagGroupLevels} levels deep.` : null;
}

/** What is wrong with the value of what was meant to be a range. */
function rangeFault({ op, value }: JsonObject): Fault {
  const isRange = RANGE_OPERATORS.some((known) => known === op);
  return isRange && typeof value === "string" && !isOrdered(value)
    ? [{ field: "value", message: ORDERED }]
    : null;
}

export const TagQuery = Type.Unsafe<GivenTagQuery>(tagQueryAt(1));

/** A tag query as searches know it. */
export function tagQueryOf(given: GivenTagQuery): DomainTagQuery {
  if ("op" in given) return given;
  if ("and" in given) return { join: "and", entries: given.and.map(tagQueryOf) };
  return { join: "or", entries: given.or.map(tagQueryOf) };
}
