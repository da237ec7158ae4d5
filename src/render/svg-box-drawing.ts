import type { TextPiece } from "../escpos/receipt.ts";
import { blank, blit } from "../escpos/raster-transform.ts";
import { blackRuns } from "../escpos/raster-dots.ts";
import type { Raster } from "../escpos/raster.ts";
import { boxDrawing } from "./font/box-drawing.ts";
import { escapeXml } from "./xml.ts";

/** Lines and blocks that fill their cells; shades and diagonals are left to the font of the reader. */
const BOX_DRAWING = /[\u2500-\u2570\u2574-\u2590\u2594-\u259f]/;
const OTHER_CHARACTERS = /[^\u2500-\u2570\u2574-\u2590\u2594-\u259f]/g;
/** Marks lie over the character before them, and take no cell. */
const MARKS = /[\p{Mn}\p{Me}\u200b-\u200f]/gu;
const PARTS = /[\u2500-\u2570\u2574-\u2590\u2594-\u259f]+|[^\u2500-\u2570\u2574-\u2590\u2594-\u259f]+/g;

/** True if a run has characters that `boxPath` draws. */
export function hasBoxDrawing(text: string): boolean {
  return BOX_DRAWING.test(text);
}

/** Receipts draw the same few rules and edges again and again; each is worked out once. */
const cache = new Map<string, string>();
const MAXIMUM_CACHED_PATHS = 512;
const MAXIMUM_CACHED_CHARACTERS = 100;

/**
 * The box drawing characters of a run as SVG path data, in dots of the run before magnification: fonts
 * rarely fill the whole cell, and lines on paper join without gaps.
 */
export function boxPath(piece: TextPiece): string {
  const { text, style, cellsEach } = piece;
  // Only which characters are drawn and where counts, so that lines of a table share their edges.
  const places = text.replace(MARKS, "").replace(OTHER_CHARACTERS, " ");
  const key = `${style.cellWidth} ${style.cellHeight} ${style.spacing} ${cellsEach} ${places}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const path = pathOf(places, piece);
  if (cache.size >= MAXIMUM_CACHED_PATHS) cache.clear();
  if (text.length <= MAXIMUM_CACHED_CHARACTERS) cache.set(key, path);
  return path;
}

/** @param text a character for each cell or pair of cells */
function pathOf(text: string, { style, cellsEach }: TextPiece): string {
  const width = style.cellWidth * cellsEach;
  const advance = width + style.spacing;
  const run = blank(text.length * advance, style.cellHeight);
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const cell = code >= 0x2500 && code <= 0x259f ? boxDrawing(code, width, style.cellHeight) : undefined;
    if (cell !== undefined && hasBoxDrawing(text.charAt(index))) blit(run, cell, index * advance, 0);
  }
  return rectangles(run);
}

/** The characters of a run with those that `boxPath` draws unseen, so that they can still be copied. */
export function unseenBoxes(text: string): string {
  const parts = text.match(PARTS) ?? [];
  return parts
    .map((part) => (hasBoxDrawing(part) ? `<tspan fill="none">${part}</tspan>` : escapeXml(part)))
    .join("");
}

/** Path data of the black dots of a picture: rows that are alike are taken together. */
function rectangles(picture: Raster): string {
  const { rows, bytes } = picture;
  const rowBytes = bytes.length / rows;
  const dotsOf = (row: number) => bytes.subarray(row * rowBytes, (row + 1) * rowBytes);
  let path = "";
  let top = 0;
  for (let row = 1; row <= rows; row++) {
    if (row < rows && Buffer.compare(dotsOf(top), dotsOf(row)) === 0) continue;
    for (const [start, end] of blackRuns(picture, top))
      path += `M${start} ${top}h${end - start}v${row - top}H${start}z`;
    top = row;
  }
  return path;
}
