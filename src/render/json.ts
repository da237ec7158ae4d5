import type { Piece, Receipt } from "../escpos/receipt.ts";
import { placedOn, type PlacedPicture } from "../recognition/placed.ts";
import type { Recognition } from "../recognition/recognised.ts";
import { surenessOf } from "../recognition/summary.ts";
import { LEFT_OUT, LimitedText } from "./limited-text.ts";

/**
 * The display list as JSON, without the print itself: all measures in dots, rasters as base64. What is beyond the size
 * of a preview is left out at the end, and a note says so.
 *
 * @param options.recognition what was recognised in its pictures: `recognised` has their lines, words and codes
 */
export function renderJson(
  receipt: Receipt,
  { recognition }: { recognition?: Recognition | undefined } = {},
  limited = new LimitedText(),
): string {
  // The order of the fields is part of the format; pieces and events come in the middle.
  const { columns, widthDots, heightDots, dotsPerInch, dotsPerInchAlong, language } = receipt;
  const { charset, evidence, notes, truncated } = receipt;
  const hasAllEvents = receipt.events.every((event) => limited.add(JSON.stringify(event)));
  const events = limited.parts.splice(0);
  const pictures = placedOn(receipt, recognition);
  const hasAllPictures = pictures.every((picture) => limited.add(JSON.stringify(plainPicture(picture))));
  const recognised = limited.parts.splice(0);
  const hasAllPieces = receipt.pieces.every((piece) => limited.add(JSON.stringify(plainPiece(piece))));
  const isLimited = !hasAllEvents || !hasAllPictures || !hasAllPieces;
  const sizes = { columns, widthDots, heightDots, dotsPerInch, dotsPerInchAlong };
  const head = JSON.stringify({ ...sizes, language }).slice(0, -1);
  const tail = JSON.stringify({
    charset,
    evidence,
    notes: isLimited ? [...notes, LEFT_OUT] : notes,
    truncated: truncated || isLimited,
  }).slice(1);
  const read = pictures.length === 0 ? "" : `"recognised":[${recognised.join(",")}],`;
  return `${head},"pieces":[${limited.parts.join(",")}],"events":[${events.join(",")}],${read}${tail}`;
}

/** A picture that was read, with how sure its words are together; `from` and `to` are the bytes that drew it. */
function plainPicture({ pieces, ...picture }: PlacedPicture): object {
  const { confidence, leastConfidence } = surenessOf([picture]);
  const bytes = { from: pieces[0]?.from, to: pieces.at(-1)?.to };
  return { ...picture, confidence, leastConfidence, ...bytes };
}

function plainPiece(piece: Piece): object {
  return piece.kind === "raster" ? { ...piece, bytes: Buffer.from(piece.bytes).toString("base64") } : piece;
}
