import { RULE_LIMITS } from "../domain/limits.ts";
import { type PrinterSettings, readWords, type ReceiptWords } from "../search/text/receipt-lines.ts";

/**
 * The text of a print as rules read it: the lines on the paper from top to bottom, then its symbols, joined by line feeds.
 * As for searches words are not broken at the paper's edge, with as many spaces between columns as fit there; but case and
 * repeated lines stay. Lines that go beyond {@link RULE_LIMITS.textCharacters} are left out.
 */
export function ruleText({ written, symbols }: ReceiptWords): string {
  let characters = 0;
  const kept: string[] = [];
  for (const line of [...written, ...symbols]) {
    characters += line.length + 1;
    if (characters > RULE_LIMITS.textCharacters) break;
    kept.push(line);
  }
  return kept.join("\n");
}

/** The text of a print's bytes as rules read it. Never throws, whatever the bytes. */
export function receiptText(raw: Uint8Array, settings: PrinterSettings): string {
  return ruleText(readWords(raw, settings));
}
