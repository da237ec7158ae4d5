import type { ContentRow } from "../index-connection.ts";
import type { ReceiptWords } from "../text/receipt-lines.ts";

/** Is shown every print that is decoded for the index, so that nobody else has to decode it. */
export interface PrintListener {
  /** @param words `null` where the print's bytes are missing or damaged */
  onPrint(workspaceId: number, print: ContentRow, words: ReceiptWords | null): void;
  /** Called between some prints, when what was found may be written. */
  afterPrints(): Promise<void>;
  /** Called when there are no more for now: what was found is durable afterwards. */
  end(): Promise<void>;
  /** The ordinal before which no print of a workspace is about to be changed by what was found in it. */
  settledTo(workspaceId: number): number;
}

/** Where nobody else wants to know of prints. */
export const NO_LISTENER: PrintListener = {
  onPrint() {},
  afterPrints: () => Promise.resolve(),
  end: () => Promise.resolve(),
  settledTo: () => Infinity,
};
