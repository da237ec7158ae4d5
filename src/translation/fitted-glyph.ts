import { blank, blit } from "../escpos/raster-transform.ts";
import type { Raster } from "../escpos/raster.ts";
import { OUTLINE_CELLS } from "../render/font/atlas-format.ts";
import { boxDrawing } from "../render/font/box-drawing.ts";
import { type CharacterCell, characterGlyph } from "../render/font/character-glyph.ts";
import { resized } from "./resized-raster.ts";

/** Glyphs that are kept; beyond them all are made anew. */
const MAXIMUM_GLYPHS = 4_096;

const glyphs = new Map<string, Raster>();

/** How much of a cell a drawing has to fill, or one that is a little larger is pressed into it. */
const FILLED = 0.8;

/** How far a drawing is pressed: further, its strokes would run together. */
const PRESSED = 0.8;

/**
 * The dots of a character in a cell that no font was drawn for: the largest drawing that fits, in the middle of it, or one
 * that is pressed a little; lines and boxes fill the cell.
 */
export function fittedGlyph(codePoint: number, cell: CharacterCell, isBold: boolean): Raster {
  const key = `${codePoint} ${cell.width} ${cell.height} ${cell.cells} ${isBold ? 1 : 0}`;
  const known = glyphs.get(key);
  if (known !== undefined) return known;
  if (glyphs.size >= MAXIMUM_GLYPHS) glyphs.clear();
  const glyph = drawn(codePoint, cell, isBold);
  glyphs.set(key, glyph);
  return glyph;
}

function drawn(codePoint: number, cell: CharacterCell, isBold: boolean): Raster {
  const { width, height, cells } = cell;
  const box = boxDrawing(codePoint, width * cells, height);
  if (box !== undefined) return box;
  const inside = OUTLINE_CELLS.filter((one) => one.width <= width && one.height <= height)
    .toSorted(byArea)
    .at(-1);
  if (inside === undefined || areaOf(inside) < FILLED * areaOf(cell)) {
    const around = OUTLINE_CELLS.filter((one) => isAround(one, cell))
      .toSorted(byArea)
      .at(0);
    if (around !== undefined)
      return resized(characterGlyph(codePoint, { ...around, cells }, isBold), width * cells, height);
  }
  if (inside === undefined) return characterGlyph(codePoint, cell, isBold);
  const glyph = characterGlyph(codePoint, { ...inside, cells }, isBold);
  const filled = blank(width * cells, height);
  blit(filled, glyph, (filled.columns - glyph.columns) >> 1, (height - glyph.rows) >> 1);
  return filled;
}

type Size = Pick<CharacterCell, "width" | "height">;

/** Whether a cell is a little larger than another, both ways. */
function isAround(larger: Size, { width, height }: Size): boolean {
  const isLarger = larger.width >= width && larger.height >= height;
  return isLarger && larger.width * PRESSED <= width && larger.height * PRESSED <= height;
}

function areaOf({ width, height }: Size): number {
  return width * height;
}

function byArea(a: Size, b: Size): number {
  return areaOf(a) - areaOf(b);
}
