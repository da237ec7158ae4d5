import type { Raster } from "./raster.ts";
import type { TextStyle } from "./receipt.ts";
import { blank, blit, inverted, turned } from "./raster-transform.ts";

/** A user-defined character (ESC &, FS 2) as its dots. */
export interface Glyph {
  readonly raster: Raster;
  /** 2 for a user-defined kanji, otherwise 1. */
  readonly cells: 1 | 2;
}

/** A run of user-defined characters as one picture in a style, before magnification and `style.turn`. */
export function glyphRun(glyphs: readonly Glyph[], style: TextStyle): Raster {
  const cells = glyphs.map((glyph) => cachedCell(glyph, style));
  const columns = cells.reduce((total, cell) => total + cell.columns, 0);
  const run = blank(columns, cells[0]?.rows ?? 0);
  let x = 0;
  for (const cell of cells) {
    blit(run, cell, x, 0);
    x += cell.columns;
  }
  return style.reverse ? inverted(run) : run;
}

/** The last cell made of each character: a logo or a line of one character takes no time. */
const cellCache = new WeakMap<Glyph, { readonly key: number; readonly cell: Raster }>();

function cachedCell(glyph: Glyph, style: TextStyle): Raster {
  const cached = cellCache.get(glyph);
  if (cached?.key === style.key) return cached.cell;
  const cell = glyphCell(glyph, style);
  cellCache.set(glyph, { key: style.key, cell });
  return cell;
}

/** One character in its cell, with the space after it. */
function glyphCell({ raster, cells }: Glyph, style: TextStyle): Raster {
  const { cellWidth, cellHeight, spacing, rotated } = style;
  const width = cellWidth * cells;
  const cell = blank(rotated ? width : width + spacing, cellHeight);
  blit(cell, raster, 0, 0);
  // Emphasized characters are struck twice, one dot apart.
  if (style.bold) blit(cell, raster, 1, 0);
  if (rotated) {
    const spaced = blank(cellHeight + spacing, width);
    blit(spaced, turned(cell, 90), 0, 0);
    return spaced;
  }
  if (!style.reverse) {
    blit(cell, inverted(blank(cell.columns, style.underline)), 0, cellHeight - style.underline);
    blit(cell, inverted(blank(cell.columns, style.overline)), 0, 0);
  }
  return cell;
}
