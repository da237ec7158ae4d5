import { RULE_LIMITS } from "../domain/limits.ts";
import { codeTexts, type GuessedLine, guessedLines, type Range } from "../recognition/recognised-text.ts";
import type { Recognition } from "../recognition/recognised.ts";
import { type PrinterSettings, readWords, type ReceiptWords } from "../search/text/receipt-lines.ts";

/** The text of a print as rules read it. */
export interface RuleText {
  readonly text: string;
  /** Numbers that were not recognised surely. */
  readonly unsure: readonly Range[];
}

export const NO_TEXT: RuleText = { text: "", unsure: [] };

/**
 * The text of a print as rules read it: the lines on the paper from top to bottom, then those recognised in its pictures,
 * then its symbols, joined by line feeds. As for searches words are not broken at the paper's edge, with as many spaces
 * between columns as fit there; but case and repeated lines stay. Lines that go beyond
 * {@link RULE_LIMITS.textCharacters} are left out.
 */
export function ruleText({ written, symbols }: ReceiptWords, recognition: Recognition = []): RuleText {
  const codes = [...symbols, ...codeTexts(recognition)];
  const lines: GuessedLine[] = [...written.map(certain), ...guessedLines(recognition), ...codes.map(certain)];
  let characters = 0;
  const kept: string[] = [];
  const unsure: Range[] = [];
  for (const line of lines) {
    const before = characters;
    characters += line.text.length + 1;
    if (characters > RULE_LIMITS.textCharacters) break;
    kept.push(line.text);
    for (const { start, end } of line.unsure) unsure.push({ start: before + start, end: before + end });
  }
  return { text: kept.join("\n"), unsure };
}

/** The text of a print's bytes as rules read it. Never throws, whatever the bytes. */
export function receiptText(raw: Uint8Array, settings: PrinterSettings): string {
  return ruleText(readWords(raw, settings)).text;
}

function certain(text: string): GuessedLine {
  return { text, unsure: [] };
}
