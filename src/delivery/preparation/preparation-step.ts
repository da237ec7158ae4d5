import type { Delivery } from "../../domain/delivery.ts";
import type { Print } from "../../domain/print.ts";
import type { Printer } from "../../domain/printer.ts";
import type { PrinterLanguage } from "../../escpos/language.ts";
import { type PrinterChoice, printerOf } from "../../escpos/models/printer-of-print.ts";
import type { SettledPrinter } from "../../escpos/models/chosen-printer.ts";
import type { Translation } from "../../translation/translation.ts";

/** What a print is prepared by for its real printer. */
export interface PreparationContext {
  readonly delivery: Delivery;
  readonly print: Pick<Print, "id" | "createdAt" | "tag">;
  /** Ours, to whose target it goes. */
  readonly printer: Printer;
  /** What the print was made for: the printer that it is shown on. */
  readonly source: PrinterChoice;
  /** The printer that it is for, where `printer` is that one's backup and has it; else `null`. */
  readonly forPrinter: Printer | null;
  /** The real printer. */
  readonly target: SettledPrinter;
  /** What the real printer is said to be, and which prints are drawn for it. */
  readonly translation: Translation;
  /** How old the print is, milliseconds. */
  readonly age: number;
  /** How long the delivery has waited since it was queued, milliseconds. */
  readonly waited: number;
}

/** A job as it is sent. */
export interface Prepared {
  /** None where nothing is left to be sent. */
  readonly bytes: Uint8Array;
  /** What they are, where they are no commands of a receipt printer. */
  readonly mediaType?: string;
  /** What was changed, a sentence each; they are kept with the delivery. */
  readonly notes: readonly string[];
}

/** One change to a job. What it has nothing to do with it gives back as it came. Pure. */
export type PreparationStep = (job: Prepared, context: PreparationContext) => Prepared;

/** The language of a job's own bytes. */
export function languageOfJob({ bytes }: Prepared, { source }: PreparationContext): PrinterLanguage {
  return printerOf(bytes, source).model.language;
}
