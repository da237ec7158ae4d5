import { FILTERED_FIELDS, type FilteredField, PRINT_FIELDS } from "../../contract/print-fields.ts";
import type { TagCondition } from "../../contract/tag-query.ts";
import { SEARCH_LIMITS } from "../../domain/limits.ts";
import type { StringFilter } from "../../domain/search-query.ts";
import { isRangeOperator, type TagOperator } from "../../domain/tag-query.ts";
import { valueRange } from "../../domain/value-range.ts";
import type { Wanted } from "./word-search.ts";

/** What the text of the search box means. */
interface ReadSearch {
  readonly wanted: Wanted;
  /** What the person should know about the text, such as a condition that was left out; empty for nothing. */
  readonly problem: string;
}

const { tagGroupEntries: MAXIMUM_TAG_CONDITIONS, textParts: MAXIMUM_WORDS } = SEARCH_LIMITS;

/** The fields that can be searched for, by the word before the colon. */
const FIELDS = new Map<string | undefined, FilteredField>(
  FILTERED_FIELDS.flatMap((name) => {
    const field = PRINT_FIELDS[name];
    return "searchWord" in field ? [[field.searchWord, name] as const] : [];
  }),
);

/**
 * Reads the text of the search box: words are looked for on the receipt and in the label; `device:`, `key:` and `tag:`
 * narrow further, with `:` or `=` for exactly and `~` for contains, a tag with `>`, `>=`, `<` and `<=` too; quotes hold words
 * or a value with spaces together.
 */
export function readSearch(text: string): ReadSearch {
  const words: string[] = [];
  const fields: { [Name in FilteredField]?: StringFilter } = {};
  const tags: TagCondition[] = [];
  let problem = "";
  // Split at spaces outside quotes; a quote that is not closed yet reaches to the end.
  for (const written of text.match(/(?:"[^"]*(?:"|$)|[^\s"])+/g) ?? []) {
    const value = unquote(written);
    const field = /^([a-z]+)([:~])/.exec(written);
    const name = FIELDS.get(field?.[1]);
    if (written.startsWith("tag:")) {
      const condition = tagConditionOf(written.slice("tag:".length));
      if (typeof condition === "string") problem ||= condition;
      else if (tags.length === MAXIMUM_TAG_CONDITIONS)
        problem ||= `Only the first ${MAXIMUM_TAG_CONDITIONS} tags are looked for.`;
      else tags.push(condition);
    } else if (field !== null && name !== undefined) {
      const wanted = unquote(written.slice(field[0].length));
      if (wanted === "") problem ||= `Write a value after ${field[0]}`;
      else if (fields[name] !== undefined) problem ||= `Only one ${field[1]} can be looked for at a time.`;
      else fields[name] = { op: field[2] === "~" ? "contains" : "eq", value: wanted };
    } else if (words.length === MAXIMUM_WORDS) {
      problem ||= `Only the first ${MAXIMUM_WORDS} words are looked for; quotes make one of several.`;
    } else if (value !== "") {
      words.push(value);
    }
  }
  const some = words.length > 0 ? { words } : {};
  return { wanted: { ...some, ...fields, ...(tags.length > 0 ? { tag: { and: tags } } : {}) }, problem };
}

function unquote(text: string): string {
  return text.replaceAll('"', "");
}

/** What stands between a tag's key and its value. */
const OPERATORS: Readonly<Record<string, TagOperator>> = {
  "=": "eq",
  "~": "contains",
  ">": "gt",
  ">=": "gte",
  "<": "lt",
  "<=": "lte",
};

/** `orderId=1001`, `orderId~10`, `total>100`, or `orderId` alone for any value. @returns a sentence for what is none of them */
function tagConditionOf(text: string): TagCondition | string {
  const [, keyText = "", sign, given = ""] =
    /^((?:"[^"]*"?|[^"=~<>])+)(?:([<>]=?|[=~])(.*))?$/s.exec(text) ?? [];
  const key = unquote(keyText);
  if (key === "") return "Write a tag as tag:orderId=1001.";
  // Every value contains the empty text, so that this holds for all prints with the key.
  if (sign === undefined) return { op: "contains", key, value: "" };
  const op = OPERATORS[sign] ?? "eq";
  const value = unquote(given);
  if (isRangeOperator(op) && valueRange(op, value) === null)
    return `Write a number or a date after ${sign}, such as tag:total${sign}12.50.`;
  return { op, key, value };
}
