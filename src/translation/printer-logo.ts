import { dialectFor } from "../escpos/dialects.ts";
import { isStar } from "../escpos/language.ts";
import type { PrinterModel } from "../escpos/models/printer-model.ts";
import type { PlaceholderPiece, Receipt } from "../escpos/receipt.ts";
import { Scanner } from "../escpos/scanner.ts";
import { type Need, has } from "../escpos/warning.ts";

const ESC = 0x1b;
const GS = 0x1d;

/** Dots that a box may be off the middle of the paper and still be meant to be there. */
const OFF_THE_MIDDLE = 16;

/**
 * The commands by which a model prints a logo that is in it alone, where the print had it printed by one of its own; undefined
 * where there is none.
 */
export function logoCommands(
  { from, to, x, width }: PlaceholderPiece,
  { source, widthDots }: Receipt,
  model: PrinterModel,
): Uint8Array | undefined {
  const scanner = new Scanner(dialectFor(model.language), source, from, to);
  const command = scanner.next(true);
  if (command === undefined || scanner.start < to) return undefined;
  const { needs, printsStored } = command.form.record;
  if (printsStored !== true) return undefined;
  const all: readonly (Need | undefined)[] = typeof needs === "function" ? needs(command) : [needs];
  if (!all.every((need) => need === undefined || has(model, need))) return undefined;
  const right = widthDots - x - width;
  const justification = Math.abs(right - x) <= OFF_THE_MIDDLE ? 1 : right < x ? 2 : 0;
  const justify = isStar(model.language) ? [ESC, GS, 0x61] : [ESC, 0x61];
  return Buffer.from([...justify, justification, ...source.subarray(from, to), ...justify, 0]);
}
