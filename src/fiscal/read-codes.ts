import { type FiscalCode, RKSV_FIELDS } from "./fiscal-code.ts";
import { FISCAL_LIMITS } from "./limits.ts";
import { readRksvCode } from "./rksv-code.ts";
import { readTseCode } from "./tse-code.ts";

/** Reads the text of a symbol, or one that was typed. Never throws. @returns `null` where it is no fiscal code */
export function readFiscalCode(text: string): FiscalCode | null {
  if (text.length > FISCAL_LIMITS.codeCharacters) return null;
  return readTseCode(text) ?? readRksvCode(text);
}

/** The beginning of an Austrian code in letters. */
const IN_LETTERS = /^_R\d{1,3}-[A-Z]{2}\d{1,3}_/;

/** A signature in base32 or base64: where a code in letters ends. */
const WHOLE = new RegExp(`^(?:_[^_]*){${RKSV_FIELDS.length - 1}}_(?:[A-Z2-7]{103}=|[A-Za-z0-9+/]{86}==)`);

/**
 * The fiscal codes of a receipt, each once, in its order: those of its symbols, then those in letters for character
 * recognition, which may go on over several lines (RKSV, annex, 14).
 * @param symbols what is in its symbols
 * @param lines its lines of letters, from top to bottom
 */
export function codesOfReceipt(symbols: readonly string[], lines: readonly string[] = []): FiscalCode[] {
  const found = new Map<string, FiscalCode>();
  for (const text of [...symbols, ...codesInLetters(lines)]) {
    const code = readFiscalCode(text);
    if (code !== null && !found.has(code.text)) found.set(code.text, code);
    if (found.size === FISCAL_LIMITS.codesPerPrint) break;
  }
  return [...found.values()];
}

function codesInLetters(lines: readonly string[]): string[] {
  return lines.flatMap((line, at) => {
    if (!IN_LETTERS.test(line.trimStart())) return [];
    const following = lines.slice(at, at + FISCAL_LIMITS.linesPerCode);
    let text = "";
    for (const part of following) {
      text += part.replaceAll(/\s+/g, "");
      const whole = WHOLE.exec(text);
      if (whole !== null) return [whole[0]];
    }
    return [];
  });
}
