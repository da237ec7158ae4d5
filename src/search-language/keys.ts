import { FILTERED_FIELDS, type FilteredField, PRINT_FIELDS } from "../contract/print-fields.ts";
import { PRINT_STATES } from "../domain/where.ts";
import type { Operator } from "./tokens.ts";

/** Which values a key takes, and what it means. */
export type KeyMeaning =
  /** A field of prints; `byDefault` is what a value without an operator asks. */
  | { readonly kind: "field"; readonly field: FilteredField; readonly byDefault: "eq" | "contains" }
  /** A printer by its name: what came in by it has its device. */
  | { readonly kind: "printer" }
  /** A part of a line of the receipt. */
  | { readonly kind: "text" }
  | { readonly kind: "time"; readonly bound: TimeBound }
  /** One of `words`. */
  | { readonly kind: "state" | "presence" | "deleted"; readonly words: readonly string[] };

/** From its beginning on, up to its end, after its end, before its beginning, within it. */
export type TimeBound = "from" | "to" | "after" | "before" | "on";

export interface SearchKey {
  /** What stands before the colon. */
  readonly key: string;
  readonly meaning: KeyMeaning;
  /** What may stand behind the colon, beside nothing. */
  readonly operators: readonly Operator[];
  /** What its values look like. */
  readonly example: string;
}

const TEXT_OPERATORS = ["=", "!=", "~", "*"] as const;

/** The fields that can be searched for. A field whose row names no word is searched for by its own name. */
const FIELD_KEYS: readonly SearchKey[] = FILTERED_FIELDS.map((field) => {
  const row = PRINT_FIELDS[field];
  const key = "searchWord" in row ? row.searchWord : field;
  // A label is a sentence of which one knows a part; the others are names.
  const byDefault = "searchWord" in row ? "eq" : "contains";
  return {
    key,
    meaning: { kind: "field", field, byDefault },
    operators: TEXT_OPERATORS,
    example: byDefault === "eq" ? `${key}:till-2` : `${key}:"Order 1001"`,
  };
});

const TIME_KEYS = (
  [
    ["on", "on:yesterday"],
    ["from", "from:2026-01-31"],
    ["to", "to:today"],
    ["after", "after:yesterday"],
    ["before", "before:2026-01-31"],
  ] as const
).map(([key, example]): SearchKey => {
  const operators = key === "on" ? ([".."] as const) : [];
  return { key, meaning: { kind: "time", bound: key }, operators, example };
});

/** What `has:` asks for, beside keys of tags. */
export const PRESENCES: Readonly<Record<string, FilteredField>> = Object.fromEntries(
  FIELD_KEYS.flatMap(({ key, meaning }) =>
    meaning.kind === "field" && !PRINT_FIELDS[meaning.field].isAlwaysThere ? [[key, meaning.field]] : [],
  ),
);

/** What a search without it finds, deleted ones only, or both. */
export const DELETED_WORDS = ["no", "only", "any"] as const;

/** The words before the colon that are no keys of tags, in the order in which they are offered. */
export const SEARCH_KEYS: readonly SearchKey[] = [
  ...FIELD_KEYS.toReversed(),
  { key: "printer", meaning: { kind: "printer" }, operators: ["=", "!="], example: "printer:kitchen" },
  { key: "text", meaning: { kind: "text" }, operators: ["~"], example: 'text:"flat white"' },
  ...TIME_KEYS,
  { key: "is", meaning: { kind: "state", words: PRINT_STATES }, operators: [], example: "is:test" },
  {
    key: "has",
    meaning: { kind: "presence", words: Object.keys(PRESENCES) },
    operators: [],
    example: "has:label",
  },
  {
    key: "deleted",
    meaning: { kind: "deleted", words: DELETED_WORDS },
    operators: [],
    example: "deleted:any",
  },
];

const BY_KEY = new Map(SEARCH_KEYS.map((row) => [row.key, row]));

/** A key by its name, whatever its case. */
export function searchKey(name: string): SearchKey | undefined {
  return BY_KEY.get(name.toLowerCase());
}

/** The key for explicit tags, whose names may be anything. */
export const TAG_KEY = "tag";
