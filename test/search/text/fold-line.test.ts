import { expect, test } from "bun:test";
import fc from "fast-check";
import { foldLine } from "../../../src/search/text/fold-line.ts";

test.each([
  ["Flat White", "flat white"],
  ["  Flat\t White      7.50\n", "flat white 7.50"],
  ["a\u00a0\u3000b", "a b"],
  ["ΣΊΣΥΦΟΣ  12", "σίσυφοσ 12"],
  ["Weißbier", "weißbier"],
  ["Ju\u0308rgens  KU\u0308CHE", "jürgens küche"],
  ["\ud800x", "\ufffdx"],
  [" \t ", ""],
])("%j is compared as %j", (text, folded) => expect(foldLine(text)).toBe(folded));

const pieces = fc.constantFrom(..."aAΣσςİıẞ ß\t\u00a0\u3000日😀é.,", "e\u0301", "\n");

test("the form of a part is in the form of the whole, and is its own form", () => {
  const line = fc.array(pieces, { maxLength: 12 });
  fc.assert(
    fc.property(line, line, line, (before, part, after) => {
      const whole = foldLine([...before, ...part, ...after].join(""));
      const folded = foldLine(part.join(""));
      expect(whole).toContain(folded);
      expect(foldLine(folded)).toBe(folded);
    }),
    { numRuns: 2000 },
  );
});
