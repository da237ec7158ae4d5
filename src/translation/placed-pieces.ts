import type { Ink, PrintedPiece, RasterPiece, Receipt, TextPiece } from "../escpos/receipt.ts";
import { delayedRaster, type Raster } from "../escpos/raster.ts";
import { advanceOf } from "../escpos/text-style.ts";
import { isCombining } from "../escpos/text/character-width.ts";
import { Canvas } from "../render/paint/canvas.ts";
import { paintPrinted } from "../render/paint/paint-receipt.ts";
import { scaleRaster } from "../render/paint/scale-raster.ts";
import { fittedGlyph } from "./fitted-glyph.ts";
import type { PaperFit } from "./paper-fit.ts";
import { resized } from "./resized-raster.ts";

/** Something that is printed, where it comes to be on the real printer's paper. */
export interface PlacedPiece {
  /** Dots from the top of the paper. */
  readonly y: number;
  readonly height: number;
  readonly ink: Ink;
  /** Paints it on a part of the paper. @param top dots of the paper above the canvas */
  paint(canvas: Canvas, top: number): void;
}

/** A receipt laid out on other paper. */
export interface PlacedReceipt {
  readonly pieces: readonly PlacedPiece[];
  /** Where a height of the receipt comes to be on the paper. */
  heightAt(y: number): number;
}

/** A symbol that stays as large as it is, or nearly so, while what is around it is pressed: the paper becomes longer. */
interface Stretch {
  /** Dots from the top of the receipt to its foot. */
  readonly foot: number;
  /** Dots of the real paper, with those of the symbols above. */
  readonly extra: number;
}

/** Lays a receipt out on other paper. What is not drawn, such as a logo that is in the printer only, is left out. */
export function placedOn(receipt: Receipt, fit: PaperFit): PlacedReceipt {
  const printed = receipt.pieces.filter(
    (piece): piece is PrintedPiece =>
      piece.kind !== "cut" && piece.kind !== "placeholder" && inkOf(piece) !== 0,
  );
  if (fit.scaleX === 1 && fit.scaleY === 1)
    return { pieces: printed.map((piece) => moved(piece, fit.left)), heightAt: (y) => y };
  const stretches = stretchesOf(printed, fit);
  const heightAt = (y: number): number => Math.round(y * fit.scaleY) + extraAbove(stretches, y);
  return { pieces: printed.map((piece) => fitted(piece, heightAt(piece.y), fit)), heightAt };
}

function moved(piece: PrintedPiece, left: number): PlacedPiece {
  const { y, height } = piece;
  const paint = (canvas: Canvas, top: number): void =>
    paintPrinted(canvas, { ...piece, x: piece.x + left, y: y - top });
  return { y, height, ink: inkOf(piece), paint };
}

/** The ink of a piece; of characters without any it is that behind them. */
function inkOf(piece: PrintedPiece): Ink {
  if (piece.kind !== "text") return piece.color ?? 1;
  const { color, background } = piece.style;
  return color === 0 ? background : color;
}

function fitted(piece: PrintedPiece, y: number, fit: PaperFit): PlacedPiece {
  const ink = inkOf(piece);
  if (piece.kind === "text" && isPlain(piece)) {
    const height = Math.ceil(piece.height * fit.scaleY);
    return { y, height, ink, paint: (canvas, top) => paintCharacters(canvas, piece, y - top, fit) };
  }
  const box =
    piece.kind === "raster" && piece.symbol !== undefined ? symbolBox(piece, fit) : boxOf(piece, fit);
  const { x, width, height } = box;
  const raster = delayedRaster(width, height, () => dotsOf(piece, width, height).bytes);
  return { y, height, ink, paint: (canvas, top) => canvas.blit(raster, x, y - top) };
}

/** Characters upright and as small as they come, which are drawn anew. Larger ones lose nothing when they are resized. */
function isPlain({ style }: TextPiece): boolean {
  const { scaleX, scaleY, turn, rotated, reverse, italic, shadow, color } = style;
  const isSmall = scaleX === 1 && scaleY === 1;
  return isSmall && turn === 0 && !rotated && !reverse && !italic && shadow === 0 && color > 0;
}

interface Box {
  readonly x: number;
  readonly width: number;
  readonly height: number;
}

function boxOf({ x, width, height }: PrintedPiece, { scaleX, scaleY, left }: PaperFit): Box {
  const begin = Math.round(x * scaleX);
  const end = Math.round((x + width) * scaleX);
  return {
    x: begin + left,
    width: Math.max(1, end - begin),
    height: Math.max(1, Math.round(height * scaleY)),
  };
}

