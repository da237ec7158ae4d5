import { expect, test } from "bun:test";
import { comparisonLines } from "../../src/cli/comparison-text.ts";
import type { Comparison, Difference } from "../../src/compare/comparison.ts";

const size = { columns: 48, widthDots: 576, heightDots: 300 };
const part = (y: number, height: number, text = "", hasAreas = true) => ({
  y,
  height,
  text,
  areas: hasAreas ? [{ x: 0, y, width: 10, height }] : [],
});

function comparisonOf(differences: readonly Difference[], more: Partial<Comparison> = {}): Comparison {
  return {
    same: differences.length === 0,
    sameBytes: false,
    paper: { a: size, b: size },
    differences,
    differenceCount: differences.length,
    ignored: { a: [], b: [] },
    text: [],
    notes: [],
    ...more,
  };
}

const NAMES = { a: "one", b: "two" };

const CASES: readonly (readonly [Difference["kind"], Difference["a"], Difference["b"], string])[] = [
  ["changed", part(0, 24, "Tea"), part(0, 24, "Coffee"), 'at 0: "Tea" became "Coffee"'],
  ["changed", part(30, 24, "Tea"), part(30, 24, "Tea"), 'at 30: "Tea" looks different'],
  ["changed", part(30, 40), part(30, 40), "at 30: a picture looks different"],
  ["changed", part(60, 0, "", false), part(60, 0, "", false), "at 60: another cut"],
  ["removed", part(30, 24, "Tip\nand more"), part(20, 0), 'at 30: "Tip / and more" is missing'],
  ["removed", part(90, 0), part(90, 0), "at 90: the cut is missing"],
  ["added", part(20, 0), part(50, 24, "Tip"), 'at 50: "Tip" was added'],
  ["added", part(20, 0), part(50, 0), "at 50: a cut was added"],
  ["moved", part(20, 24, "Tip"), part(90, 24, "Tip"), 'at 20: "Tip" moved to 90'],
  ["distance", part(20, 6), part(20, 36), "at 20: 6 dots of white became 36"],
];

test.each(CASES)("%s: in words", (kind, a, b, words) => {
  expect(comparisonLines(comparisonOf([{ kind, a, b }]), NAMES, false)).toEqual([
    "The paper differs in one place:",
    `  ${words}`,
  ]);
});

test("lines that differ are red and green on a terminal, and nothing in them is obeyed by it", () => {
  const lines = [
    { kind: "removed", text: "Tea \u001b[2J" },
    { kind: "added", text: "Coffee" },
    { kind: "same", text: "Total" },
  ] as const;
  const range = { from: 1, count: 2 };
  const comparison = comparisonOf([], { text: [{ a: range, b: range, lines }] });
  expect(comparisonLines(comparison, NAMES, true)).toEqual([
    "--- one",
    "+++ two",
    "\u001b[36m@@ -1,2 +1,2 @@\u001b[0m",
    "\u001b[31m-Tea \ufffd[2J\u001b[0m",
    "\u001b[32m+Coffee\u001b[0m",
    " Total",
    "The paper is the same.",
  ]);
});

test("of many differences the first are told, and how many there are", () => {
  const one: Difference = { kind: "changed", a: part(0, 24, "A"), b: part(0, 24, "B") };
  const told = comparisonLines(comparisonOf(Array.from({ length: 30 }, () => one)), NAMES, false);
  expect(told[0]).toBe("The paper differs in 30 places:");
  expect(told).toHaveLength(22);
  expect(told.at(-1)).toBe("  and 10 more");
});

test("papers of another width say so, and what is not known is noted", () => {
  const paper = { a: size, b: { ...size, widthDots: 384 } };
  const comparison = comparisonOf([], { same: false, paper, notes: ["something is left out"] });
  expect(comparisonLines(comparison, NAMES, false)).toEqual([
    "The paper is 576 dots wide, and 384.",
    "Note: something is left out.",
  ]);
});
