import { onOneLine } from "../escpos/label.ts";
import type { SymbolContent } from "../escpos/receipt.ts";

/** A bar code or symbol in words: its name and what a scanner reads, control characters as spaces. */
export function symbolLabel({ system, text }: SymbolContent): string {
  return onOneLine(`${system} ${text}`);
}
