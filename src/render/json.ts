import type { Piece, Receipt } from "../escpos/receipt.ts";
import { LEFT_OUT, LimitedText } from "./limited-text.ts";

/**
 * The display list as JSON, without the print itself: all measures in dots, rasters as base64. What is beyond the size
 * of a preview is left out at the end, and a note says so.
 */
export function renderJson(receipt: Receipt, limited = new LimitedText()): string {
  // The order of the fields is part of the format; pieces and events come in the middle.
  const { columns, widthDots, heightDots, dotsPerInch, dotsPerInchAlong, language } = receipt;
  const { charset, evidence, notes, truncated } = receipt;
  const hasAllEvents = receipt.events.every((event) => limited.add(JSON.stringify(event)));
  const events = limited.parts.splice(0);
  const hasAllPieces = receipt.pieces.every((piece) => limited.add(JSON.stringify(plainPiece(piece))));
  const isLimited = !hasAllEvents || !hasAllPieces;
  const sizes = { columns, widthDots, heightDots, dotsPerInch, dotsPerInchAlong };
  const head = JSON.stringify({ ...sizes, language }).slice(0, -1);
  const tail = JSON.stringify({
    charset,
    evidence,
    notes: isLimited ? [...notes, LEFT_OUT] : notes,
    truncated: truncated || isLimited,
  }).slice(1);
  return `${head},"pieces":[${limited.parts.join(",")}],"events":[${events.join(",")}],${tail}`;
}

function plainPiece(piece: Piece): object {
  return piece.kind === "raster" ? { ...piece, bytes: Buffer.from(piece.bytes).toString("base64") } : piece;
}
