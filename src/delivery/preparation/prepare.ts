import type { Delivery } from "../../domain/delivery.ts";
import type { Print } from "../../domain/print.ts";
import type { Printer } from "../../domain/printer.ts";
import type { PrinterChoice } from "../../escpos/models/printer-of-print.ts";
import type { SettledPrinter } from "../../escpos/models/chosen-printer.ts";

/** What a print is prepared by for its real printer. */
export interface PreparationContext {
  readonly delivery: Delivery;
  /** `createdAt` is when the till printed it. */
  readonly print: Pick<Print, "id" | "createdAt">;
  /** Ours, to whose target it goes. */
  readonly printer: Printer;
  /** What the print was made for: the printer that it is shown on. */
  readonly source: PrinterChoice;
  /** The real printer. */
  readonly target: SettledPrinter;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** A job as it is sent. */
export interface Prepared {
  /** None where nothing is left to be sent. */
  readonly bytes: Uint8Array;
  /** What was changed, a sentence each; they are kept with the delivery. */
  readonly notes: readonly string[];
}

/** One change to a job. What it has nothing to do with it gives back as it came. Pure. */
export type PreparationStep = (job: Prepared, context: PreparationContext) => Prepared;

/** In this order: what is added at the end of the list is not changed by what comes before it. */
const STEPS: readonly PreparationStep[] = [];

/** Makes a stored print what its real printer is sent. Pure. @param raw the print's bytes; they are not changed */
export function prepare(raw: Uint8Array, context: PreparationContext): Prepared {
  return STEPS.reduce<Prepared>((job, step) => step(job, context), { bytes: raw, notes: [] });
}
