import { blank, blit } from "../escpos/raster-transform.ts";
import type { Raster } from "../escpos/raster.ts";
import { OUTLINE_CELLS } from "../render/font/atlas-format.ts";
import { boxDrawing } from "../render/font/box-drawing.ts";
import { type CharacterCell, characterGlyph } from "../render/font/character-glyph.ts";

/** Glyphs that are kept; beyond them all are made anew. */
const MAXIMUM_GLYPHS = 4_096;

const glyphs = new Map<string, Raster>();

/**
 * The dots of a character in a cell that no font was drawn for: the largest drawing that fits, in the middle of it;
 * lines and boxes fill it. Nothing is resized, so that the smallest characters stay legible.
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
  const drawing = OUTLINE_CELLS.filter((one) => one.width <= width && one.height <= height)
    .toSorted((a, b) => b.width * b.height - a.width * a.height)
    .at(0);
  if (drawing === undefined) return characterGlyph(codePoint, cell, isBold);
  const glyph = characterGlyph(codePoint, { ...drawing, cells }, isBold);
  const filled = blank(width * cells, height);
  blit(filled, glyph, (filled.columns - glyph.columns) >> 1, (height - glyph.rows) >> 1);
  return filled;
}
