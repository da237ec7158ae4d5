import type { DamagedDatabase } from "./damaged-database.ts";
import { type Cell, isInterior, isTableKind, readTreePage, readTypes, type TreePage } from "./page-format.ts";
import { fits, type TableShape } from "./table-shapes.ts";

/** Pages of a table, as far as they can be found. */
export interface TablePages {
  /** Those that its root leads to, in the order of their keys. */
  readonly reached: ReachedPage[];
  /** Those that nothing leads to any more, and whose rows can be no other table's. */
  readonly orphans: number[];
  /** Those that are led to and cannot be read. */
  readonly lost: number[];
  /** Whether it is known where the table begins. */
  hasRoot: boolean;
}

/** A page with rows, and which rowids can be in it: above `after`, up to `last`. */
export interface ReachedPage {
  readonly number: number;
  readonly after: number;
  readonly last: number;
}

/** Finds out which page is which table's: from the roots down, and by what is in them where no root leads to them. */
export class PageOwners {
  private readonly owned: Uint8Array;
  private readonly pages = new Map<string, TablePages>();
  /** Pages in no table's way that are not free and cannot be read, or hold nothing that is known. */
  readonly unknown: number[] = [];

  constructor(
    private readonly database: DamagedDatabase,
    private readonly shapes: readonly TableShape[],
  ) {
    this.owned = new Uint8Array(database.pageCount + 1);
  }

  pagesOf(shape: TableShape): TablePages {
    return this.pages.getOrInsertComputed(shape.name, () => ({
      reached: [],
      orphans: [],
      lost: [],
      hasRoot: false,
    }));
  }

  /** Follows a table from its root. */
  follow(shape: TableShape, root: number): void {
    const pages = this.pagesOf(shape);
    pages.hasRoot = true;
    const waiting: ReachedPage[] = [{ number: root, after: Number.NEGATIVE_INFINITY, last: Infinity }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { number } = next;
      if (number < 1 || this.owned[number] === 1) continue;
      const bytes = this.database.page(number);
      const page = bytes === null ? null : readTreePage(bytes, number, this.database.layout);
      if (page === null || isTableKind(page.kind) !== shape.hasRowid || !isOf(shape, page)) {
        pages.lost.push(number);
        continue;
      }
      this.owned[number] = 1;
      if (!isInterior(page.kind) || !shape.hasRowid) pages.reached.push(next);
      // The last child first: it is taken last.
      if (isInterior(page.kind)) waiting.push(...childrenOf(page, next).toReversed());
    }
  }

  /** Gives the pages that nothing leads to their tables. */
  findOrphans(): void {
    const free = this.database.freePages();
    for (let number = 1; number <= this.database.pageCount; number++) {
      if (this.owned[number] === 1 || free.has(number) || this.database.isReserved(number)) continue;
      const bytes = this.database.page(number);
      const page = bytes === null ? null : readTreePage(bytes, number, this.database.layout);
      const shape = page === null ? null : this.shapeOf(page);
      if (shape !== null) this.pagesOf(shape).orphans.push(number);
      else if (bytes === null || bytes.every((byte) => byte === 0)) this.unknown.push(number);
    }
  }

  /** All pages that should have something, and cannot be read. */
  lostPages(): Set<number> {
    return new Set([...this.unknown, ...[...this.pages.values()].flatMap(({ lost }) => lost)]);
  }

  /** The one table or index whose rows a page can have; `null` where there is none, or more than one. */
  shapeOf(page: TreePage): TableShape | null {
    if (page.cells.length === 0 || (isInterior(page.kind) && isTableKind(page.kind))) return null;
    const candidates = this.shapes.filter(
      (shape) => isTableKind(page.kind) === shape.hasRowid && isOf(shape, page),
    );
    const [only, ...others] = candidates;
    return others.length === 0 ? (only ?? null) : null;
  }
}

/** Whether the rows of a page can be a table's: most of them, since some may be damaged. */
export function isOf(shape: TableShape, page: TreePage): boolean {
  if (isInterior(page.kind) && isTableKind(page.kind)) return true;
  const fitting = page.cells.filter((cell) => typesOf(shape, cell) !== null).length;
  return fitting * 2 > page.cells.length || page.cells.length === 0;
}

/** The types of a cell's values, where it can be a row of the table; else `null`. */
export function typesOf(shape: TableShape, cell: Cell): readonly number[] | null {
  const types = readTypes(cell.local, cell.payloadBytes);
  return types !== null && fits(shape, types) ? types : null;
}

function childrenOf(page: TreePage, { after, last }: ReachedPage): ReachedPage[] {
  // An index has other keys than numbers.
  if (!isTableKind(page.kind)) {
    const all = { after: Number.NEGATIVE_INFINITY, last: Infinity };
    return [...page.cells.map(({ child }) => child), page.lastChild].map((number) => ({ number, ...all }));
  }
  const children: ReachedPage[] = [];
  let from = after;
  for (const { child, rowid } of page.cells) {
    children.push({ number: child, after: from, last: Math.min(rowid, last) });
    from = rowid;
  }
  return [...children, { number: page.lastChild, after: from, last }];
}
