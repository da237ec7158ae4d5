import type { Receipt } from "../escpos/receipt.ts";

/** The display list as JSON, without the print itself: all measures in dots, rasters as base64. */
export function renderJson(receipt: Receipt): string {
  const pieces = receipt.pieces.map((piece) =>
    piece.kind === "raster" ? { ...piece, bytes: Buffer.from(piece.bytes).toString("base64") } : piece,
  );
  return JSON.stringify({ ...receipt, source: undefined, printer: undefined, pieces });
}
