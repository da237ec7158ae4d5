import { expect, test } from "bun:test";
import { matchIn } from "../../../../src/web/browser/pages/prints/match-line.ts";

/** The pieces with the marked ones in brackets. */
const marked = (text: string, words: readonly string[]) =>
  matchIn(text, words)
    ?.map(({ text: piece, isMatch }) => (isMatch ? `[${piece}]` : piece))
    .join("") ?? null;

const LONG = `${"x".repeat(80)} Tea`;

test.each([
  ["Flat   White  7.50\nTotal 7.50", ["flat white"], "[Flat White] 7.50"],
  ["Shop\nTotal 7.50", ["7.50", "total"], "[Total] [7.50]"],
  ["aaaa", ["aa", "aaa"], "[aa][aa]"],
  ["nothing here", ["tea"], null],
  ["Ku\u0308che Tee", ["küche"], "[Küche] Tee"],
  ["Küche Tee", ["KU\u0308CHE"], "[Küche] Tee"],
  ["ΣΊΣΥΦΟΣ", ["σίσυφος"], "[ΣΊΣΥΦΟΣ]"],
  ["anything", [], null],
  ["anything", [" "], null],
  [LONG, ["tea"], `…${"x".repeat(23)} [Tea]`],
  // Folding makes this line longer, so that its places are not known.
  ["İİ tea", ["tea"], null],
] as const)("%j with %j", (text, words, expected) => {
  expect(marked(text, words)).toBe(expected);
});
