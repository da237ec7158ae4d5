import { blank, blit, crop } from "../../escpos/raster-transform.ts";
import { isBlack, setBlack } from "../../escpos/raster-dots.ts";
import type { Raster } from "../../escpos/raster.ts";
import { WIDTH_CLASS } from "./atlas-format.ts";
import { boxDrawing } from "./box-drawing.ts";
import { enlarge } from "./enlarge.ts";
import { glyphAtlas, type UnifontGlyph } from "./glyph-atlas.ts";

/** The cell that a character is drawn for. */
export interface CharacterCell {
  /** Dots of one cell. */
  readonly width: number;
  readonly height: number;
  /** Cells that the character takes: 1 or 2. */
  readonly cells: number;
}

/** Characters that only direct how text is set, and show nothing: soft hyphen, joiners, directions. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]|[\ufe00-\ufe0f]/;

/** Drawn for what has no glyph. */
const QUESTION_MARK = 0x3f;

/** It stands for what could not be read; its own glyph is too wide for a cell. */
const REPLACEMENT_CHARACTER = 0xfffd;

/** Dots sideways for each dot upwards of slanted characters (ESC 4). */
const SLANT = 0.2;

/** Half-width shapes of Unifont are 8 dots wide and full-width ones 16; the middle is between. */
const UNIFONT_HALF = 8;

/**
 * The dots of a character in its cell, in the looks of a thermal printer: box drawing exact, Noto Sans Mono
 * where there is a drawing for the cell, otherwise GNU Unifont. Never undefined: characters that no font
 * has are drawn as a question mark, as printers do that print anything for them.
 */
export function characterGlyph(codePoint: number, cell: CharacterCell, bold: boolean): Raster {
  if (codePoint === REPLACEMENT_CHARACTER) return characterGlyph(QUESTION_MARK, cell, bold);
  const columns = cell.width * cell.cells;
  if (INVISIBLE.test(String.fromCodePoint(codePoint))) return blank(columns, cell.height);
  const box = boxDrawing(codePoint, columns, cell.height);
  if (box !== undefined) return box;
  const outline = glyphAtlas().outline(codePoint, cell.width, cell.height, bold);
  if (outline !== undefined) return cell.cells === 1 ? outline : centred(outline, columns, cell.height);
  const glyph = glyphAtlas().unifont(codePoint);
  if (glyph === undefined) {
    if (codePoint === QUESTION_MARK) return blank(columns, cell.height);
    return characterGlyph(QUESTION_MARK, cell, bold);
  }
  const drawn = fitted(glyph, columns, cell.height);
  return bold ? struckTwice(drawn) : drawn;
}

/** A Unifont glyph at the size of the cell: as it is, one and a half times as large, or pressed. */
function fitted({ widthClass, raster }: UnifontGlyph, columns: number, rows: number): Raster {
  const isMarkBefore = widthClass === WIDTH_CLASS.markBefore;
  const isSpacing = widthClass === WIDTH_CLASS.half || widthClass === WIDTH_CLASS.full;
  // Dots of Unifont that the cell stands for: a narrow cell shows 8 of them, a wide one 16.
  const span = columns < 16 ? UNIFONT_HALF : 2 * UNIFONT_HALF;
  const height = rows >= 24 ? 24 : Math.min(rows, raster.rows);
  const scale = (dots: number): number => (columns >= (span * 3) / 2 ? (dots * 3) / 2 : dots);
  let width = scale(raster.columns);
  // A full-width letter of a script such as Devanagari in a narrow cell.
  if (isSpacing && width > columns) width = columns;
  const sized = enlarge(raster, Math.ceil(width), height);
  const cell = blank(columns, rows);
  // A mark lies 16 dots before the end, or after the start, of the character that carries it.
  const left = isMarkBefore
    ? columns - Math.ceil(width)
    : isSpacing
      ? Math.floor((columns - Math.ceil(width)) / 2)
      : 0;
  // What lies before the cell is lost: only whole dots of it are set.
  const inside = crop(sized, Math.max(0, -left), 0, columns, height);
  if (inside !== undefined) blit(cell, inside, Math.max(0, left), Math.floor((rows - height) / 2));
  return cell;
}

function centred(glyph: Raster, columns: number, rows: number): Raster {
  const cell = blank(columns, rows);
  blit(cell, glyph, (columns - glyph.columns) >> 1, 0);
  return cell;
}

/** Emphasis as printers without a bold font make it: struck again one dot further right. */
function struckTwice(glyph: Raster): Raster {
  const cell = blank(glyph.columns, glyph.rows);
  blit(cell, glyph, 0, 0);
  blit(cell, glyph, 1, 0);
  return cell;
}

/** A glyph slanted (ESC 4): dots move right above the middle and left below it, and are lost outside their cell. */
export function slanted(glyph: Raster): Raster {
  const result = blank(glyph.columns, glyph.rows);
  for (let row = 0; row < glyph.rows; row++) {
    const shift = Math.round((glyph.rows / 2 - row) * SLANT);
    for (let column = 0; column < glyph.columns; column++)
      if (isBlack(glyph, column, row)) setBlack(result, column + shift, row);
  }
  return result;
}
