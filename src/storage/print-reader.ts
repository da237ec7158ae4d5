import type { Database } from "bun:sqlite";
import { gone, notFound } from "../domain/errors.ts";
import { DEFAULT_WIDTH_COLUMNS } from "../domain/limits.ts";
import type { RemovedPrint } from "../domain/removal.ts";
import { chosenPrinter, type PaperSettings } from "../escpos/models/chosen-printer.ts";
import type { PrinterChoice } from "../escpos/models/printer-of-print.ts";
import type { SettledCharset } from "../escpos/text/charset.ts";
import type { Print } from "../domain/print.ts";
import { EARLIER_CHARSET } from "./device-charsets.ts";
import { hasBytes } from "./damaged-places.ts";
import { JournalCheck } from "./journal-check.ts";
import { damagedRow, isWholeRow, PRINT_COLUMNS, printFromWholeRow, type PrintRow } from "./print-row.ts";
import { damagedBytes, decodeContent, type StoredContent } from "./raw-content.ts";
import { RecognitionReader } from "./recognition-reader.ts";
import { isDamagedPrint, unlessUnreadable } from "./unreadable.ts";

/** Reads single prints. */
export class PrintReader {
  private readonly byId;
  private readonly removed;
  private readonly content;
  private readonly paper;
  private readonly earlier;
  private readonly origin;

  /** Made when it is asked for: the writer reads no bytes. */
  private journal: JournalCheck | null = null;
  /** Made when it is asked for: few prints have pictures. */
  private recognition: RecognitionReader | null = null;

  constructor(private readonly database: Database) {
    this.byId = database.query<PrintRow, [number]>(`SELECT ${PRINT_COLUMNS} FROM print WHERE id = ?`);
    this.removed = database.query<RemovedPrint, [number, number]>(
      "SELECT print.id AS printId, kind, removal.created_at AS removedAt, reason, removal.user_id AS userId FROM print " +
        "JOIN removal ON removal.id = removal_id WHERE print.workspace_id = ? AND print.id = ?",
    );
    this.paper = database.query<Required<PaperSettings> & { readonly defaultWidth: number | null }, [number]>(
      "SELECT default_width AS defaultWidth, model, printer.width, charset, profile FROM print " +
        "LEFT JOIN printer ON printer.id = printer_id WHERE print.id = ?",
    );
    this.earlier = database.query<{ charset: SettledCharset | null }, [number]>(
      `SELECT ${EARLIER_CHARSET} AS charset FROM print WHERE id = ?`,
    );
    this.origin = database.query<{ printerId: number | null; printer: string | null }, [number]>(
      "SELECT printer_id AS printerId, printer.name AS printer FROM print LEFT JOIN printer ON printer.id = printer_id " +
        "WHERE print.id = ?",
    );
    this.content = database.query<StoredContent, [number]>(
      "SELECT sha256, byte_length AS byteLength, encoding, content FROM print_data WHERE print_id = ?",
    );
  }

  /**
   * A print, deleted or not.
   * @throws TillrollError NOT_FOUND, GONE for one that was removed for good, PRINT_DATA_DAMAGED
   */
  read(workspaceId: number, printId: number): Print {
    const print = this.find(workspaceId, printId);
    if (print !== null) return print;
    const removed = this.findRemoved(workspaceId, printId);
    throw removed === null ? notFound("print", printId) : gone(removed);
  }

  /** What stays of a print that was removed for good; `null` where there is none. */
  findRemoved(workspaceId: number, printId: number): RemovedPrint | null {
    return this.removed.get(workspaceId, printId);
  }

  /** A print, deleted or not; `null` where there is none, or none any more. @throws TillrollError PRINT_DATA_DAMAGED */
  find(workspaceId: number, printId: number): Print | null {
    const row = this.row(printId);
    // By its number alone, and whole: a workspace that is damaged itself is not to hide it.
    return row === null || row.workspaceId !== workspaceId || row.removalId !== null
      ? null
      : printFromWholeRow(row);
  }

  /** As {@link find}, for what is done with many prints: one that is damaged is left as it is. */
  findWhole(workspaceId: number, printId: number): Print | null {
    try {
      return this.find(workspaceId, printId);
    } catch (error) {
      if (!isDamagedPrint(error)) throw error;
      return null;
    }
  }

