import type { PrinterSettings } from "./receipt-lines.ts";

/**
 * The version of the text that `receiptLines` makes of a print. To be raised by one whenever the same bytes give other
 * lines than before, in the decoder, the text renderer or the folding: what was indexed with another version is
 * decoded anew. A test compares it with a hash of the lines of some receipts.
 */
export const TEXT_VERSION = 1;

/** The version of the text of prints that are all decoded with the same settings: of 32 bits, another one for others. */
export function textVersionOf({ charset, profile }: PrinterSettings): number {
  return Bun.hash.crc32(`${TEXT_VERSION} ${charset} ${profile}`);
}

/** The version where prints of one more printer may be among the others, decoded with its settings. */
export function textVersionWith(version: number, printerId: number, settings: PrinterSettings): number {
  const { charset, profile } = settings;
  return Bun.hash.crc32(`${version} ${printerId} ${charset} ${profile}`);
}
