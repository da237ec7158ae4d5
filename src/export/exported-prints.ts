import type { Database } from "bun:sqlite";
import type { PageAnswer } from "../contract/search.ts";
import type { Json } from "../search/search-question.ts";
import { PRINT_COLUMNS, printFromRow, type PrintRow } from "../storage/print-row.ts";
import { type ExportedPrint, TagKeys } from "./exported-print.ts";
import type { ExportBegun, ExportJob } from "./messages.ts";

interface Row extends PrintRow {
  readonly sha256: Uint8Array | null;
  readonly byteLength: number | null;
}

/** A row whose page of the file SQLite cannot read. */
const UNREADABLE = Symbol("unreadable");

/** The prints of an export: which they are is found before the first is read, so that what comes later is not among them. */
export class ExportedPrints {
  private ids: Float64Array = new Float64Array(0);
  private readonly row;
  private readonly keys = new TagKeys();

  constructor(
    database: Database,
    private readonly job: ExportJob,
  ) {
    this.row = database.query<Row, [number, number]>(
      `SELECT ${PRINT_COLUMNS}, sha256, byte_length AS byteLength FROM print LEFT JOIN print_data ON print_id = print.id ` +
        "WHERE workspace_id = ? AND print.id = ? AND removal_id IS NULL",
    );
  }

  /** The keys of tags that have a column, by how many prints have them. */
  get tagKeys(): string[] {
    return this.keys.mostFrequent;
  }

  /**
   * Finds them.
   * @param askPage a page of the search from a cursor on
   * @param pause lets others in between
   */
  async find(
    askPage: (cursor: string | null) => Promise<Json>,
    pause: () => Promise<void>,
  ): Promise<ExportBegun> {
    const { ids } = this.job.query;
    if (ids !== null) {
      this.ids = Float64Array.from(new Set(ids));
      for (const id of this.ids) this.countKeys(this.read(id)?.print?.tag ?? "{}");
      return { total: this.ids.length, textPending: 0 };
    }
    const pages: Float64Array[] = [];
    let textPending = 0;
    let cursor: string | null = null;
    do {
      const page: PageAnswer = readPage(await askPage(cursor));
      pages.push(Float64Array.from(page.items, ({ id }) => id));
      for (const { tag } of page.items) this.keys.add(Object.keys(tag));
      textPending = page.textPending ?? 0;
      cursor = page.nextCursor ?? null;
      await pause();
    } while (cursor !== null);
    this.ids = joined(pages);
    return { total: this.ids.length, textPending };
  }

  /** Reads them one after the other, as they are now. */
  *each(): Generator<ExportedPrint> {
    for (const id of this.ids) yield this.read(id);
  }

  private read(id: number): ExportedPrint {
    const row = this.rowOf(id);
    if (row === null) return { id, state: "gone", print: null };
    if (row === UNREADABLE || row.sha256 === null || row.byteLength === null)
      return { id, state: "damaged", print: null };
    // A search that leaves out deleted prints does not have one that was deleted since.
    const leavesOut = this.job.query.search?.filter.deleted === false;
    if (leavesOut && row.deletedAt !== null) return { id, state: "gone", print: null };
    const { sha256, byteLength, ...own } = row;
    return { id, state: "ok", print: { ...printFromRow(own), sha256: sha256.toHex(), byteLength } };
  }

  private rowOf(id: number): Row | null | typeof UNREADABLE {
    try {
      return this.row.get(this.job.workspace.id, id);
    } catch {
      // One page of the file that cannot be read does not end an export.
      return UNREADABLE;
    }
  }

  private countKeys(tag: string): void {
    this.keys.add(Object.keys(JSON.parse(tag) as object));
  }
}

function readPage(json: Json): PageAnswer {
  return JSON.parse(typeof json === "string" ? json : Buffer.from(json.buffer).toString()) as PageAnswer;
}

function joined(pages: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(pages.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const page of pages) {
    all.set(page, at);
    at += page.length;
  }
  return all;
}
