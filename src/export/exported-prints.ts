import type { Database } from "bun:sqlite";
import { maskCards, mayHoldCard } from "../cards/card-numbers.ts";
import type { PageAnswer } from "../contract/search.ts";
import { isDamaged } from "../domain/damaged-print.ts";
import { tagFromJson, tagToJson } from "../domain/print.ts";
import type { Json } from "../search/search-question.ts";
import { agreesWithJournal, STATED_COLUMNS, type StatedRow } from "../storage/journal-check.ts";
import { JOURNAL_TABLES } from "../storage/journal-rows.ts";
import { isWholeRow, printFromWholeRow } from "../storage/print-row.ts";
import { type ExportedPrint, type StoredPrint, TagKeys } from "./exported-print.ts";
import type { ExportBegun, ExportJob } from "./messages.ts";

/** A row that is not what was written, or whose page of the file SQLite cannot read. */
const UNREADABLE = Symbol("unreadable");

/** The prints of an export: which they are is found before the first is read, so that what comes later is not among them. */
export class ExportedPrints {
  private ids: Float64Array = new Float64Array(0);
  private readonly row;
  private readonly lost;
  private readonly keys = new TagKeys();

  constructor(
    database: Database,
    private readonly job: ExportJob,
  ) {
    this.lost = database.query<{ one: number }, [number]>(
      "SELECT 1 AS one FROM print_data WHERE print_id = ?1 AND NOT EXISTS (SELECT 1 FROM print WHERE id = ?1)",
    );
    this.row = database.query<StatedRow, [number]>(
      `SELECT ${STATED_COLUMNS} FROM ${JOURNAL_TABLES} WHERE print.id = ?`,
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
      for (const item of page.items) if (!isDamaged(item)) this.keys.add(Object.keys(item.tag));
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
    const print = { ...printFromWholeRow(own), sha256: sha256.toHex(), byteLength };
    return { id, state: "ok", print: this.job.workspace.maskCardNumbers ? masked(print) : print };
  }

  private rowOf(id: number): StatedRow | null | typeof UNREADABLE {
    try {
      // By its number alone: a workspace or a removal that is damaged itself is not to hide it.
      const row = this.row.get(id);
      // Bytes without a row are those of a print whose row is lost; what was removed has none.
      if (row === null) return this.lost.get(id) === null ? null : UNREADABLE;
      if (!isWholeRow(row)) return UNREADABLE;
      if (row.workspaceId !== this.job.workspace.id || row.removalId !== null) return null;
      // Its hash is told too: it must be that of the bytes of this print.
      return agreesWithJournal(row) ? row : UNREADABLE;
    } catch {
      // One page of the file that cannot be read does not end an export.
      return UNREADABLE;
    }
  }

  private countKeys(tag: string): void {
    this.keys.add(Object.keys(JSON.parse(tag) as object));
  }
}

/** A print without the card numbers in its label and tags. */
export function masked(print: StoredPrint): StoredPrint {
  const { label, tag } = print;
  if (!mayHoldCard(label ?? "") && !mayHoldCard(tag)) return print;
  const tags = [...tagFromJson(tag)].map(([key, value]) => {
    // The key of a tag says what its value is.
    const before = `${key}: `;
    return [key, maskCards(before + value).slice(before.length)] as const;
  });
  return { ...print, label: label === null ? null : maskCards(label), tag: tagToJson(new Map(tags)) };
}

/** A page of a search, from its JSON. */
export function readPage(json: Json): PageAnswer {
  return JSON.parse(typeof json === "string" ? json : Buffer.from(json.buffer).toString()) as PageAnswer;
}

/** The ids of all pages, in their order. */
export function joined(pages: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(pages.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const page of pages) {
    all.set(page, at);
    at += page.length;
  }
  return all;
}
