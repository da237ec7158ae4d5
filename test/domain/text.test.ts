import { expect, test } from "bun:test";
import { fold, hasMoreCodePoints } from "../../src/domain/text.ts";

test.each([
  ["CAFÉ", "café"],
  ["ΣΊΣΥΦΟΣ", "σίσυφοσ"],
  ["σίσυφος", "σίσυφοσ"],
  ["STRASSE", "strasse"],
  ["straße", "straße"],
  ["ЁЖИК", "ёжик"],
  ["日本 😀", "日本 😀"],
  ["", ""],
])("%s folds to %s", (text, folded) => expect(fold(text)).toBe(folded));

test("a part's fold is in the whole's, wherever a sigma stands", () => {
  for (const whole of ["ΑΣ", "ΑΣΑ", "ΑΣ ΣΑ", "Σ"]) {
    for (let end = 1; end <= whole.length; end++) expect(fold(whole)).toContain(fold(whole.slice(0, end)));
  }
});

test.each([
  ["", 0, false],
  ["abc", 3, false],
  ["abcd", 3, true],
  ["😀😀😀", 3, false],
  ["😀😀😀😀", 3, true],
  ["a😀😀", 3, false],
])("%j has more than %d code points: %p", (text, maximum, more) => {
  expect(hasMoreCodePoints(text, maximum)).toBe(more);
});
