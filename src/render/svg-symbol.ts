import { onOneLine } from "../escpos/label.ts";
import type { RasterPiece, SymbolContent } from "../escpos/receipt.ts";
import { escapeXml } from "./xml.ts";

/**
 * A bar code or symbol as one path, so that it stays sharp at any zoom and in print, where a picture would
 * be smoothed. Each run of dots is a line as high as a row; without smoothing rows join without seams.
 */
export function svgSymbol(piece: RasterPiece, symbol: SymbolContent): string {
  const { x, y, scaleX, scaleY, columns, rows, bytes } = piece;
  const rowBytes = Math.ceil(columns / 8);
  let path = "";
  for (let row = 0; row < rows; row++) {
    let start = -1;
    for (let column = 0; column <= columns; column++) {
      const dots = column === columns ? 0 : (bytes[row * rowBytes + (column >> 3)] ?? 0);
      const dark = (dots & (0x80 >> (column & 7))) !== 0;
      if (dark && start < 0) start = column;
      if (dark || start < 0) continue;
      path += `M${start} ${row}h${column - start}`;
      start = -1;
    }
  }
  return (
    `<path role="img" aria-label="${escapeXml(symbolLabel(symbol))}" stroke="#000" shape-rendering="crispEdges" ` +
    `transform="translate(${x} ${y}) scale(${scaleX} ${scaleY}) translate(0 .5)" d="${path}"/>`
  );
}

/** A bar code or symbol in words: its name and what a scanner reads, control characters as spaces. */
function symbolLabel({ system, text }: SymbolContent): string {
  return onOneLine(`${system} ${text}`);
}