  /** The row of a print, whole. @throws TillrollError PRINT_DATA_DAMAGED, also where its bytes are there without it */
  private row(printId: number): PrintRow | null {
    const row = readOrDamaged(printId, () => this.byId.get(printId));
    if (row !== null ? !isWholeRow(row) : hasBytes(this.database, printId)) throw damagedRow(printId);
    return row;
  }

  /** The printer that a print came in by: both `null` where it came otherwise, its name where the printer is gone. */
  readOrigin({ id }: Pick<Print, "id">): {
    readonly printerId: number | null;
    readonly printer: string | null;
  } {
    return this.origin.get(id) ?? { printerId: null, printer: null };
  }

  /**
   * What a print itself says of its paper, and what is set at the printer that it came in by: nothing where it came
   * otherwise, or the printer is gone.
   */
  readPaper({ id, width }: Print): { readonly own: PaperSettings; readonly printer: PaperSettings } {
    const { defaultWidth = null, ...printer } = this.paper.get(id) ?? {};
    // A width that each print of its printer or workspace would have got says nothing.
    return { own: width === (defaultWidth ?? DEFAULT_WIDTH_COLUMNS) ? {} : { width }, printer };
  }

  /**
   * The printer that a print is shown on.
   * @param wish what whoever looks at it wants
   */
  printerOf(print: Print, workspace: PaperSettings, wish: PaperSettings = {}): PrinterChoice {
    const { own, printer } = this.readPaper(print);
    const chosen = chosenPrinter(wish, own, printer, workspace);
    // Without a model its paper is as wide as when it came, whatever has been set since.
    const paper = chosen.model === undefined ? { ...chosen, columns: wish.width ?? print.width } : chosen;
    const earlier = this.readEarlier(print);
    return { ...paper, ...(earlier !== undefined && { earlier }) };
  }

  /** Those of some prints that came in by a printer, in their order. @param name the printer's, whatever its case */
  printedBy(name: string, printIds: readonly number[]): number[] {
    const found = this.database
      .query<{ id: number }, [string, string]>(
        "SELECT print.id FROM json_each(?1) AS wanted JOIN print ON print.id = wanted.value " +
          "JOIN printer ON printer.id = print.printer_id WHERE printer.name_key = ?2",
      )
      .all(JSON.stringify(printIds), name.toLowerCase());
    const ids = new Set(found.map(({ id }) => id));
    return printIds.filter((id) => ids.has(id));
  }

  /** What the earlier prints of the device that a print came from were read as; `undefined` where that is not known. */
  readEarlier(print: Print): SettledCharset | undefined {
    return this.earlier.get(print.id)?.charset ?? undefined;
  }

  /** What was recognised in a print's pictures as it is stored, to be unpacked where there is time; `null` where nothing was. */
  readRecognition(print: Pick<Print, "id" | "recognised">): Uint8Array | null {
    if (print.recognised === null) return null;
    this.recognition ??= new RecognitionReader(this.database);
    return this.recognition.packedRecognition(print.id);
  }

  /** A print's bytes, exactly as they came, with their SHA-256. @throws TillrollError GONE, PRINT_DATA_DAMAGED */
  readRaw(print: Print): { raw: Uint8Array; sha256: Uint8Array } {
    const stored = this.readStored(print);
    return { raw: decodeContent(print.id, stored), sha256: stored.sha256 };
  }

  /**
   * A print's bytes as they are stored, to be unpacked where there is time.
   * @throws TillrollError NOT_FOUND for one that was removed meanwhile, PRINT_DATA_DAMAGED
   */
  readStored({ id }: Pick<Print, "id">): StoredContent {
    const stored = readOrDamaged(id, () => this.content.get(id));
    this.journal ??= new JournalCheck(this.database);
    const journal = this.journal;
    if (stored !== null && !readOrDamaged(id, () => journal.agrees(id))) throw damagedBytes(id);
    if (stored !== null) return stored;
    const row = this.row(id);
    throw row === null || row.removalId !== null ? notFound("print", id) : damagedBytes(id);
  }
}

/** What is read of a print. @throws TillrollError PRINT_DATA_DAMAGED where its page of the file cannot be read */
function readOrDamaged<Result>(printId: number, read: () => Result): Result {
  return unlessUnreadable(read, (): Result => {
    throw damagedRow(printId);
  });
}
