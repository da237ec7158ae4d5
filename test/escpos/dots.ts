import type { Piece, RasterPiece } from "../../src/escpos/receipt.ts";

/** The dots of a raster as rows of # and . */
export function dots(piece: Piece | undefined): string[] {
  if (piece?.kind !== "raster") return [];
  const { columns, rows, bytes } = piece;
  const rowBytes = Math.ceil(columns / 8);
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) =>
      ((bytes[row * rowBytes + (column >> 3)] ?? 0) & (0x80 >> (column & 7))) === 0 ? "." : "#",
    ).join(""),
  );
}

export function isRaster(piece: Piece): piece is RasterPiece {
  return piece.kind === "raster";
}
