import { expect, test } from "bun:test";
import { characterGlyph } from "../../src/render/font/character-glyph.ts";
import { fittedGlyph } from "../../src/translation/fitted-glyph.ts";
import { pictureOf } from "../render/picture.ts";

const A = "A".codePointAt(0) ?? 0;

/** Rows and columns that have ink. */
function extent(lines: readonly string[]): { readonly rows: number; readonly columns: number } {
  const columns = Array.from(lines[0] ?? "", (_, column) => lines.some((line) => line[column] === "#"));
  return { rows: lines.filter((line) => line.includes("#")).length, columns: columns.filter(Boolean).length };
}

test("a cell that a font was drawn for has that drawing", () => {
  const cell = { width: 8, height: 16, cells: 1 };
  expect(pictureOf(fittedGlyph(A, cell, false))).toEqual(pictureOf(characterGlyph(A, cell, false)));
});

test.each<[width: number, height: number, rows: number, columns: number]>([
  // 12 x 24 on a head of 180 dpi: pressed a little.
  [10, 21, 15, 10],
  // On paper of 58 mm, as drawn.
  [8, 16, 12, 8],
  // On an impact head: as drawn, in the middle.
  [8, 17, 12, 8],
  // An impact printer's on a thermal head.
  [15, 25, 18, 12],
])("an A in a cell of %d × %d", (width, height, rows, columns) => {
  const lines = pictureOf(fittedGlyph(A, { width, height, cells: 1 }, false));
  expect([lines.length, lines[0]?.length]).toEqual([height, width]);
  const ink = extent(lines);
  expect(Math.abs(ink.rows - rows)).toBeLessThanOrEqual(2);
  expect(Math.abs(ink.columns - columns)).toBeLessThanOrEqual(2);
});

test("lines and boxes fill their cell, so that they join", () => {
  for (const [character, isFull] of [
    ["─", (lines: string[]) => lines.some((line) => !line.includes("."))],
    ["█", (lines: string[]) => lines.every((line) => !line.includes("."))],
  ] as const) {
    const glyph = fittedGlyph(character.codePointAt(0) ?? 0, { width: 11, height: 19, cells: 1 }, false);
    expect(isFull(pictureOf(glyph))).toBe(true);
  }
});

test("wide characters take two cells", () => {
  const glyph = fittedGlyph("合".codePointAt(0) ?? 0, { width: 8, height: 16, cells: 2 }, false);
  expect([glyph.columns, glyph.rows]).toEqual([16, 16]);
  expect(extent(pictureOf(glyph)).columns).toBeGreaterThan(10);
});
