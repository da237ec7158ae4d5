import { SEARCH_LIMITS } from "./limits.ts";
import { readString } from "./tag-query.ts";
import {
  fieldOf,
  isJsonObject,
  type IssueSink,
  nameOfType,
  pathOf,
  refuseUnknownFields,
} from "./validation.ts";

/**
 * Reads the filter on the text of the receipt: a part, or several that must all be in it, each a string or
 * `{op: "contains", value}`. Adds an issue for each fault with its path, such as `text.0.op`.
 * @returns the parts as they were given; after an issue they must not be used
 */
export function readTextQuery(value: unknown, path: string, list: IssueSink): string[] {
  if (!Array.isArray(value)) return [readPart(value, path, list)];
  if (value.length > SEARCH_LIMITS.textParts) {
    list.add(path, `must have at most ${SEARCH_LIMITS.textParts} entries, not ${value.length}.`);
    return [];
  }
  return value.map((part, index) => readPart(part, pathOf(path, index), list));
}

function readPart(value: unknown, path: string, list: IssueSink): string {
  if (typeof value === "string") return readString(value, path, list);
  if (!isJsonObject(value)) {
    list.add(path, `must be a string or {op, value}, not ${nameOfType(value)}.`);
    return "";
  }
  refuseUnknownFields(value, path, ["op", "value"], list);
  if (fieldOf(value, "op") !== "contains") {
    list.add(pathOf(path, "op"), "must be contains: whole receipts are not compared, only looked through.");
  }
  return readString(fieldOf(value, "value"), pathOf(path, "value"), list);
}
