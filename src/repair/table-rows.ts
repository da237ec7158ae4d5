import type { DamagedDatabase } from "./damaged-database.ts";
import {
  type Cell,
  readTreePage,
  readValues,
  type StoredValue,
  type TreePage,
  wholePayload,
} from "./page-format.ts";
import { type PageOwners, typesOf } from "./table-pages.ts";
import type { TableShape } from "./table-shapes.ts";

/** A row, or an entry of an index, as its record has it, with the rowid in its place. */
export type FoundRow = readonly StoredValue[];

const PRINTS = "print";

/** A row that is there and cannot be read. */
export interface DamagedRow {
  readonly table: string;
  /** `null` where the table has none. */
  readonly rowid: number | null;
}

/** Reads the rows of tables from their pages. */
export class TableRows {
  /** Rows that are there and are not whole. */
  readonly damaged: DamagedRow[] = [];
  /** Rows of prints whose rowid is out of order: it is damaged, and their checksums may say what it was. */
  readonly misplacedPrints: FoundRow[] = [];

  constructor(
    private readonly database: DamagedDatabase,
    private readonly owners: PageOwners,
  ) {}

  /** The rows of a table as they are: first those that its root leads to, then those that nothing leads to any more. */
  *present(shape: TableShape): Generator<FoundRow> {
    const { reached, orphans } = this.owners.pagesOf(shape);
    for (const { number, after, last } of reached) {
      const page = this.treePage(this.database.page(number), number);
      if (page !== null) yield* this.rowsOf(shape, page, { after, last });
    }
    for (const number of orphans) {
      const page = this.treePage(this.database.page(number), number);
      if (page !== null) yield* this.rowsOf(shape, page);
    }
  }

  /**
   * Rows of pages that are lost, as they were in older versions of these; and those of a last transaction whose end is damaged.
   * They may have changed, or been removed, since. What goes on in other pages is left out: these may be another row's by now.
   */
  *older(): Generator<readonly [TableShape, FoundRow]> {
    for (const { number, bytes } of this.database.tailPages()) yield* this.olderPage(number, bytes);
    for (const number of this.owners.lostPages())
      for (const bytes of this.database.olderVersions(number)) yield* this.olderPage(number, bytes);
  }

  /** All rows that pages of the log have, the newest first. */
  *logged(): Generator<readonly [TableShape, FoundRow]> {
    for (const { number, bytes } of this.database.loggedPages()) {
      const page = this.treePage(bytes, number);
      const shape = page === null ? null : this.owners.shapeOf(page);
      if (page === null || shape === null) continue;
      for (const row of this.rowsOf(shape, page)) yield [shape, row];
    }
  }

  private *olderPage(number: number, bytes: Uint8Array): Generator<readonly [TableShape, FoundRow]> {
    const page = this.treePage(bytes, number);
    const shape = page === null ? null : this.owners.shapeOf(page);
    if (page === null || shape === null) return;
    const alone = {
      ...page,
      cells: page.cells.filter(({ overflowPage }) => overflowPage === 0),
      damagedCells: 0,
    };
    for (const row of this.rowsOf(shape, alone)) yield [shape, row];
  }

  private treePage(bytes: Uint8Array | null, number: number): TreePage | null {
    return bytes === null ? null : readTreePage(bytes, number, this.database.layout);
  }

  private *rowsOf(shape: TableShape, page: TreePage, bounds = EVERYWHERE): Generator<FoundRow> {
    const misplaced = shape.hasRowid ? misplacedCells(page.cells, bounds) : NONE;
    for (let count = 0; count < page.damagedCells; count++) this.note(shape, null);
    for (const cell of page.cells) {
      const row = this.rowOf(shape, cell);
      const isMisplaced = misplaced.has(cell);
      if (row !== null && isMisplaced && shape.table === PRINTS) this.misplacedPrints.push(row);
      if (row !== null && !isMisplaced) yield row;
      else this.note(shape, shape.hasRowid ? cell.rowid : null);
    }
  }

  private rowOf(shape: TableShape, cell: Cell): FoundRow | null {
    const types = typesOf(shape, cell);
    if (types === null) return null;
    const payload = wholePayload(cell, this.database.layout, (number) => this.database.page(number));
    const values = payload === null ? null : readValues(payload, types);
    return (
      values?.map((value, index) => (shape.columns[index]?.isRowid === true ? cell.rowid : value)) ?? null
    );
  }

  private note({ table, isIndex }: TableShape, rowid: number | null): void {
    if (!isIndex) this.damaged.push({ table, rowid });
  }
}

const EVERYWHERE = { after: Number.NEGATIVE_INFINITY, last: Infinity };
const NONE: ReadonlySet<Cell> = new Set();

/**
 * Cells whose rowid is out of order, or out of what their page may have: the number is damaged, and would give a row to another.
 * A page of which most are out is itself right, and what leads to it is not.
 */
function misplacedCells(cells: readonly Cell[], { after, last }: typeof EVERYWHERE): ReadonlySet<Cell> {
  const outside = cells.filter(({ rowid }) => rowid <= after || rowid > last);
  const kept = outside.length * 2 > cells.length ? cells : cells.filter((cell) => !outside.includes(cell));
  const ordered = new Set(longestRise(kept));
  return ordered.size === cells.length ? NONE : new Set(cells.filter((cell) => !ordered.has(cell)));
}

/** The most cells whose rowids rise. */
function longestRise(cells: readonly Cell[]): readonly Cell[] {
  if (cells.every(({ rowid }, index) => index === 0 || rowid > (cells[index - 1]?.rowid ?? 0))) return cells;
  const runs: Cell[][] = [];
  for (const [index, cell] of cells.entries()) {
    let best: readonly Cell[] = [];
    for (let before = 0; before < index; before++) {
      const run = runs[before] ?? [];
      if ((cells[before]?.rowid ?? 0) < cell.rowid && run.length > best.length) best = run;
    }
    runs.push([...best, cell]);
  }
  return runs.reduce<readonly Cell[]>((best, run) => (run.length > best.length ? run : best), []);
}
