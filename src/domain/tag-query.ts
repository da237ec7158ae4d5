import { SEARCH_LIMITS } from "./limits.ts";
import {
  fieldOf,
  isJsonObject,
  type IssueSink,
  type JsonObject,
  nameOfType,
  pathOf,
  refuseUnknownFields,
} from "./validation.ts";

export const FILTER_OPERATORS = ["eq", "neq", "contains"] as const;

/** `eq` and `neq` compare exactly; `contains` is a substring without regard to case (contract, 4.3 rule 3). */
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

/** A condition on one tag: false for a print without the key, with `neq` too (rule 5). */
export interface TagCondition {
  readonly op: FilterOperator;
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

const NOTHING: TagQuery = { join: "or", entries: [] };

/**
 * Reads a tag query, adding an issue for each fault with its path, such as `tag.and.0.op`.
 * @param level 1 for the outermost group
 * @returns the query; after an issue one that matches nothing, which must not be used
 */
export function readTagQuery(value: unknown, path: string, level: number, list: IssueSink): TagQuery {
  if (!isJsonObject(value)) {
    list.add(
      path,
      `must be a condition {op, key, value} or a group {and} or {or}, not ${nameOfType(value)}.`,
    );
    return NOTHING;
  }
  const isGroup = Object.hasOwn(value, "and") || Object.hasOwn(value, "or");
  return isGroup ? readGroup(value, path, level, list) : readCondition(value, path, list);
}

function readGroup(value: JsonObject, path: string, level: number, list: IssueSink): TagQuery {
  if (Object.keys(value).length !== 1) {
    list.add(path, 'A group must have exactly one field, "and" or "or".');
    return NOTHING;
  }
  const join = Object.hasOwn(value, "and") ? "and" : "or";
  const entries = fieldOf(value, join);
  const entriesPath = pathOf(path, join);
  if (level > SEARCH_LIMITS.tagGroupLevels) {
    list.add(path, `Groups nest at most ${SEARCH_LIMITS.tagGroupLevels} levels deep.`);
    return NOTHING;
  }
  if (!Array.isArray(entries)) {
    list.add(entriesPath, `must be an array of tag queries, not ${nameOfType(entries)}.`);
    return NOTHING;
  }
  if (entries.length > SEARCH_LIMITS.tagGroupEntries) {
    const limit = SEARCH_LIMITS.tagGroupEntries;
    list.add(entriesPath, `must have at most ${limit} entries, not ${entries.length}.`);
    return NOTHING;
  }
  const read = entries.map((entry, index) =>
    readTagQuery(entry, pathOf(entriesPath, index), level + 1, list),
  );
  return { join, entries: read };
}

function readCondition(value: JsonObject, path: string, list: IssueSink): TagQuery {
  refuseUnknownFields(value, path, ["op", "key", "value"], list);
  const op = readOperator(fieldOf(value, "op"), pathOf(path, "op"), list);
  const key = readString(fieldOf(value, "key"), pathOf(path, "key"), list);
  const text = readString(fieldOf(value, "value"), pathOf(path, "value"), list);
  return { op, key, value: text };
}

/** Reads an operator, adding an issue when it is not one. */
export function readOperator(value: unknown, path: string, list: IssueSink): FilterOperator {
  const found = FILTER_OPERATORS.find((operator) => operator === value);
  if (found === undefined) list.add(path, `must be one of ${FILTER_OPERATORS.join(", ")}.`);
  return found ?? "eq";
}

/**
 * Reads any string, adding an issue when it is not one. Lone surrogates become U+FFFD, as they did in what is stored.
 */
export function readString(value: unknown, path: string, list: IssueSink): string {
  if (typeof value === "string") return value.toWellFormed();
  list.add(path, `must be a string, not ${nameOfType(value)}.`);
  return "";
}
