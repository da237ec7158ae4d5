import { searchKey } from "./keys.ts";
import type { Place, Term } from "./tokens.ts";
import { conjunctsOf, type Expression, expressionOf, type Node, readTree } from "./tree.ts";
import { writeExpression } from "./write.ts";

/*
 * Changes of the text of a search. What they do not touch stays as it was written.
 */

/** A condition that can be taken away by itself. */
export interface Chip extends Place {
  /** What is not wanted. */
  readonly isNot: boolean;
  /** The key, such as `device`; empty for a word or a group. */
  readonly name: string;
  /** What is behind the key, as it is written. */
  readonly value: string;
}

/** The conditions that must all hold, words among them. */
export function chipsOf(text: string): Chip[] {
  return conjunctsOf(readTree(text).tree).map((node) => chipOf(text, node));
}

function chipOf(text: string, { from, to, ...node }: Node): Chip {
  const isNot = node.kind === "not";
  const inner = node.kind === "not" ? node.entry : { from, to, ...node };
  const written = text.slice(inner.from, inner.to);
  if (inner.kind !== "term" || inner.term.kind === "word")
    return { from, to, isNot, name: "", value: written };
  const { kind, key, operator } = inner.term;
  const name = kind === "tag" ? key : (searchKey(key)?.key ?? key);
  const sign = /^(?:=|\*|\.\.|)$/.test(operator) ? "" : operator;
  const value = `${sign}${text.slice(inner.valueFrom, inner.to)}`;
  return { from, to, isNot, name, value: value === "" ? "*" : withoutQuotes(value, inner.term) };
}

function withoutQuotes(written: string, { value }: Term): string {
  return written.includes('"') ? written.slice(0, written.indexOf('"')) + value : written;
}

/** The text without a part of it, and without an `AND` that joined it. */
export function withoutPart(text: string, { from, to }: Place): string {
  const before = text.slice(0, from).trimEnd();
  const behind = text.slice(to).trimStart();
  if (/(?:^|\s)AND$/.test(before)) return spaced(before.slice(0, -"AND".length), behind);
  return spaced(before, behind.replace(/^AND(?=\s|$)/, ""));
}

function spaced(before: string, behind: string): string {
  return [before.trimEnd(), behind.trim()].filter((part) => part !== "").join(" ");
}

/**
 * The text with one more condition that must hold. What says the opposite goes; what is there already stays as it is.
 * @param isNot whether the condition must not hold
 */
export function withTerm(text: string, term: Term, isNot = false): string {
  const wanted: Expression = isNot ? { kind: "not", entry: { kind: "term", term } } : { kind: "term", term };
  const opposite = JSON.stringify(
    isNot ? { kind: "term", term } : { kind: "not", entry: { kind: "term", term } },
  );
  const parts = conjunctsOf(readTree(text).tree);
  if (parts.some((part) => JSON.stringify(expressionOf(part)) === JSON.stringify(wanted))) return text;
  const contrary = parts.find((part) => JSON.stringify(expressionOf(part)) === opposite);
  const rest = contrary === undefined ? text : withoutPart(text, contrary);
  return spaced(bracketed(rest), writeExpression(wanted));
}

/** The text in brackets where an `OR` in it would take in what comes behind it. */
function bracketed(text: string): string {
  const { tree } = readTree(text);
  if (tree?.kind !== "group" || tree.join !== "or" || tree.isBracketed === true) return text;
  const inner = readTree(`(${text.trim()})`).tree;
  // A bracket that is a word here would be one there.
  const isSame = inner !== null && JSON.stringify(expressionOf(inner)) === JSON.stringify(expressionOf(tree));
  return isSame ? `(${text.trim()})` : `(${writeExpression(expressionOf(tree))})`;
}

/** The text without the conditions on a key that must all hold, whatever their values. */
export function withoutKey(text: string, key: string): string {
  const part = conjunctsOf(readTree(text).tree).find(
    (node) => node.kind === "term" && node.term.kind === "key" && node.term.key === key,
  );
  return part === undefined ? text : withoutKey(withoutPart(text, part), key);
}

/** The text with other bounds of time. @param bounds dates as a search writes them; empty for no bounds */
export function withTimes(
  text: string,
  bounds: { readonly from?: string; readonly to?: string; readonly on?: string },
): string {
  const free = ["from", "to", "after", "before", "on"].reduce(withoutKey, text);
  return Object.entries(bounds).reduce(
    (written, [key, value]) =>
      value === "" || value === undefined
        ? written
        : withTerm(written, { kind: "key", key, operator: "", value }),
    free,
  );
}

/** Whether a condition must hold, or must not, as the text is written; `null` where it says nothing of it. */
export function isAskedFor(text: string, term: Term): boolean | null {
  const parts = new Set(conjunctsOf(readTree(text).tree).map((part) => JSON.stringify(expressionOf(part))));
  if (parts.has(JSON.stringify({ kind: "term", term }))) return true;
  return parts.has(JSON.stringify({ kind: "not", entry: { kind: "term", term } })) ? false : null;
}
