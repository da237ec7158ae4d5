import { decode, type DecodeOptions } from "../escpos/escpos.ts";
import { paintReceipt } from "../render/paint/paint-receipt.ts";
import { encodeDots } from "../render/png.ts";

/** A receipt as a printer prints it that is given a picture. */
export interface ReceiptPicture {
  /** A PNG, black and white, a pixel a dot, as wide as the head reaches. */
  readonly raw: Uint8Array<ArrayBuffer>;
  /** How the paper is cut behind it; `null` for not at all. */
  readonly cut: "full" | "partial" | null;
  readonly opensDrawer: boolean;
}

/** Draws a print. Never throws. @param printer what the print does not say about its printer */
export function receiptPicture(bytes: Uint8Array, printer: DecodeOptions): ReceiptPicture {
  const receipt = decode(bytes, printer);
  const cut = receipt.pieces.findLast((piece) => piece.kind === "cut")?.cut ?? null;
  const opensDrawer = receipt.events.some(({ kind }) => kind === "drawer");
  return { raw: encodeDots(paintReceipt(receipt).canvas), cut, opensDrawer };
}
