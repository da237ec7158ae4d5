import type { SymbolContent } from "../escpos/receipt.ts";

/** A bar code or symbol in words: its name and what a scanner reads, control characters as spaces. */
export function symbolLabel({ system, text }: SymbolContent): string {
  return `${system} ${text.replace(/\p{Cc}/gu, " ")}`.trim();
}
