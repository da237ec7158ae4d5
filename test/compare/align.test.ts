import { expect, test } from "bun:test";
import fc from "fast-check";
import { align } from "../../src/compare/align.ts";
import { differingLines } from "../../src/compare/text-difference.ts";

const sequence = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 14 });

test("both sequences are there, in order, and pairs are of the same entry", () => {
  fc.assert(
    fc.property(sequence, sequence, (a, b) => {
      const pairs = align(a, b);
      expect(pairs.flatMap(([one]) => one ?? [])).toEqual([...a.keys()]);
      expect(pairs.flatMap(([, other]) => other ?? [])).toEqual([...b.keys()]);
      for (const [one, other] of pairs)
        if (one !== null && other !== null) expect<string | undefined>(a[one]).toBe(b[other]);
      expect(pairs.filter(([one, other]) => one !== null && other !== null)).toHaveLength(common(a, b));
    }),
  );
});

test("the other way round it is the same", () => {
  fc.assert(
    fc.property(sequence, sequence, (a, b) => {
      const paired = (pairs: ReturnType<typeof align>) => pairs.filter((pair) => !pair.includes(null));
      expect(paired(align(b, a))).toEqual(paired(align(a, b)).map(([one, other]) => [other, one]));
    }),
  );
});

/** The length of the longest common subsequence, by the plain table. */
function common(a: readonly string[], b: readonly string[]): number {
  const table = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0));
  for (const [one, ofA] of a.entries())
    for (const [other, ofB] of b.entries())
      (table[one + 1] ?? [])[other + 1] =
        ofA === ofB
          ? (table[one]?.[other] ?? 0) + 1
          : Math.max(table[one]?.[other + 1] ?? 0, table[one + 1]?.[other] ?? 0);
  return table[a.length]?.[b.length] ?? 0;
}

test("sequences with nothing in common are aligned in no time", () => {
  const many = (word: string) => Array.from({ length: 20_000 }, (_, index) => `${word}${index}`);
  const pairs = align(["first", ...many("a"), "last"], ["first", ...many("b"), "last"]);
  expect(pairs).toHaveLength(40_002);
  expect(pairs[0]).toEqual([0, 0]);
  expect(pairs.at(-1)).toEqual([20_001, 20_001]);
});

test("differences far from each other are hunks of their own, with the numbers of their lines", () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
  const other = lines.with(3, "another").toSpliced(20, 0, "more");
  expect(differingLines(lines, other).map(({ a, b }) => ({ a, b }))).toEqual([
    { a: { from: 2, count: 5 }, b: { from: 2, count: 5 } },
    { a: { from: 19, count: 4 }, b: { from: 19, count: 5 } },
  ]);
});
