import { onOneLine } from "../escpos/label.ts";
import { blackRuns } from "../escpos/raster-dots.ts";
import type { RasterPiece, SymbolContent } from "../escpos/receipt.ts";
import { escapeXml } from "./xml.ts";

/**
 * A bar code or symbol as one path, so that it stays sharp at any zoom and in print, where a picture would
 * be smoothed. Each run of dots is a line as high as a row; without smoothing rows join without seams.
 */
export function svgSymbol(piece: RasterPiece, symbol: SymbolContent): string {
  const { x, y, scaleX, scaleY } = piece;
  let path = "";
  for (let row = 0; row < piece.rows; row++)
    for (const [start, end] of blackRuns(piece, row)) path += `M${start} ${row}h${end - start}`;
  return (
    `<path role="img" aria-label="${escapeXml(symbolLabel(symbol))}" stroke="#000" shape-rendering="crispEdges" ` +
    `transform="translate(${x} ${y}) scale(${scaleX} ${scaleY}) translate(0 .5)" d="${path}"/>`
  );
}

/** A bar code or symbol in words: its name and what a scanner reads, control characters as spaces. */
function symbolLabel({ system, text }: SymbolContent): string {
  return onOneLine(`${system} ${text}`);
}