/**
 * Modules of a symbol stay whole dots, and as wide as they were where the paper has room for that: a scanner needs the
 * first, and small ones are hard to read. The bars of bar codes become shorter with all else.
 */
function symbolBox(piece: RasterPiece, fit: PaperFit): Box {
  const module = moduleOf(piece, fit);
  if (module === 0) return boxOf(piece, fit);
  const width = piece.columns * module;
  const middle = fit.left + (piece.x + piece.width / 2) * fit.scaleX;
  const x = Math.max(0, Math.min(fit.widthDots - width, Math.round(middle - width / 2)));
  return { x, width, height: piece.rows === 1 ? boxOf(piece, fit).height : heightOfRows(piece, module, fit) };
}

/** Rows stay as high, for modules so wide, as they were: a square is one still, as far as the head can. */
function heightOfRows({ rows, scaleX, scaleY }: RasterPiece, module: number, fit: PaperFit): number {
  const { squareness, dotHeight } = fit;
  const row = ((scaleY / scaleX) * module * squareness) / dotHeight;
  return rows * Math.max(1, Math.round(row)) * dotHeight;
}

/** Dots of a module on the real paper; 0 where there is no room for a dot each. */
function moduleOf({ columns, scaleX }: RasterPiece, fit: PaperFit): number {
  const wanted = fit.scaleX < 1 ? scaleX : Math.max(scaleX, Math.floor(scaleX * fit.scaleX));
  return Math.min(wanted, Math.floor(fit.widthDots / columns));
}

function stretchesOf(pieces: readonly PrintedPiece[], fit: PaperFit): Stretch[] {
  const stretches: Stretch[] = [];
  for (const piece of pieces) {
    if (piece.kind !== "raster" || piece.symbol === undefined) continue;
    const more = symbolBox(piece, fit).height - Math.round(piece.height * fit.scaleY);
    if (more > 0) stretches.push({ foot: piece.y + piece.height, extra: more });
  }
  stretches.sort((a, b) => a.foot - b.foot);
  let sum = 0;
  return stretches.map(({ foot, extra }) => ({ foot, extra: (sum += extra) }));
}

/** Dots by which the paper is longer above a height of the receipt. */
function extraAbove(stretches: readonly Stretch[], y: number): number {
  let [low, high] = [0, stretches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stretches[middle]?.foot ?? 0) <= y) low = middle + 1;
    else high = middle;
  }
  return stretches[low - 1]?.extra ?? 0;
}

/** The dots of a piece at another size. */
function dotsOf(piece: PrintedPiece, width: number, height: number): Raster {
  if (piece.kind === "raster") {
    const { columns, rows, scaleX, scaleY } = piece;
    const isWhole = piece.symbol !== undefined && width % columns === 0 && height % rows === 0;
    if (isWhole) return scaleRaster(piece, width / columns, height / rows);
    return resized(scaleRaster(piece, scaleX, scaleY), width, height);
  }
  const canvas = new Canvas(piece.width, piece.height);
  paintPrinted(canvas, { ...piece, x: 0, y: 0 });
  return resized(canvas, width, height);
}

/** Characters in cells of whole dots, each where it belongs. */
function paintCharacters(
  canvas: Canvas,
  piece: TextPiece,
  y: number,
  { scaleX, scaleY, left }: PaperFit,
): void {
  const { style, text, cellsEach, x } = piece;
  if (y >= canvas.rows || y + piece.height * scaleY <= 0) return;
  const advance = advanceOf(style, cellsEach);
  const width = Math.max(1, Math.floor(style.cellWidth * scaleX));
  const height = Math.max(1, Math.floor(style.cellHeight * scaleY));
  const begin = left + Math.round(x * scaleX);
  const end = left + Math.round((x + piece.width) * scaleX);
  if (style.background > 0) canvas.fill(begin, y, end - begin, height, true);
  if (style.underline > 0) canvas.fill(begin, y + height - style.underline, end - begin, style.underline);
  if (style.overline > 0) canvas.fill(begin, y, end - begin, style.overline);
  let at = -advance;
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    if (at < 0 || !isCombining(codePoint)) at += advance;
    if (character === " ") continue;
    const glyph = fittedGlyph(codePoint, { width, height, cells: Math.max(1, cellsEach) }, style.bold);
    canvas.blit(glyph, left + Math.round((x + at) * scaleX), y);
  }
}
