import type { Database } from "bun:sqlite";
import { PRINT_COLUMNS, type PrintRow } from "../../src/storage/print-row.ts";
import { rowChecksum } from "../../src/storage/row-checksum.ts";

/** Rows that are read at a time. */
const PIECE_ROWS = 10_000;

/** Gives rows of prints that were written by hand the checksums that the service would have given them; all, or one by its id. */
export function renewChecksums(database: Database, id?: number): void {
  const rows = database.query<PrintRow, [number, number, number]>(
    `SELECT ${PRINT_COLUMNS} FROM print WHERE removal_id IS NULL AND id > ? AND id <= ? ORDER BY id LIMIT ?`,
  );
  const set = database.query<unknown, [number, number]>("UPDATE print SET checksum = ? WHERE id = ?");
  database.transaction(() => {
    let after = id === undefined ? Number.MIN_SAFE_INTEGER : id - 1;
    for (let piece = PIECE_ROWS; piece === PIECE_ROWS;) {
      const found = rows.all(after, id ?? Number.MAX_SAFE_INTEGER, PIECE_ROWS);
      for (const row of found) set.run(rowChecksum(row), row.id);
      after = found.at(-1)?.id ?? after;
      piece = found.length;
    }
  })();
}
