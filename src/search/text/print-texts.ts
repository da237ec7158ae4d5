import { collectAfter } from "../../platform/huge-bytes.ts";
import { TillrollError } from "../../domain/errors.ts";
import { MEBIBYTE } from "../../domain/limits.ts";
import { decodeContent, type StoredContent } from "../../storage/raw-content.ts";
import { type PrinterSettings, receiptLines } from "./receipt-lines.ts";
import { readingKey } from "./text-settings.ts";

/** What the lines kept in memory may weigh together, bytes. */
const MAXIMUM_BYTES = 4 * MEBIBYTE;

/** A print with what its text is made of. */
export interface StoredPrint extends StoredContent, PrinterSettings {
  readonly printId: number;
}

/** A character takes two bytes at most; a line has an object, and so has a print. */
const weightOf = (lines: readonly string[]) => lines.reduce((sum, line) => sum + 32 + line.length * 2, 64);

/** The lines of prints, decoded from their bytes when they are asked for; those asked for last are kept. */
export class PrintTexts {
  /** In the order of their last use: a Map keeps the order of insertion. */
  private readonly kept = new Map<string, readonly string[]>();
  private bytes = 0;

  /** The lines as `receiptLines` gives them. A print whose bytes are damaged has none. */
  linesOf(print: StoredPrint): readonly string[] {
    // The settings of a workspace or a printer may change, and the text of its prints with them.
    const key = `${print.printId} ${readingKey(print)} ${print.earlier ?? ""}`;
    const known = this.kept.get(key);
    const lines = known ?? decodedLines(print);
    if (known === undefined) this.bytes += weightOf(lines);
    else this.kept.delete(key);
    this.kept.set(key, lines);
    this.forgetOldest();
    return lines;
  }

  /** Forgets all of them. */
  forget(): void {
    this.kept.clear();
    this.bytes = 0;
  }

  private forgetOldest(): void {
    for (const [key, lines] of this.kept) {
      if (this.bytes <= MAXIMUM_BYTES) return;
      this.kept.delete(key);
      this.bytes -= weightOf(lines);
    }
  }
}

function decodedLines(print: StoredPrint): string[] {
  try {
    return receiptLines(decodeContent(print.printId, print), print);
  } catch (error) {
    // Reading the print says that it is damaged; a search goes on with the others.
    if (error instanceof TillrollError && error.code === "PRINT_DATA_DAMAGED") return [];
    throw error;
  } finally {
    collectAfter(print.byteLength);
  }
}
