import type { Database } from "bun:sqlite";
import { notFound } from "../domain/errors.ts";
import type { Charset, PrinterProfile } from "../escpos/escpos.ts";
import type { Print } from "../domain/print.ts";
import { PRINT_COLUMNS, printFromRow, type PrintRow } from "./print-row.ts";
import { decodeContent, type StoredContent } from "./raw-content.ts";

/** Reads single prints. */
export class PrintReader {
  private readonly byId;
  private readonly content;
  private readonly printer;

  constructor(database: Database) {
    this.byId = database.query<PrintRow, [number, number]>(
      `SELECT ${PRINT_COLUMNS} FROM print WHERE workspace_id = ? AND id = ?`,
    );
    this.printer = database.query<{ charset: Charset | null; profile: PrinterProfile | null }, [number]>(
      "SELECT charset, profile FROM printer WHERE id = (SELECT printer_id FROM print WHERE id = ?)",
    );
    this.content = database.query<StoredContent, [number]>(
      "SELECT sha256, byte_length AS byteLength, encoding, content FROM print_data WHERE print_id = ?",
    );
  }

  /** A print, deleted or not. @throws TillrollError NOT_FOUND */
  read(workspaceId: number, printId: number): Print {
    const print = this.find(workspaceId, printId);
    if (print === null) throw notFound("print", printId);
    return print;
  }

  /** A print, deleted or not; `null` where there is none. */
  find(workspaceId: number, printId: number): Print | null {
    const row = this.byId.get(workspaceId, printId);
    return row === null ? null : printFromRow(row);
  }

  /** What is set at the printer that a print came in by; nothing where it came otherwise, or the printer is gone. */
  readPrinter(print: Print): { readonly charset: Charset | null; readonly profile: PrinterProfile | null } {
    return this.printer.get(print.id) ?? { charset: null, profile: null };
  }

  /** A print's bytes, exactly as they came, with their SHA-256. @throws TillrollError NOT_FOUND, PRINT_DATA_DAMAGED */
  readRaw(print: Print): { raw: Uint8Array; sha256: Uint8Array } {
    const stored = this.readStored(print);
    return { raw: decodeContent(print.id, stored), sha256: stored.sha256 };
  }

  /** A print's bytes as they are stored, to be unpacked where there is time. @throws TillrollError NOT_FOUND */
  readStored(print: Pick<Print, "id">): StoredContent {
    const stored = this.content.get(print.id);
    if (stored === null) throw notFound("print", print.id);
    return stored;
  }
}
