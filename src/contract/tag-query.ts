import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { SEARCH_LIMITS } from "../domain/limits.ts";
import { FILTER_OPERATORS, type TagQuery as DomainTagQuery } from "../domain/tag-query.ts";
import { isJsonObject, nameOfType } from "../domain/validation.ts";
import * as t from "./schema.ts";

export const operator = t.choice(
  FILTER_OPERATORS,
  "eq and neq compare exactly; contains is a substring, whatever its case.",
);

export const TagCondition = t.strict(
  {
    op: operator,
    key: t.anyText("The tag's key, matched exactly."),
    value: t.anyText("What its value is compared with."),
  },
  {
    name: "TagCondition",
    description: "Never matches a print without the key, with neq neither.",
    examples: [{ op: "eq", key: "orderId", value: "1001" }],
  },
);

export type TagCondition = Static<typeof TagCondition>;

type GivenTagQuery = TagCondition | { and: GivenTagQuery[] } | { or: GivenTagQuery[] };

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
  return t.union([TagCondition, ...groups], {
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
function faultOf(value: unknown, isDeepest: boolean): string | null {
  if (!isJsonObject(value))
    return `must be a condition {op, key, value} or a group {and} or {or}, not ${nameOfType(value)}.`;
  if (!Object.hasOwn(value, "and") && !Object.hasOwn(value, "or")) return null;
  if (Object.keys(value).length !== 1) return 'A group must have exactly one field, "and" or "or".';
  return isDeepest ? `Groups nest at most ${SEARCH_LIMITS.tagGroupLevels} levels deep.` : null;
}

export const TagQuery = Type.Unsafe<GivenTagQuery>(tagQueryAt(1));

/** A tag query as searches know it. */
export function tagQueryOf(given: GivenTagQuery): DomainTagQuery {
  if ("op" in given) return given;
  if ("and" in given) return { join: "and", entries: given.and.map(tagQueryOf) };
  return { join: "or", entries: given.or.map(tagQueryOf) };
}
