/**
 * The layout of `glyphs.bin`, which `scripts/fonts.ts` writes and `glyph-atlas.ts` reads: zstd of
 * 1. 65,536 bytes: the width class of each character of the basic plane in GNU Unifont;
 * 2. Unifont's glyphs in order of code point, 16 rows each of one byte (half width) or two bytes;
 * 3. the number of outline characters and their code points in order, two bytes each, little endian;
 * 4. for each of `OUTLINE_CELLS` the regular, then the bold glyphs of all of them, rows of whole bytes.
 */

/** What a Unifont glyph is: how wide, and for marks where they stand relative to the character before. */
export const WIDTH_CLASS = {
  missing: 0,
  half: 1,
  full: 2,
  /** 16 dots that end where the character before ends. */
  markBefore: 3,
  /** 16 dots that begin where the character before begins. */
  markAfter: 4,
} as const;

export type WidthClass = (typeof WIDTH_CLASS)[keyof typeof WIDTH_CLASS];

export const BASIC_PLANE = 0x1_0000;

/** Rows of a Unifont glyph. */
export const UNIFONT_ROWS = 16;

/** Bytes of a Unifont glyph by its width class. */
export const UNIFONT_BYTES: readonly number[] = [0, 16, 32, 32, 32];

/** Character cells, in dots, that Noto Sans Mono is drawn for: the cells of the fonts of ESC M. */
export const OUTLINE_CELLS = [
  { width: 12, height: 24 },
  { width: 9, height: 17 },
  { width: 9, height: 24 },
  { width: 10, height: 24 },
  { width: 8, height: 16 },
] as const;

/** Bytes of one outline glyph of a cell. */
export function outlineGlyphBytes(cell: { readonly width: number; readonly height: number }): number {
  return Math.ceil(cell.width / 8) * cell.height;
}
