import { tagTerm } from "../../../../../search-language/completion.ts";
import { searchKey } from "../../../../../search-language/keys.ts";
import type { Operator, Term } from "../../../../../search-language/tokens.ts";
import { type Expression, expressionOf, readTree } from "../../../../../search-language/tree.ts";
import { writeExpression } from "../../../../../search-language/write.ts";

/** A condition or a group as it is built; the `id` stays while it is changed. */
export type Item = { readonly id: number; readonly isNot: boolean } & (
  | { readonly kind: "term"; readonly term: Term }
  | { readonly kind: "group"; readonly join: "and" | "or"; readonly items: readonly Item[] }
);

export type ItemGroup = Extract<Item, { kind: "group" }>;

const WORD: Term = { kind: "word", key: "", operator: "", value: "" };

let lastId = 0;

/** A condition that looks for nothing yet. */
export function newTerm(): Item {
  return { id: ++lastId, isNot: false, kind: "term", term: WORD };
}

export function newGroup(join: "and" | "or", items: readonly Item[] = [newTerm()]): ItemGroup {
  return { id: ++lastId, isNot: false, kind: "group", join, items };
}

/** The text of a search as a group of items. */
export function itemsOf(text: string): ItemGroup {
  const { tree } = readTree(text);
  const item = tree === null ? newGroup("and") : itemOf(expressionOf(tree), false);
  return item.kind === "group" && !item.isNot ? item : newGroup("and", [item]);
}

function itemOf(expression: Expression, isNot: boolean): Item {
  if (expression.kind === "not") return itemOf(expression.entry, !isNot);
  if (expression.kind === "term") return { id: ++lastId, isNot, kind: "term", term: expression.term };
  const items = expression.entries.map((entry) => itemOf(entry, false));
  return { ...newGroup(expression.join, items), isNot };
}

/** What items say as the text of a search; what is empty says nothing. */
export function textOf(item: Item): string {
  const expression = expressionFor(item);
  return expression === null ? "" : writeExpression(expression);
}

function expressionFor(item: Item): Expression | null {
  const inner = item.kind === "term" ? termFor(item.term) : groupFor(item);
  return inner !== null && item.isNot ? { kind: "not", entry: inner } : inner;
}

function termFor(term: Term): Expression | null {
  const isEmpty = term.value === "" && term.operator !== "*" && term.operator !== "=";
  const isNothing = isEmpty || (term.kind !== "word" && term.key === "");
  return isNothing ? null : { kind: "term", term };
}

function groupFor({ join, items }: ItemGroup): Expression | null {
  const entries = items.flatMap((item) => expressionFor(item) ?? []);
  const [first] = entries;
  if (first === undefined || entries.length === 1) return first ?? null;
  return { kind: "group", join, entries };
}

/** The same items with one of them changed; `null` takes it away. */
export function changed(group: ItemGroup, id: number, change: (item: Item) => Item | null): ItemGroup {
  const items = group.items.flatMap((item) => {
    if (item.id === id) return change(item) ?? [];
    return item.kind === "group" ? changed(item, id, change) : item;
  });
  return { ...group, items };
}

/** What a condition is about, as one word for a choice: `word`, `key device`, `tag total`. */
export function subjectOf({ kind, key }: Term): string {
  if (kind === "word") return "word";
  const name = kind === "key" ? searchKey(key)?.key : undefined;
  return name === undefined ? `tag ${key}` : `key ${name}`;
}

/** How a condition can compare; the first is what it does when nothing is said. */
export function operatorsOf(term: Term): readonly Operator[] {
  if (term.kind === "word") return [];
  const row = term.kind === "key" ? searchKey(term.key) : undefined;
  if (row === undefined) return tagOperators(term);
  const { meaning } = row;
  if (meaning.kind !== "field") return [];
  return meaning.byDefault === "eq" ? ["", "!=", "~", "*"] : ["", "=", "!=", "*"];
}

function tagOperators({ kind }: Term): readonly Operator[] {
  const ranges = [">", ">=", "<", "<=", "*"] as const;
  return kind === "tag" ? ["=", "~", ...ranges] : ["", "!=", "~", ...ranges];
}

/** The condition about something else. @param subject as {@link subjectOf} has it */
export function about(subject: string, { value }: Term): Term {
  const [kind, key = ""] = [subject.split(" ")[0], subject.slice(subject.indexOf(" ") + 1)];
  if (kind === "word") return { ...WORD, value };
  if (kind === "tag") return tagTerm(key, value);
  const words = wordsFor(key);
  const isKept = words === null || words.includes(value);
  return { kind: "key", key, operator: "", value: isKept ? value : (words[0] ?? "") };
}

/** The only values that a key takes; `null` where it takes any. */
export function wordsFor(key: string): readonly string[] | null {
  const meaning = searchKey(key)?.meaning;
  return meaning !== undefined && "words" in meaning ? meaning.words : null;
}
