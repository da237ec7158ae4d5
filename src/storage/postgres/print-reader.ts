import { gone, notFound } from "../../domain/errors.ts";
import { DEFAULT_WIDTH_COLUMNS } from "../../domain/limits.ts";
import type { Print } from "../../domain/print.ts";
import type { RemovedPrint } from "../../domain/removal.ts";
import { chosenPrinter, type PaperSettings, readPaperSettings } from "../../escpos/models/chosen-printer.ts";
import type { PrinterChoice } from "../../escpos/models/printer-of-print.ts";
import type { PrintReading } from "../ports/prints.ts";
import { damagedBytes, decodeContent, type StoredContent } from "../raw-content.ts";
import type { Statements } from "./connection.ts";
import type { ContentStore } from "./content-store.ts";
import { workspaceOfPrint } from "./print-insert.ts";
import { type PostgresPrintRow, printFromRow, readPrintRow, removedFromRow } from "./print-rows.ts";
import { readPackedRecognition } from "./recognition-store.ts";
import { readEarlierCharset } from "./text-progress.ts";

/** Reads single prints of an archive. Printers stay in the shop: a print brings what its own was set to. */
export class PostgresPrintReader implements PrintReading {
  constructor(
    private readonly database: Statements,
    private readonly contents: ContentStore,
  ) {}

  async read(workspaceId: number, printId: number): Promise<Print> {
    const row = await readPrintRow(this.database, workspaceId, printId);
    if (row === null) throw notFound("print", printId);
    const removed = removedFromRow(row);
    if (removed !== null) throw gone(removed);
    return printFromRow(row);
  }

  async find(workspaceId: number, printId: number): Promise<Print | null> {
    const row = await readPrintRow(this.database, workspaceId, printId);
    return row === null || row.removedAt !== null ? null : printFromRow(row);
  }

  async findRemoved(workspaceId: number, printId: number): Promise<RemovedPrint | null> {
    const row = await readPrintRow(this.database, workspaceId, printId);
    return row === null ? null : removedFromRow(row);
  }

  readOrigin(): { readonly printerId: null; readonly printer: null } {
    return { printerId: null, printer: null };
  }

  async printerOf(print: Print, workspace: PaperSettings, wish: PaperSettings = {}): Promise<PrinterChoice> {
    const { id, workspaceId, width } = print;
    const row = await readPrintRow(this.database, workspaceId, id);
    // A width that each print of its printer or workspace would have got says nothing.
    const own = width === (row?.defaultWidth ?? DEFAULT_WIDTH_COLUMNS) ? {} : { width };
    const chosen = chosenPrinter(wish, own, paperOf(row), workspace);
    // Without a model its paper is as wide as when it came, whatever has been set since.
    const paper = chosen.model === undefined ? { ...chosen, columns: wish.width ?? width } : chosen;
    const earlier = await readEarlierCharset(this.database, print);
    return { ...paper, ...(earlier !== null && { earlier }) };
  }

  printedBy(): number[] {
    return [];
  }

  async readRecognition({ id, recognised }: Pick<Print, "id" | "recognised">): Promise<Uint8Array | null> {
    return recognised === null ? null : readPackedRecognition(this.database, workspaceOfPrint(id), id);
  }

  async readRaw(print: Print): Promise<{ readonly raw: Uint8Array; readonly sha256: Uint8Array }> {
    const stored = await this.readStored(print);
    return { raw: decodeContent(print.id, stored), sha256: stored.sha256 };
  }

  async readStored({ id }: Pick<Print, "id">): Promise<StoredContent> {
    const workspaceId = workspaceOfPrint(id);
    const row = await readPrintRow(this.database, workspaceId, id);
    if (row === null || row.removedAt !== null) throw notFound("print", id);
    const stored = await this.contents.read(workspaceId, row.sha256);
    if (stored !== null && stored.byteLength === row.byteLength) return stored;
    // It may have been removed between the two.
    if ((await this.find(workspaceId, id)) === null) throw notFound("print", id);
    throw damagedBytes(id);
  }
}

/** What the printer of a print was set to; nothing where it came otherwise. */
export function paperOf(row: Pick<PostgresPrintRow, "paper"> | null): PaperSettings {
  return row === null || row.paper === null ? {} : readPaperSettings(row.paper);
}
