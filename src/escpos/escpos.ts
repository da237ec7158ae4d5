import { interpret } from "./interpreter.ts";
import { MAXIMUM_COLUMNS, MINIMUM_COLUMNS } from "./limits.ts";
import type { Receipt } from "./receipt.ts";

export type { Command } from "./command.ts";
export { describe, type Parameters } from "./describe.ts";
export type { Piece, Receipt, ReceiptEvent, TextStyle } from "./receipt.ts";
export { tokenize, Tokenizer } from "./tokenizer.ts";

/**
 * Decodes an ESC/POS print into a display list in dots. Pure, linear in the number of bytes, bounded by
 * `limits.ts`; never throws, whatever the bytes.
 *
 * @param options.columns width of the paper in characters of font A (12 dots each)
 */
export function decode(bytes: Uint8Array, options: { columns: number }): Receipt {
  const columns = Math.round(Number.isFinite(options.columns) ? options.columns : 48);
  return interpret(bytes, Math.min(MAXIMUM_COLUMNS, Math.max(MINIMUM_COLUMNS, columns)));
}
