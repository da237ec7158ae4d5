import { type Charset, decode, type PrinterProfile, type Receipt } from "../../../src/escpos/escpos.ts";
import { encodeDocument } from "../../../src/printers/epos/epos-document.ts";
import { childElements, parseXml } from "../../../src/printers/epos/xml-element.ts";

/** The ESC/POS of elements of ePOS-Print. */
export function encode(
  xml: string,
  charset: Charset = "auto",
  limit = 4 * 1024 * 1024,
  profile: PrinterProfile = "epson",
  unitsPerDot = 2,
): Uint8Array {
  const root = parseXml(Buffer.from(`<epos-print>${xml}</epos-print>`));
  return encodeDocument(childElements(root), { profile, charset, unitsPerDot, limit });
}

/** What the paper shows of them. */
export function paper(xml: string, charset: Charset = "auto"): Receipt {
  return decode(encode(xml, charset), { columns: 48, charset });
}

/** The characters on paper, one after the other. */
export function characters({ pieces }: Receipt): string {
  return pieces.map((piece) => (piece.kind === "text" ? piece.text : "")).join("");
}
