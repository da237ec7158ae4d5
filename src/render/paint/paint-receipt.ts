import { FONT_A } from "../../escpos/fonts.ts";
import { MAXIMUM_PICTURE_DOTS } from "../../escpos/limits.ts";
import { labelBox } from "../../escpos/label.ts";
import type { CutPiece, PlaceholderPiece, PrintedPiece, RasterPiece, Receipt } from "../../escpos/receipt.ts";
import { cellsOf } from "../../escpos/text/character-width.ts";
import { characterGlyph } from "../font/character-glyph.ts";
import { Canvas } from "./canvas.ts";
import { paintText } from "./paint-text.ts";
import { scaleRaster } from "./scale-raster.ts";

/** Dots of a line of a label. */
const LABEL_LINE_HEIGHT = 24;

/** Dots of the dashes around a placeholder and where the paper is cut. */
const DASH = 4;

/** Paper that was never fed is shown as one line. */
const MINIMUM_HEIGHT = 24;

/** The paper of a receipt as dots. */
export interface Paper {
  readonly canvas: Canvas;
  /** What a limit left out, in words: of the receipt, or the end of very long paper. Empty when all is there. */
  readonly omissions: readonly string[];
}

/**
 * Paints a receipt dot by dot as a 203 dpi printer prints it, every ink in black. Where several receipts
 * follow each other a row of dashes shows the cut; nothing else is added to what is printed.
 */
export function paintReceipt(receipt: Receipt): Paper {
  const wanted = Math.max(MINIMUM_HEIGHT, receipt.heightDots);
  const rows = Math.min(wanted, Math.floor(MAXIMUM_PICTURE_DOTS / Math.max(1, receipt.widthDots)));
  const canvas = new Canvas(receipt.widthDots, rows);
  for (const piece of receipt.pieces) {
    // Reverse feed may put later pieces higher, so that the rest cannot simply be left out.
    if (piece.y >= rows) continue;
    if (piece.kind === "placeholder") paintLabel(canvas, piece);
    else if (piece.kind === "cut") paintCut(canvas, piece, receipt.heightDots);
    else paintPrinted(canvas, piece);
  }
  const omissions = receipt.truncated ? [...receipt.notes] : [];
  if (canvas.exhausted) omissions.push("what is printed over and over is left out of this picture");
  if (rows < wanted) {
    const end = `this picture ends here: ${wanted - rows} dots of paper are left out`;
    omissions.push(end);
    paintEnd(canvas, end);
  }
  return { canvas, omissions };
}

/** Paints what a printer prints, whatever its ink, in black. */
export function paintPrinted(canvas: Canvas, piece: PrintedPiece): void {
  if (piece.kind === "text") paintText(canvas, piece);
  else if (piece.kind === "raster") paintRaster(canvas, piece);
  else if (piece.color !== 0) canvas.fill(piece.x, piece.y, piece.width, piece.height);
}

/** Says at the foot of paper that was too long, where it would be taken for its end, that there is more. */
function paintEnd(canvas: Canvas, label: string): void {
  const { lines, width, height } = labelBox(label, canvas.columns);
  const y = Math.max(0, canvas.rows - height);
  canvas.bytes.fill(0, y * canvas.rowBytes);
  paintLabel(canvas, { x: 0, y, width, height, lines });
}

function paintRaster(canvas: Canvas, piece: RasterPiece): void {
  if (piece.color === 0) return;
  const { x, y, scaleX, scaleY } = piece;
  if (scaleX === 1 && scaleY === 1) {
    canvas.blit(piece, x, y);
    return;
  }
  // A row at a time, since the picture may be large and its end may lie beyond the paper.
  const rowBytes = Math.ceil(piece.columns / 8);
  for (
    let row = Math.max(0, Math.ceil(-y / scaleY) - 1);
    row < piece.rows && y + row * scaleY < canvas.rows;
    row++
  ) {
    const bytes = piece.bytes.subarray(row * rowBytes, (row + 1) * rowBytes);
    canvas.blit(scaleRaster({ columns: piece.columns, rows: 1, bytes }, scaleX, scaleY), x, y + row * scaleY);
  }
}

function paintCut(canvas: Canvas, { y, cut }: CutPiece, heightDots: number): void {
  if (y >= heightDots) return;
  const gap = cut === "full" ? DASH : 2 * DASH;
  for (let x = 0; x < canvas.columns; x += DASH + gap) canvas.fill(x, y, DASH, 1);
}

type Label = Pick<PlaceholderPiece, "x" | "y" | "width" | "height" | "lines">;

/** A dashed box with its label. */
function paintLabel(canvas: Canvas, { x, y, width, height, lines }: Label): void {
  for (let at = 0; at < width; at += 2 * DASH)
    for (const edge of [y, y + height - 1]) canvas.fill(x + at, edge, Math.min(DASH, width - at), 1);
  for (let at = 0; at < height; at += 2 * DASH)
    for (const edge of [x, x + width - 1]) canvas.fill(edge, y + at, 1, Math.min(DASH, height - at));
  let top = y + Math.floor((height - lines.length * LABEL_LINE_HEIGHT) / 2);
  for (const line of lines) {
    const characters = Array.from(line, (character) => character.codePointAt(0) ?? 0);
    const cells = characters.reduce((total, codePoint) => total + cellsOf(codePoint), 0);
    let left = x + Math.floor((width - cells * FONT_A.width) / 2);
    // A box inside a line may be too small for its label.
    if (left < x) break;
    for (const codePoint of characters) {
      const cell = { width: FONT_A.width, height: FONT_A.height, cells: cellsOf(codePoint) };
      canvas.blit(characterGlyph(codePoint, cell, false), left, top);
      left += FONT_A.width * cell.cells;
    }
    top += LABEL_LINE_HEIGHT;
  }
}
