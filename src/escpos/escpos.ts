import { interpret, type RunObserver } from "./interpreter.ts";
import type { PrinterLanguage } from "./language.ts";
import { MAXIMUM_COLUMNS, MINIMUM_COLUMNS } from "./limits.ts";
import type { Printer, Receipt } from "./receipt.ts";
import type { Charset } from "./text/charset.ts";
import type { PrinterProfile } from "./text/printer-profile.ts";

export type { Command } from "./command.ts";
export { describe, type Parameters } from "./describe.ts";
export type { Piece, Receipt, ReceiptEvent, TextStyle } from "./receipt.ts";
export { CHARSETS, type Charset } from "./text/charset.ts";
export { PRINTER_PROFILES, type PrinterProfile } from "./text/printer-profile.ts";
export { tokenize, Tokenizer } from "./tokenizer.ts";

/** How to show a print: what the print itself does not say about its printer. */
export interface DecodeOptions {
  /** Width of the paper in characters of font A (12 dots each). */
  readonly columns: number;
  /** The maker whose numbering of code pages and own commands apply; Epson if not given. */
  readonly profile?: PrinterProfile;
  /** What bytes from 80h up are where the print does not say; found from its text if not given. */
  readonly charset?: Charset;
  /** What a print is in that tells nothing of its language; ESC/POS if not given. */
  readonly language?: PrinterLanguage;
}

/**
 * Decodes a print into a display list in dots. Pure, linear in the number of bytes, bounded by
 * `limits.ts`; never throws, whatever the bytes.
 *
 * @param observer watches the run, command by command
 */
export function decode(bytes: Uint8Array, options: DecodeOptions, observer?: RunObserver): Receipt {
  const columns = Math.round(Number.isFinite(options.columns) ? options.columns : 48);
  const printer: Printer = {
    columns: Math.min(MAXIMUM_COLUMNS, Math.max(MINIMUM_COLUMNS, columns)),
    profile: options.profile ?? "epson",
    charset: options.charset ?? "auto",
    language: options.language ?? "escpos",
  };
  return interpret(bytes, printer, observer);
}
