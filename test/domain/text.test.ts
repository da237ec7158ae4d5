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
  ["KU\u0308CHE", "küche"],
  ["Vie\u0323\u0302t", "việt"],
  ["J\u030c", "ǰ"],
  ["\u1112\u1161\u11ab", "한"],
  ["", ""],
])("%s folds to %s", (text, folded) => expect(fold(text)).toBe(folded));

test("each character folds as what it is decomposed into", () => {
  const differing: string[] = [];
  for (let code = 0; code <= 0x10_ffff; code++) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const character = String.fromCodePoint(code);
    const folded = fold(character);
    if (fold(character.normalize("NFD")) !== folded || fold(folded) !== folded)
      differing.push(code.toString(16));
  }
  expect(differing).toEqual([]);
});

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
