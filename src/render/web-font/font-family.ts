import type { TextStyle } from "../../escpos/receipt.ts";
import type { CharacterCell } from "../font/character-glyph.ts";

/** The glyphs of one size of character cell, as one font family of CSS: regular and bold. */
export interface FontFamily {
  readonly cell: CharacterCell;
  /** Steps of slanting strokes filled up, for magnified characters (GS b). */
  readonly smooth: boolean;
  /** Slanted (ESC 4). */
  readonly italic: boolean;
}

/** The family of font A, which most of a receipt is in. */
export const DOCUMENT_FAMILY = "Tillroll-12x24";

const NAME = /^Tillroll-([1-9]\d?)x([1-9]\d?)(-wide)?(-smooth)?(-italic)?$/;

/** Dots of the largest cell that there is a family of. */
const MAXIMUM_CELL = 64;

/** The name of the family that a run is drawn with, an identifier of CSS. */
export function familyNameOf(style: TextStyle, cellsEach: number): string {
  const { cellWidth, cellHeight, smooth, italic } = style;
  const wide = cellsEach > 1 ? "-wide" : "";
  return `Tillroll-${cellWidth}x${cellHeight}${wide}${smooth ? "-smooth" : ""}${italic ? "-italic" : ""}`;
}

/** The family of a name; undefined for a name that is none. */
export function familyOf(name: string): FontFamily | undefined {
  const [whole, width, height, wide, smooth, italic] = NAME.exec(name) ?? [];
  if (whole === undefined) return undefined;
  const cell = { width: Number(width), height: Number(height), cells: wide === undefined ? 1 : 2 };
  if (Math.max(cell.width, cell.height) > MAXIMUM_CELL) return undefined;
  return { cell, smooth: smooth !== undefined, italic: italic !== undefined };
}

/** Dots from the top of a character cell to the feet of its letters, which stand a sixth of the cell above its end. */
export function ascentOf(cellHeight: number): number {
  return cellHeight - Math.round(cellHeight / 6);
}
