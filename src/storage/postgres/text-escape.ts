/*
 * PostgreSQL stores no U+0000, which labels and tags may have. It is written as three characters that no text has for itself
 * (Unicode Standard, section 23.7: noncharacters), and so are these: a word of the escape begins with `P` alone and has one
 * length. So an escaped part is in an escaped text exactly where the part is in the text.
 */
const P = "\ufdd0";
const A = "\ufdd1";
const B = "\ufdd2";

const WORDS: Readonly<Record<string, string>> = {
  "\0": P + A + A,
  [P]: P + A + B,
  [A]: P + B + A,
  [B]: P + B + B,
};

const LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries(WORDS).map(([letter, word]) => [word, letter]),
);

// oxlint-disable-next-line no-control-regex -- it is what this is about
const ESCAPED = /[\0\ufdd0-\ufdd2]/;
const ALL_ESCAPED = new RegExp(ESCAPED, "g");
const ALL_WORDS = /\ufdd0[\ufdd1\ufdd2]{2}/g;

/** A text as PostgreSQL can store it. */
export function escapeText(text: string): string {
  return ESCAPED.test(text) ? text.replace(ALL_ESCAPED, (letter) => WORDS[letter] ?? letter) : text;
}

/** As {@link escapeText}, of a text that may have lone surrogates, which UTF-8 has not. */
export function storableText(text: string): string {
  return escapeText(text.toWellFormed());
}

/** A text from what {@link escapeText} made of it. */
export function unescapeText(text: string): string {
  return text.includes(P) ? text.replace(ALL_WORDS, (word) => LETTERS.get(word) ?? word) : text;
}

/**
 * Strings by their names as the text of JSON for a `jsonb` column, in which each is escaped. The text itself has ASCII for
 * the escape, so that it goes to the database as it is.
 */
export function jsonbOf(entries: Iterable<readonly [string, string]>): string {
  const escaped = Array.from(entries, ([key, value]) => [escapeText(key), escapeText(value)] as const);
  return jsonAscii(JSON.stringify(Object.fromEntries(escaped)));
}

/** JSON whose strings were escaped, with ASCII for the escape: a text that is escaped once more as it is. */
export function jsonAscii(json: string): string {
  return json.replace(/[\ufdd0-\ufdd2]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16)}`);
}
