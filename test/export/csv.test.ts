import fc from "fast-check";
import { describe, expect, test } from "bun:test";
import { csvRecord, guarded, unguarded } from "../../src/export/csv.ts";
import { parseCsv } from "./parse-csv.ts";

describe("what a spreadsheet could run gets an apostrophe, and nothing else does", () => {
  test.each([
    ["=1+1", "'=1+1"],
    ["+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"],
    ["-2+3", "'-2+3"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t=1"],
    ["\r=1", "'\r=1"],
    ["＝1+1", "'＝1+1"],
    ["'quoted", "''quoted"],
    ["-4.50", "-4.50"],
    ["+12,5", "+12,5"],
    ["Order 1", "Order 1"],
    ["a=b", "a=b"],
    ["", ""],
  ])("%j", (text, cell) => {
    expect(guarded(text)).toBe(cell);
  });
});

test("any text comes back as it was", () => {
  const cell = fc.oneof(fc.string({ unit: "grapheme" }), fc.stringMatching(/^[=+\-@'",\r\n;a1]{0,8}$/));
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { maxLength: 5 }), (records) => {
      const text = records.map((cells) => csvRecord(cells.map(guarded))).join("");
      expect(parseCsv(text).map((cells) => cells.map(unguarded))).toEqual(records);
    }),
  );
});
