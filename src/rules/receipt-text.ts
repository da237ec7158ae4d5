import { PRINT_LIMITS } from "../domain/limits.ts";
import { RULE_LIMITS } from "../domain/rule-limits.ts";
import { decode } from "../escpos/escpos.ts";
import type { PrinterSettings } from "../search/text/receipt-lines.ts";
import { writtenLines } from "../search/text/written-lines.ts";

const CONTROL_CHARACTERS = /\p{Cc}+/gu;

/**
 * The text of a print as rules read it: the lines on the paper from top to bottom, then what a scanner reads from each
 * of its bar codes and two-dimensional symbols, joined by line feeds. As for searches they are laid out on the widest
 * paper there is, so that words are not broken at its edge, with as many spaces between columns as fit there; but case
 * and repeated lines stay. Lines that go beyond {@link RULE_LIMITS.textCharacters} are left out. Never throws, whatever
 * the bytes.
 */
export function receiptText(raw: Uint8Array, { charset, profile }: PrinterSettings): string {
  const receipt = decode(raw, { columns: PRINT_LIMITS.widthColumnsMaximum, charset, profile });
  const lines = writtenLines(receipt);
  for (const piece of receipt.pieces) {
    if (piece.kind === "raster" && piece.symbol !== undefined)
      lines.push(piece.symbol.text.replace(CONTROL_CHARACTERS, " "));
  }
  let characters = 0;
  const kept: string[] = [];
  for (const line of lines) {
    characters += line.length + 1;
    if (characters > RULE_LIMITS.textCharacters) break;
    kept.push(line);
  }
  return kept.join("\n");
}
