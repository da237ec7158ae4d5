import { bytes, GS } from "../escpos/bytes.ts";

/** GS k with a count of its data. */
const barCode = (system: number, data: string): Uint8Array =>
  bytes(GS, "k", [system, data.length], data, "\n\n");

/** Stores and prints a symbol of GS ( k with modules of `size` dots. */
function symbol(kind: number, size: number, data: string): Uint8Array {
  return bytes(
    bytes(GS, "(k", [3, 0, kind, 67, size]),
    bytes(GS, "(k", [data.length + 3, 0, kind, 80, 48], data),
    bytes(GS, "(k", [3, 0, kind, 81, 48], "\n\n"),
  );
}

/** The pictures that a scanner at a till meets, all of them at the very left of the paper. */
const SYMBOLS: readonly (readonly [format: string, text: string, print: Uint8Array])[] = [
  ["EAN13", "4006381333931", barCode(67, "400638133393")],
  ["Code128", "Till 42", barCode(73, "{BTill 42")],
  ["ITF", "12345678", barCode(70, "12345678")],
  ["QRCode", "https://example.com/r/42", symbol(49, 5, "https://example.com/r/42")],
  ["PDF417", "PDF417 of a receipt", symbol(48, 3, "PDF417 of a receipt")],
  ["DataMatrix", "DM 0042", symbol(54, 5, "DM 0042")],
  ["Aztec", "Aztec 0042", symbol(53, 5, "Aztec 0042")],
];

/** What a scanner reads from that receipt: formats by their zxing names with the data, sorted. */
export const SCANNED_SYMBOLS = SYMBOLS.map(([format, text]) => `${format} ${text}`).toSorted();

/** A receipt with one of each kind of symbol, wherever a till has one: bars of two dots, 80 dots high. */
export function receiptOfSymbols(): Uint8Array {
  return bytes("Order 42\n", [GS, 0x77, 2, GS, 0x68, 80], ...SYMBOLS.map(([, , part]) => part));
}
