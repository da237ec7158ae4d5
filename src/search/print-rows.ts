import type { Database } from "bun:sqlite";
import { FILTERED_FIELDS, type FilteredField } from "../contract/print-fields.ts";
import { isWholeRow, PRINT_COLUMNS, type PrintRow } from "../storage/print-row.ts";
import { isUnreadable, unlessUnreadable } from "../storage/unreadable.ts";
import { firstIndex } from "./sets/bisect.ts";
import type { IndexedPrint } from "./segment/indexed-print.ts";

/** Prints of a workspace with ordinals from one up to, and without, another. */
export type PrintRange = [workspaceId: number, from: number, to: number];

/** How far back it is looked at most, in doublings, for a print that can be read. */
const NEIGHBOUR_STEPS = 20;

/**
 * Reads rows of prints for searches. A row that is not what was written, or whose page of the file cannot be read, is given
 * as a damaged print: it keeps its place, and nothing of it is found or shown.
 */
export class PrintRows {
  private readonly statements;

  constructor(database: Database) {
    const within = `SELECT ${PRINT_COLUMNS} FROM print WHERE workspace_id = ? AND ordinal >= ? AND ordinal < ? ORDER BY ordinal`;
    this.statements = {
      within: database.query<PrintRow, PrintRange>(within),
      eachWithin: database.query<PrintRow, PrintRange>(within),
      at: database.query<PrintRow, [number, string]>(
        `SELECT ${PRINT_COLUMNS} FROM print WHERE workspace_id = ? AND ordinal IN (SELECT value FROM json_each(?))`,
      ),
      one: database.query<PrintRow, [number, number]>(
        `SELECT ${PRINT_COLUMNS} FROM print WHERE workspace_id = ? AND ordinal = ?`,
      ),
      // Of the index alone: the row itself is not read.
      idOf: database.query<{ id: number }, [number, number]>(
        "SELECT id FROM print WHERE workspace_id = ? AND ordinal = ?",
      ),
      byId: database.query<PrintRow, [string]>(
        `SELECT ${PRINT_COLUMNS} FROM print WHERE id IN (SELECT value FROM json_each(?))`,
      ),
      oneById: database.query<PrintRow, [number]>(`SELECT ${PRINT_COLUMNS} FROM print WHERE id = ?`),
    };
  }

  /** The prints of a range. */
  within(...range: PrintRange): IndexedPrint[] {
    const [, from] = range;
    const rows = unlessUnreadable(
      () => this.statements.within.all(...range),
      () => null,
    );
    const isDense = rows !== null && rows.every((row, index) => row.ordinal === from + index);
    return isDense && rows.every(isWholeRow) ? rows.map(indexedPrint) : [...this.each(...range)];
  }

  /** The same, one at a time: for ranges that should not be in memory all at once. */
  *each(workspaceId: number, from: number, to: number): Generator<IndexedPrint> {
    let previous: IndexedPrint | null = null;
    let next = from;
    while (next < to) {
      try {
        for (const row of this.statements.eachWithin.iterate(workspaceId, next, to)) {
          while (next < row.ordinal) yield (previous = this.damaged(workspaceId, next++, previous));
          previous = isWholeRow(row) ? indexedPrint(row) : this.damaged(workspaceId, next, previous);
          next++;
          yield previous;
        }
        return;
      } catch (error) {
        if (!isUnreadable(error)) throw error;
        previous = this.one(workspaceId, next++, previous);
        yield previous;
      }
    }
  }

  /** The prints with these ordinals. */
  at(workspaceId: number, ordinals: readonly number[]): IndexedPrint[] {
    const rows = unlessUnreadable(
      () => this.statements.at.all(workspaceId, JSON.stringify(ordinals)),
      () => null,
    );
    if (rows?.length === ordinals.length && rows.every(isWholeRow)) return rows.map(indexedPrint);
    return ordinals.map((ordinal) => this.one(workspaceId, ordinal, null));
  }

  /** Prints by their ids, in no order: those that can be read, and are what was written. */
  byId(ids: readonly number[]): PrintRow[] {
    const rows = unlessUnreadable(
      () => this.statements.byId.all(JSON.stringify(ids)),
      () =>
        ids.flatMap(
          (id) =>
            unlessUnreadable(
              () => this.statements.oneById.get(id),
              () => null,
            ) ?? [],
        ),
    );
    return rows.filter(isWholeRow);
  }

  /** The ordinal of a print whose row cannot be read, by the index of ordinals alone, along which ids ascend. */
  ordinalOf(workspaceId: number, printId: number, printCount: number): number | null {
    const idOf = (ordinal: number) => this.statements.idOf.get(workspaceId, ordinal)?.id ?? Infinity;
    const ordinal = firstIndex(printCount, (at) => idOf(at) >= printId);
    return ordinal < printCount && idOf(ordinal) === printId ? ordinal : null;
  }

  private one(workspaceId: number, ordinal: number, previous: IndexedPrint | null): IndexedPrint {
    const row = this.rowAt(workspaceId, ordinal);
    return row === null ? this.damaged(workspaceId, ordinal, previous) : indexedPrint(row);
  }

  private rowAt(workspaceId: number, ordinal: number): PrintRow | null {
    const row = unlessUnreadable(
      () => this.statements.one.get(workspaceId, ordinal),
      () => null,
    );
    return row !== null && isWholeRow(row) ? row : null;
  }

  /** What stands for a print of which nothing is known but where it is. */
  private damaged(workspaceId: number, ordinal: number, previous: IndexedPrint | null): IndexedPrint {
    const before = previous ?? this.neighbour(workspaceId, ordinal);
    const createdAt = before?.createdAt ?? 0;
    const known = unlessUnreadable(
      () => this.statements.idOf.get(workspaceId, ordinal),
      () => null,
    );
    // Ids ascend with the ordinals.
    const id = known?.id ?? (before?.id ?? 0) + 1;
    return {
      ...NO_VALUES,
      id,
      ordinal,
      tag: "{}",
      createdAt,
      updatedAt: createdAt,
      deletedAt: null,
      removalId: null,
    };
  }

  /** A print before an ordinal that can be read. */
  private neighbour(workspaceId: number, ordinal: number): IndexedPrint | null {
    for (let step = 0; step < NEIGHBOUR_STEPS && ordinal - 2 ** step >= 0; step++) {
      const row = this.rowAt(workspaceId, ordinal - 2 ** step);
      if (row !== null) return indexedPrint(row);
    }
    return null;
  }
}

const NO_VALUES = Object.fromEntries(FILTERED_FIELDS.map((name) => [name, null])) as unknown as Pick<
  IndexedPrint,
  FilteredField
>;

/** Without what the index does not hold. */
function indexedPrint(row: PrintRow): IndexedPrint {
  const { id, ordinal, tag, createdAt, updatedAt, deletedAt, removalId } = row;
  const print: Record<string, unknown> = { id, ordinal, tag, createdAt, updatedAt, deletedAt, removalId };
  for (const name of FILTERED_FIELDS) print[name] = row[name];
  return print as unknown as IndexedPrint;
}
