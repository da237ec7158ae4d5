import { interpret, type RunObserver } from "./interpreter.ts";
import { printerOf, type PrinterChoice } from "./models/printer-of-print.ts";
import type { Receipt } from "./receipt.ts";

export type { Command } from "./command.ts";
export { describe, type Parameters } from "./describe.ts";
export { isModelId, MODEL_IDS, PRINTER_MODELS, type ModelId } from "./models/models.ts";
export type { PrinterModel } from "./models/printer-model.ts";
export type { Piece, Receipt, ReceiptEvent, TextStyle } from "./receipt.ts";
export { CHARSETS, type Charset } from "./text/charset.ts";
export { PRINTER_PROFILES, type PrinterProfile } from "./text/printer-profile.ts";
export { tokenize, Tokenizer } from "./tokenizer.ts";

/** How to show a print: what the print itself does not say about its printer. */
export type DecodeOptions = PrinterChoice;

/**
 * Decodes a print into a display list in dots. Pure, linear in the number of bytes, bounded by
 * `limits.ts`; never throws, whatever the bytes.
 *
 * @param observer watches the run, command by command
 */
export function decode(bytes: Uint8Array, options: DecodeOptions, observer?: RunObserver): Receipt {
  return interpret(bytes, printerOf(bytes, options), observer);
}
