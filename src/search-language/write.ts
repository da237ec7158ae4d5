import { type Operator, type Term, tokensOf } from "./tokens.ts";
import type { Expression } from "./tree.ts";

/** A term as it is written. Reading it gives the same term. */
export function writeTerm({ kind, key, operator, value }: Term): string {
  if (kind === "word") return quotedUnless(value, isPlainWord);
  if (kind === "tag") {
    const name = `tag:${quotedUnless(key, isPlain)}`;
    return operator === "*" ? name : `${name}${TAG_SIGNS[operator] ?? "="}${quotedUnless(value, isPlain)}`;
  }
  const name = `${quotedUnless(key, isPlain)}:`;
  if (operator === "*") return `${name}*`;
  return operator === ".." ? `${name}${value}` : `${name}${operator}${quotedUnless(value, isPlainValue)}`;
}

/** How tags that are named as such write what is not `=`. */
const TAG_SIGNS: Readonly<Partial<Record<Operator, string>>> = {
  "~": "~",
  ">": ">",
  ">=": ">=",
  "<": "<",
  "<=": "<=",
};

/** A tree as it is written. Reading it gives the same tree. */
export function writeExpression(expression: Expression): string {
  if (expression.kind === "term") return writeTerm(expression.term);
  if (expression.kind === "not") {
    const { entry } = expression;
    // A minus before a digit would be a sign, and before another one a word.
    const written = entry.kind === "group" ? `(${writeExpression(entry)})` : writeExpression(entry);
    return /^[-\d]/.test(written) ? `NOT ${written}` : `-${written}`;
  }
  const { join, entries } = expression;
  const needsBrackets = (entry: Expression) =>
    entry.kind === "group" && (join === "and" || entry.join === "or");
  const written = entries.map((entry) =>
    needsBrackets(entry) || (entry.kind === "group" && entry.join === join)
      ? `(${writeExpression(entry)})`
      : writeExpression(entry),
  );
  return written.join(join === "and" ? " " : " OR ");
}

function quotedUnless(text: string, isFine: (text: string) => boolean): string {
  return isFine(text) ? text : `"${text.replaceAll('"', '""')}"`;
}

const PLAIN = /^[\p{L}\p{M}\p{N}_./@#$€%&+,;?][\p{L}\p{M}\p{N}_./@#$€%&+,;?!*'-]*$/u;

function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/** Dots would make it a range. */
function isPlainValue(text: string): boolean {
  return (PLAIN.test(text) || /^-?\d[\d.,:TZ+-]*$/.test(text)) && !text.includes("..");
}

/** A word is one where it is read as nothing else; a bracket could be that of a group around it. */
function isPlainWord(text: string): boolean {
  if (/[()]/.test(text)) return false;
  const [token, more] = tokensOf(text);
  return (
    more === undefined && token?.kind === "term" && token.term.kind === "word" && token.term.value === text
  );
}
