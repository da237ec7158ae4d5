import type { PrintChange } from "../../audit/print-change.ts";
import type { CardPrint, CardScanState } from "../../cards/card-print.ts";
import type { Awaitable } from "../../domain/awaitable.ts";
import type { Print } from "../../domain/print.ts";
import type { Reference } from "../../domain/reference.ts";
import type { RemovedPrint } from "../../domain/removal.ts";
import type { PaperSettings } from "../../escpos/models/chosen-printer.ts";
import type { PrinterChoice } from "../../escpos/models/printer-of-print.ts";
import type { StoredContent } from "../raw-content.ts";

/** Reads single prints. */
export interface PrintReading {
  /**
   * A print, deleted or not.
   * @throws TillrollError NOT_FOUND, GONE for one that was removed for good, PRINT_DATA_DAMAGED
   */
  read(workspaceId: number, printId: number): Awaitable<Print>;
  /** As {@link read}; `null` where there is none, or none any more. @throws TillrollError PRINT_DATA_DAMAGED */
  find(workspaceId: number, printId: number): Awaitable<Print | null>;
  /** What stays of a print that was removed for good; `null` where there is none. */
  findRemoved(workspaceId: number, printId: number): Awaitable<RemovedPrint | null>;
  /** The printer that a print came in by: both `null` where it came otherwise, its name where the printer is gone. */
  readOrigin(
    print: Pick<Print, "id">,
  ): Awaitable<{ readonly printerId: number | null; readonly printer: string | null }>;
  /**
   * The printer that a print is shown on.
   * @param wish what whoever looks at it wants
   */
  printerOf(print: Print, workspace: PaperSettings, wish?: PaperSettings): Awaitable<PrinterChoice>;
  /** Those of some prints that came in by a printer, in their order. @param name the printer's, whatever its case */
  printedBy(name: string, printIds: readonly number[]): Awaitable<number[]>;
  /** What was recognised in a print's pictures as it is stored; `null` where nothing was. */
  readRecognition(print: Pick<Print, "id" | "recognised">): Awaitable<Uint8Array | null>;
  /** A print's bytes, exactly as they came, with their SHA-256. @throws TillrollError NOT_FOUND, PRINT_DATA_DAMAGED */
  readRaw(print: Print): Awaitable<{ readonly raw: Uint8Array; readonly sha256: Uint8Array }>;
  /** A print's bytes as they are stored, to be unpacked where there is time. @throws TillrollError as {@link readRaw} */
  readStored(print: Pick<Print, "id">): Awaitable<StoredContent>;
}

/** Reads what was done to prints. */
export interface HistoryReading {
  /** What was done to a print, the newest first. */
  list(printId: number): Awaitable<PrintChange[]>;
}

/** Tells which prints have full card numbers. */
export interface CardReading {
  /** Whether full card numbers were found in what a print draws: those in its label and tags are not in its bytes. */
  has(printId: number): Awaitable<boolean>;
  /** How many prints of a workspace have some, counted up to `CARD_LIMITS.counted`. */
  count(workspaceId: number): Awaitable<number>;
  /** The newest of them. @param before only those with a lesser id */
  newest(workspaceId: number, limit: number, before?: number): Awaitable<CardPrint[]>;
  /** How far old prints have been looked through; `null` where that was never asked for. */
  scan(workspaceId: number): Awaitable<CardScanState | null>;
}

/** Reads the references of workspaces: prints that were approved. */
export interface ReferenceReading {
  /** By their names. */
  list(workspaceId: number): Awaitable<Reference[]>;
  find(workspaceId: number, name: string): Awaitable<Reference | null>;
  /** @throws TillrollError NOT_FOUND */
  get(workspaceId: number, name: string): Awaitable<Reference>;
  /** The bytes of a reference as they are stored. @throws TillrollError NOT_FOUND */
  readStored(reference: Pick<Reference, "id" | "name">): Awaitable<StoredContent>;
}
