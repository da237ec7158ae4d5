import { expect, test } from "bun:test";
import { mirrored } from "../../../src/web/browser/pages/compare/mirrored.ts";
import { anchorsOf, besideOf } from "../../../src/web/browser/pages/compare/scroll-together.ts";
import type { Comparison, Difference } from "../../../src/compare/comparison.ts";

const part = (y: number, height: number) => ({ y, height, text: "", areas: [] });

const ADDED: Difference = { kind: "added", a: part(100, 0), b: part(100, 30) };
const MOVED: Difference = { kind: "moved", a: part(10, 30), b: part(300, 30) };
const PAPER = {
  a: { columns: 48, widthDots: 576, heightDots: 400 },
  b: { columns: 48, widthDots: 576, heightDots: 430 },
};

test.each([
  ["above a line that was added nothing is moved", 50, 50],
  ["below it all is", 200, 230],
  ["the end is beside the end", 400, 430],
  ["and so is what is beyond", 410, 440],
])("%s", (_what, a, b) => {
  const anchors = anchorsOf({ differences: [MOVED, ADDED], paper: PAPER });
  expect(besideOf(anchors, 0, a)).toBe(b);
  expect(besideOf(anchors, 1, b)).toBe(a);
});

test("a comparison that is mirrored twice is what it was", () => {
  const comparison: Comparison = {
    same: false,
    sameBytes: false,
    paper: PAPER,
    differences: [ADDED, MOVED],
    differenceCount: 2,
    ignored: { a: [], b: [{ x: 1, y: 2, width: 3, height: 4 }] },
    text: [{ a: { from: 1, count: 1 }, b: { from: 1, count: 2 }, lines: [{ kind: "added", text: "Tip" }] }],
    commands: [],
    notes: [],
  };
  expect(mirrored(comparison).differences[0]).toMatchObject({ kind: "removed", a: { height: 30 } });
  expect(mirrored(mirrored(comparison))).toEqual(comparison);
});
