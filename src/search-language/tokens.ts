/*
 * The text of a search as tokens with their places. All text is taken: what is no word of the language is a word that is
 * looked for.
 */

/** A part of the text, from its first character up to, and without, that behind its last. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

/** What stands between a key and its value, beyond the colon; `*` is any value, `..` from one to another. */
export const OPERATORS = ["", "=", "!=", "~", ">=", "<=", ">", "<", "*", ".."] as const;

export type Operator = (typeof OPERATORS)[number];

/** A condition as it is written: a word, `key:value`, or `tag:key=value`. */
export interface Term {
  readonly kind: "word" | "key" | "tag";
  /** Empty for a word. */
  readonly key: string;
  readonly operator: Operator;
  /** Without its quotes. */
  readonly value: string;
}

/** What a text consists of. */
export type Token =
  | (Place & { readonly kind: "open" | "close" | "or" | "and" | "not" })
  | (Place & {
      readonly kind: "term";
      readonly term: Term;
      /** Where the value begins, with its quotes. */
      readonly valueFrom: number;
      /** Whether what separates key and value is no colon, so that it may just as well be a word. */
      readonly isBare: boolean;
    });

const JOINS: ReadonlyMap<string, "or" | "and" | "not"> = new Map([
  ["OR", "or"],
  ["|", "or"],
  ["AND", "and"],
  ["NOT", "not"],
]);

/** A quoted part, closed or not; in it two quotes are one. */
const QUOTED = '"(?:[^"]|"")*(?:"|$)';

/** The key of a term: quoted, or anything before what may stand behind a key. */
const KEY = new RegExp(String.raw`^(?:${QUOTED}|[^\s"():~=<>]+)`);
const SEPARATOR = /^(?::|~|>=|<=|=|>|<)/;
const VALUE_OPERATOR = /^(?:!=|>=|<=|=|~|>|<)/;
const RANGE = /^[^".][^"]*?\.\.[^".]/;

/** The tokens of a text, in their order. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  for (let at = 0; at < text.length;) {
    const character = text[at] as string;
    if (/\s/.test(character)) {
      at++;
      continue;
    }
    if (character === "(") {
      tokens.push({ kind: "open", from: at, to: ++at });
      depth++;
      continue;
    }
    if (character === ")" && depth > 0) {
      tokens.push({ kind: "close", from: at, to: ++at });
      depth--;
      continue;
    }
    // A number with its sign is a number: a discount on a receipt.
    if (character === "-" && /^-[^\s\d)]/.test(text.slice(at, at + 2))) {
      tokens.push({ kind: "not", from: at, to: ++at });
      continue;
    }
    const to = endOfTerm(text, at, depth > 0);
    const join = JOINS.get(text.slice(at, to));
    tokens.push(join === undefined ? termAt(text, at, to) : { kind: join, from: at, to });
    at = to;
  }
  return tokens;
}

/** A term ends at white space outside quotes, and at the bracket that closes the group around it. */
function endOfTerm(text: string, from: number, isInGroup: boolean): number {
  let brackets = 0;
  let isQuoted = false;
  for (let at = from; at < text.length; at++) {
    const character = text[at] as string;
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (/\s/.test(character)) return at;
    else if (character === "(") brackets++;
    else if (character === ")" && --brackets < 0 && isInGroup) return at;
  }
  return text.length;
}

function termAt(text: string, from: number, to: number): Token {
  const written = text.slice(from, to);
  const [keyText = ""] = KEY.exec(written) ?? [];
  const [separator = ""] = keyText === "" ? [] : (SEPARATOR.exec(written.slice(keyText.length)) ?? []);
  const key = unquoted(keyText);
  if (separator === "" || key === "") {
    const term = { kind: "word", key: "", operator: "", value: unquoted(written) } as const;
    return { kind: "term", from, to, term, valueFrom: from, isBare: false };
  }
  const valueAt = keyText.length + separator.length;
  if (key === "tag" && separator === ":") return tagAt(text, from, to, from + valueAt);
  const { operator, value, skipped } = valueOf(written.slice(valueAt), separator === ":" ? "" : separator);
  const term = { kind: "key", key, operator, value } as const;
  const valueFrom = from + valueAt + skipped;
  return { kind: "term", from, to, term, valueFrom, isBare: separator !== ":" && separator !== "~" };
}

/** `tag:orderId=1001`, `tag:orderId~10`, `tag:total>100`, or `tag:orderId` for any value. */
function tagAt(text: string, from: number, to: number, keyFrom: number): Token {
  const written = text.slice(keyFrom, to);
  const [keyText = ""] = /^(?:"(?:[^"]|"")*(?:"|$)|[^"=~<>])*/.exec(written) ?? [];
  const [sign = ""] = /^(?:>=|<=|[=~<>])/.exec(written.slice(keyText.length)) ?? [];
  const key = unquoted(keyText);
  const rest = written.slice(keyText.length + sign.length);
  const given =
    sign === ""
      ? ({ operator: "*", value: "" } as const)
      : { operator: sign as Operator, value: unquoted(rest) };
  const valueFrom = keyFrom + keyText.length + sign.length;
  return { kind: "term", from, to, term: { kind: "tag", key, ...given }, valueFrom, isBare: false };
}

/** @param sign the operator that stood in the place of the colon; empty for a colon */
function valueOf(written: string, sign: string): { operator: Operator; value: string; skipped: number } {
  const [own = ""] = sign === "" ? (VALUE_OPERATOR.exec(written) ?? []) : [];
  const operator = (sign === "" ? own : sign) as Operator;
  const rest = written.slice(own.length);
  if (operator === "" && rest === "*") return { operator: "*", value: "", skipped: 0 };
  if (operator === "" && RANGE.test(rest)) return { operator: "..", value: rest, skipped: 0 };
  return { operator, value: unquoted(rest), skipped: own.length };
}

/** A text without its quotes; two of them within quotes are one that is meant. */
export function unquoted(text: string): string {
  return text.replace(/"((?:[^"]|"")*)(?:"|$)/g, (_, inner: string) => inner.replaceAll('""', '"'));
}
