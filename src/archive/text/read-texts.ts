import { TillrollError } from "../../domain/errors.ts";
import type { SettledCharset } from "../../escpos/text/charset.ts";
import { collectAfter } from "../../platform/huge-bytes.ts";
import { CharsetHistory } from "../../search/indexer/charset-history.ts";
import {
  type PrinterSettings,
  readWords,
  type ReceiptWords,
  searchedLines,
} from "../../search/text/receipt-lines.ts";
import { decodeContent, type StoredContent } from "../../storage/raw-content.ts";

/** A print that is to be read. */
export interface UnreadPrint {
  readonly id: number;
  readonly deviceId: string | null;
  readonly settings: PrinterSettings;
  /** What the earlier prints of its device were read as, as far as that is stored. */
  readonly earlier: SettledCharset | null;
  /** Whether it was read before: later prints of its device say nothing of it then. */
  readonly isSettled: boolean;
  /** Its bytes; `null` where they are missing. */
  readonly content: StoredContent | null;
}

/** Prints of one workspace, in the order in which they came. */
export interface UnreadPrints {
  readonly workspaceId: number;
  readonly prints: readonly UnreadPrint[];
}

export interface ReadText {
  readonly printId: number;
  /** As `searchedLines` gives them, a line feed between two. */
  readonly lines: string;
  /** What the earlier prints of its device were read as, where that decided. */
  readonly charset: SettledCharset | null;
}

export interface ReadTexts {
  readonly texts: readonly ReadText[];
  /** What is known of devices now. */
  readonly devices: readonly { readonly deviceId: string; readonly charset: SettledCharset }[];
}

/** Reads the texts of prints as the index of a shop does. One whose bytes are missing or damaged has none. */
export function readTexts({ workspaceId, prints }: UnreadPrints): ReadTexts {
  const history = new CharsetHistory(workspaceId);
  const texts = prints.map((print, index) => {
    const { id, deviceId, settings, earlier, isSettled } = print;
    const known = { id, deviceId, earlier, printerId: null, ordinal: index };
    const row = { ...known, isUnsettled: isSettled ? 0 : 1 } as const;
    const words = wordsOf(print, { ...settings, earlier: history.earlierOf(row) });
    history.take(row, words);
    return { printId: id, lines: words === null ? "" : searchedLines(words).join("\n") };
  });
  const decided = new Map(history.findings?.prints.map(({ printId, charset }) => [printId, charset]));
  for (const { id, isSettled, earlier } of prints)
    if (isSettled && earlier !== null) decided.set(id, earlier);
  return {
    texts: texts.map((text) => ({ ...text, charset: decided.get(text.printId) ?? null })),
    devices: history.findings?.devices ?? [],
  };
}

/** Bytes that are missing or damaged have no words; the print itself tells of it when it is read. */
function wordsOf({ id, content }: UnreadPrint, settings: PrinterSettings): ReceiptWords | null {
  if (content === null) return null;
  try {
    return readWords(decodeContent(id, content), settings);
  } catch (error) {
    if (error instanceof TillrollError && error.code === "PRINT_DATA_DAMAGED") return null;
    throw error;
  } finally {
    collectAfter(content.byteLength);
  }
}
