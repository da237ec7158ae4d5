import { AGE_WORDS, DATE_WORDS } from "./dates.ts";
import { SEARCH_KEYS, searchKey } from "./keys.ts";
import type { SearchContext } from "./meaning.ts";
import { type Place, tokensOf, unquoted } from "./tokens.ts";
import { writeTerm } from "./write.ts";

/** Where the values of what is being written come from. */
export type ValueSource =
  | { readonly kind: "facet"; readonly of: "deviceId" }
  | { readonly kind: "facet"; readonly of: "tag"; readonly key: string }
  | { readonly kind: "known"; readonly values: readonly string[] };

/** What is being written at a place, and what of it is there already. */
export interface CompletionPoint extends Place {
  readonly kind: "key" | "value";
  /** What is there, without quotes. */
  readonly prefix: string;
  /** Of a value: the key before it, as it is written, and what stands between. */
  readonly lead: string;
  /** `null` where nothing is known of the values. */
  readonly source: ValueSource | null;
}

/** What may be written there. */
export interface Completion {
  /** The text in the place of that of the point. */
  readonly text: string;
  /** What is shown. */
  readonly name: string;
  /** What it is: a key of the language, a tag, a value. */
  readonly kind: "key" | "tag" | "value";
  /** How many prints have it, where that is known. */
  readonly count: number | null;
}

/** A value that prints have, and how many. */
export interface ValueCount {
  readonly value: string;
  readonly count: number;
}

/** What is being written at a place of the text; `null` within what is written already. */
export function completionPoint(text: string, caret: number, context: SearchContext): CompletionPoint | null {
  const token = tokensOf(text).find(({ from, to }) => from < caret && caret <= to);
  if (token === undefined || token.kind === "open" || token.kind === "not" || token.kind === "close")
    return { from: caret, to: caret, kind: "key", prefix: "", lead: "", source: null };
  if (token.kind !== "term") return null;
  const { from, to, term, valueFrom, isBare } = token;
  if (term.kind === "word" || isBare || caret < valueFrom) {
    const prefix = text.slice(from, caret);
    return prefix.includes('"') ? null : { from, to, kind: "key", prefix, lead: "", source: null };
  }
  const key = term.kind === "tag" ? term.key : (searchKey(term.key)?.key ?? term.key);
  const source = term.kind === "tag" ? tagSource(key) : sourceOf(key, context);
  const prefix = unquoted(text.slice(valueFrom, caret));
  return { from: valueFrom, to, kind: "value", prefix, lead: text.slice(from, valueFrom), source };
}

function sourceOf(key: string, { printers, dateWords = 0 }: SearchContext): ValueSource | null {
  const meaning = searchKey(key)?.meaning;
  switch (meaning?.kind) {
    case undefined:
      return tagSource(key);
    case "field":
      return meaning.field === "deviceId" ? { kind: "facet", of: "deviceId" } : null;
    case "printer":
      return { kind: "known", values: printers.map(({ name }) => name) };
    case "time":
      return { kind: "known", values: [...DATE_WORDS.map(({ words }) => words[dateWords]), ...AGE_WORDS] };
    case "state":
    case "presence":
    case "deleted":
      return { kind: "known", values: meaning.words };
    case "text":
      return null;
  }
}

function tagSource(key: string): ValueSource {
  return { kind: "facet", of: "tag", key };
}

/** How many of each kind are offered. */
const MOST = 12;

/** What may be written at a point, the likeliest first. @param values those of its source, where that is a facet */
export function completionsFor(
  point: CompletionPoint,
  context: SearchContext,
  values: readonly ValueCount[],
): Completion[] {
  const { source, prefix } = point;
  if (point.kind === "key") return keysFor(prefix, context);
  const known = source?.kind === "known" ? source.values.map((value) => ({ value, count: null })) : values;
  return known
    .filter(({ value }) => value !== prefix && value.toLowerCase().includes(prefix.toLowerCase()))
    .toSorted((left, right) => Number(begins(right.value, prefix)) - Number(begins(left.value, prefix)))
    .slice(0, MOST)
    .map(({ value, count }) => ({ text: `${valueText(value)} `, name: value, kind: "value", count }));
}

/** A value as it is written behind a key. */
function valueText(value: string): string {
  return writeTerm({ kind: "key", key: "x", operator: "", value }).slice("x:".length);
}

function begins(text: string, prefix: string): boolean {
  return text.toLowerCase().startsWith(prefix.toLowerCase());
}

function keysFor(prefix: string, { tagKeys }: SearchContext): Completion[] {
  const keys = SEARCH_KEYS.map(({ key }): Completion => ({
    text: `${key}:`,
    name: key,
    kind: "key",
    count: null,
  }));
  const tags = (tagKeys?.names ?? []).map((name): Completion => ({
    text: tagText(name),
    name,
    kind: "tag",
    count: null,
  }));
  return [...tags, ...keys]
    .filter(({ name }) => begins(name, prefix))
    .slice(0, prefix === "" ? Infinity : MOST);
}

/** What stands before the value of a tag: its key, or `tag:` and it, where the key is one of the language too. */
function tagText(key: string): string {
  const isTaken = searchKey(key) !== undefined || key === "tag";
  const term = { key, operator: "", value: "x" } as const;
  return isTaken
    ? writeTerm({ ...term, kind: "tag", operator: "=" }).slice(0, -1)
    : writeTerm({ ...term, kind: "key" }).slice(0, -1);
}

/** The text with a completion in its place, and where the caret is then. */
export function complete(
  text: string,
  point: Place,
  { text: written }: Completion,
): { text: string; caret: number } {
  const behind = text.slice(point.to);
  const added = written.endsWith(" ") && behind.startsWith(" ") ? written.trimEnd() : written;
  return { text: text.slice(0, point.from) + added + behind, caret: point.from + written.length };
}

/** The term that asks for a tag's value, or a device; as facets and chips of a print add it. */
export function tagTerm(key: string, value: string) {
  const isTaken = searchKey(key) !== undefined || key === "tag";
  return isTaken
    ? ({ kind: "tag", key, operator: "=", value } as const)
    : ({ kind: "key", key, operator: "", value } as const);
}
