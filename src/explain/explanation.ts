import type { Parameters } from "../escpos/escpos.ts";
import type { PrinterModel } from "../escpos/models/printer-model.ts";
import type { Warning } from "./warnings.ts";
import type { SymbolContent } from "../escpos/receipt.ts";
import type { Effect } from "../escpos/sentence.ts";
import type { CharsetEvidence, SettledCharset } from "../escpos/text/charset.ts";

/** One command of a print, for people. */
export interface ExplainedCommand {
  /** Bytes from the start of the print. */
  readonly offset: number;
  /** Bytes, all of them. */
  readonly length: number;
  /** The name in the reference of its language, such as GS v 0 of ESC/POS or ESC GS t of Star. */
  readonly name: string;
  /** The first of its bytes in hexadecimal (`MAXIMUM_EXPLAINED_BYTES`). */
  readonly bytes: string;
  readonly parameters: Parameters;
  readonly effect: Effect;
  /** What it does here, or why it does nothing. */
  readonly sentence: string;
  /** Dots from the top of the paper to the print head before the command. */
  readonly y: number;
  /** Of a command that stores the data of a symbol (GS ( k): the offset of the command that prints it first. */
  readonly printedBy?: number;
}

/** How bytes from 80h up were read where the print does not say. */
export interface ExplainedCharset extends CharsetEvidence {
  readonly charset: SettledCharset;
  /** The same for people. */
  readonly sentence: string;
}

/** What was recognised in a picture of a print. */
export interface ExplainedPicture {
  /** Bytes of the print: the commands that drew it, from the first to past the last. */
  readonly from: number;
  readonly to: number;
  /** Dots from the top of the paper. */
  readonly y: number;
  readonly height: number;
  readonly words: number;
  /** How sure its words are on average, 0 to 100; `null` without words. */
  readonly confidence: number | null;
  /** Words apart by a space. */
  readonly lines: readonly string[];
  /** Its numbers in doubt, and what each may be instead; not given where there are none. */
  readonly doubtful?: readonly { readonly text: string; readonly alternatives: readonly string[] }[];
  readonly codes: readonly SymbolContent[];
  /** The same for people. */
  readonly sentence: string;
}

/** The commands of a print beside what is on the paper. */
export interface Explanation {
  readonly columns: number;
  readonly widthDots: number;
  readonly heightDots: number;
  /** Not given if nothing hung on it. */
  readonly charset?: ExplainedCharset;
  /** What was cut off, left out or not understood, in words. */
  readonly notes: readonly string[];
  /** The printer that it is shown on. */
  readonly printer: Pick<PrinterModel, "id" | "maker" | "name" | "language">;
  /** What its printer does not print as it was meant, in the order of the print. */
  readonly warnings: readonly Warning[];
  /** What was recognised in its pictures; not given where nothing was. */
  readonly recognised?: readonly ExplainedPicture[];
  readonly commands: readonly ExplainedCommand[];
}
