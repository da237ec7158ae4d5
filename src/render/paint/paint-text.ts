import { turned } from "../../escpos/raster-transform.ts";
import type { Raster } from "../../escpos/raster.ts";
import type { TextPiece, TextStyle } from "../../escpos/receipt.ts";
import { advanceOf } from "../../escpos/text-style.ts";
import { isCombining } from "../../escpos/text/character-width.ts";
import { characterGlyph, slanted } from "../font/character-glyph.ts";
import { enlarge } from "../font/enlarge.ts";
import type { Canvas, Paint } from "./canvas.ts";
import { scaleRaster } from "./scale-raster.ts";

/** Bytes of glyphs made ready for a style that are kept; beyond them all are made anew. */
const MAXIMUM_READY_BYTES = 8 * 1024 * 1024;

/** A shadow falls one dot to the right and down (GS ( N function 50). */
const SHADOW = 1;

const SPACE = 0x20;
const NO_BREAK_SPACE = 0xa0;

interface ReadyGlyph {
  readonly raster: Raster;
  /** Drawn over the character before it, without a cell of its own (Thai vowels and tones). */
  readonly combining: boolean;
}

/** By the key of the style, then by character and cells. */
const readyGlyphs = new Map<number, Map<number, ReadyGlyph>>();
let readyBytes = 0;

/** Paints a run of characters: in any size, turned or not, white on black, underlined. */
export function paintText(canvas: Canvas, piece: TextPiece): void {
  const { style, x, y, width, height } = piece;
  if (style.reverse) {
    if (style.color > 0) canvas.fill(x, y, width, height);
    paintCharacters(canvas, piece, 0, "knockout");
    return;
  }
  // Other inks behind the characters would hide them in black: they are a light pattern.
  if (style.background > 0) canvas.fill(x, y, width, height, true);
  if (style.color === 0) return;
  if (style.shadow > 0) paintCharacters(canvas, piece, SHADOW, "ink");
  if (style.underline > 0) lineAlong(canvas, piece, style.underline, "foot");
  if (style.overline > 0) lineAlong(canvas, piece, style.overline, "head");
  paintCharacters(canvas, piece, 0, "ink");
}

/** The lines under and over a run lie at the foot and head of its cells, wherever these are after turning. */
function lineAlong(
  canvas: Canvas,
  { style, x, y, width, height }: TextPiece,
  thick: number,
  side: "foot" | "head",
): void {
  const turn = side === "foot" ? style.turn : (style.turn + 180) % 360;
  if (turn === 0) canvas.fill(x, y + height - thick, width, thick);
  else if (turn === 90) canvas.fill(x, y, thick, height);
  else if (turn === 180) canvas.fill(x, y, width, thick);
  else canvas.fill(x + width - thick, y, thick, height);
}

function paintCharacters(canvas: Canvas, piece: TextPiece, offset: number, paint: Paint): void {
  const { style, text, cellsEach } = piece;
  const advance = advanceOf(style, cellsEach);
  const ready = readyGlyphs.getOrInsertComputed(style.key, () => new Map<number, ReadyGlyph>());
  let at = -advance;
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    if (codePoint === SPACE || codePoint === NO_BREAK_SPACE) {
      at += advance;
      continue;
    }
    const glyph = ready.getOrInsertComputed(codePoint * 4 + cellsEach, () => {
      const raster = drawn(codePoint, style, cellsEach);
      readyBytes += raster.bytes.length;
      return { raster, combining: isCombining(codePoint) };
    });
    if (at < 0 || !glyph.combining) at += advance;
    blitAt(canvas, piece, glyph.raster, at, offset, paint);
  }
  if (readyBytes > MAXIMUM_READY_BYTES) {
    readyGlyphs.clear();
    readyBytes = 0;
  }
}

/** Paints a glyph `at` dots from the start of its run, which lies at another side of the box when turned. */
function blitAt(
  canvas: Canvas,
  { style, x, y, width, height }: TextPiece,
  glyph: Raster,
  at: number,
  offset: number,
  paint: Paint,
): void {
  const [left, top] = [x + offset, y + offset];
  if (style.turn === 0) canvas.blit(glyph, left + at, top, paint);
  else if (style.turn === 90) canvas.blit(glyph, left, top + at, paint);
  else if (style.turn === 180) canvas.blit(glyph, left + width - at - glyph.columns, top, paint);
  else canvas.blit(glyph, left, top + height - at - glyph.rows, paint);
}

/** A character slanted, turned and magnified as its style says. */
function drawn(codePoint: number, style: TextStyle, cells: number): Raster {
  const { cellWidth, cellHeight, bold, italic, rotated, turn, scaleX, scaleY, smooth } = style;
  const cell = { width: cellWidth, height: cellHeight, cells: Math.max(1, cells) };
  let glyph = characterGlyph(codePoint, cell, bold);
  if (italic) glyph = slanted(glyph);
  glyph = smooth
    ? enlarge(glyph, glyph.columns * scaleX, glyph.rows * scaleY)
    : scaleRaster(glyph, scaleX, scaleY);
  if (rotated) glyph = turned(glyph, 90);
  return turned(glyph, turn);
}
