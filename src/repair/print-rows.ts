import type { Database, SQLQueryBindings } from "bun:sqlite";
import { systemActor } from "../audit/audit-entry.ts";
import { columnName } from "../storage/column-name.ts";
import { type PrintJournal } from "../storage/print-journal.ts";
import { isAsWritten, mendRow, rightId } from "./mend-row.ts";
import { JOURNAL_COLUMNS, JOURNAL_TABLES, type JournalRow } from "../storage/journal-rows.ts";

/** Who enters in the journal what a repair does. */
export const REPAIR_ACTOR = systemActor("repair");

/** What comparing all rows of prints with their checksums, and with the journal, has found: ids. */
export interface CheckedRows {
  /** One bit of the row was damaged, and is right again. */
  readonly mended: readonly number[];
  /** It is there, and is not what was written. */
  readonly damaged: ReadonlySet<number>;
}

/** Columns that are called otherwise than in a {@link JournalRow}. */
const COLUMNS: Readonly<Record<string, string>> = { state: "journal_state", salt: "journal_salt" };

/**
 * Compares all rows of prints that are there with what was written, and puts right what can be.
 * @param isJournalWhole whether all entries of the journal are there: where some are lost, a print's last one may be
 */
export function checkRows(database: Database, isJournalWhole: boolean): CheckedRows {
  const rows = database.query<JournalRow, [number, number]>(
    `SELECT ${JOURNAL_COLUMNS} FROM ${JOURNAL_TABLES} WHERE print.id > ? AND removal_id IS NULL ORDER BY print.id LIMIT ?`,
  );
  const last = database.query<{ state: Uint8Array }, [number]>(
    "SELECT state FROM journal_entry WHERE print_id = ? AND state IS NOT NULL ORDER BY number DESC LIMIT 1",
  );
  const find = database.query<unknown, [number]>("SELECT 1 FROM print WHERE id = ?");
  const isFree = (id: number) => find.get(id) === null;
  const moveRow = database.query<unknown, [number, number]>("UPDATE print SET id = ? WHERE id = ?");
  const mended: number[] = [];
  const damaged = new Set<number>();
  for (let after = 0; ;) {
    const piece = rows.all(after, PIECE_PRINTS);
    for (const row of piece) {
      after = row.id;
      const lastState = isJournalWhole ? (last.get(row.id)?.state ?? row.state) : null;
      if (isAsWritten(row, lastState)) continue;
      const id = rightId(row, isFree);
      if (id !== null) {
        moveRow.run(id, row.id);
        mended.push(id);
        continue;
      }
      const right = mendRow(row, lastState);
      if (right === null) damaged.add(row.id);
      else mended.push(row.id);
      for (const [name, value] of Object.entries(right ?? {}))
        database
          .query<unknown, SQLQueryBindings[]>(
            `UPDATE print SET ${COLUMNS[name] ?? columnName(name)} = ? WHERE id = ?`,
          )
          .run(value as SQLQueryBindings, row.id);
    }
    if (piece.length < PIECE_PRINTS) return { mended, damaged };
  }
}

/** Prints that are read at once. */
const PIECE_PRINTS = 1000;

/**
 * Takes rows as they are from now on, with a word in the journal that they are not what was written: without it nothing of
 * the print would be told any more, not even its bytes, which are whole.
 */
export function acceptRows(
  database: Database,
  journal: PrintJournal,
  ids: readonly number[],
  now: number,
): void {
  const hasRow = database.query<unknown, [number]>("SELECT 1 FROM print WHERE id = ? AND removal_id IS NULL");
  for (const id of ids)
    if (hasRow.get(id) !== null) journal.noteChange("changed", id, now, REPAIR_ACTOR, { unverified: true });
}
