import type { Database } from "bun:sqlite";
import { PRINT_FIELD_NAMES } from "../contract/print-fields.ts";
import { columnName } from "./column-name.ts";
import { NOTE_CHANGE } from "./index-writer.ts";

export type PrintStatements = ReturnType<typeof preparePrintStatements>;

/** The columns of what clients give, in the order in which the writer binds them. */
const FIELD_COLUMNS = PRINT_FIELD_NAMES.map(columnName);

/** The statements of the print writer, compiled once. */
export function preparePrintStatements(database: Database) {
  return {
    insertPrint: database.query<unknown, (string | number | Uint8Array | null)[]>(
      "INSERT INTO print (id, workspace_id, ordinal, user_id, tag, test_print, created_at, updated_at, printer_id, " +
        `default_width, journal_state, journal_salt, checksum, ${FIELD_COLUMNS.join(", ")}) ` +
        `VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?${", ?".repeat(FIELD_COLUMNS.length)})`,
    ),
    lastId: database.query<{ id: number }, []>(
      "SELECT coalesce(max(seq), 0) AS id FROM sqlite_sequence WHERE name = 'print'",
    ),
    insertData: database.query<unknown, (number | Uint8Array)[]>(
      "INSERT INTO print_data (print_id, sha256, byte_length, encoding, content) VALUES (?, ?, ?, ?, ?)",
    ),
    insertKey: database.query<unknown, (number | string | Uint8Array)[]>(
      "INSERT OR REPLACE INTO idempotency_key (workspace_id, key, payload_hash, print_id, created_at) " +
        "VALUES (?, ?, ?, ?, ?)",
    ),
    findKey: database.query<
      { payloadHash: Uint8Array; printId: number; createdAt: number },
      [number, string]
    >(
      "SELECT payload_hash AS payloadHash, print_id AS printId, created_at AS createdAt FROM idempotency_key " +
        "WHERE workspace_id = ? AND key = ?",
    ),
    deleteExpiredKeys: database.query<unknown, [number, number]>(
      "DELETE FROM idempotency_key WHERE (workspace_id, key) IN " +
        "(SELECT workspace_id, key FROM idempotency_key WHERE created_at <= ? LIMIT ?)",
    ),
    readTail: database.query<{ ordinal: number; createdAt: number; removed: number }, [number]>(
      "SELECT ordinal, created_at AS createdAt, " +
        "coalesce((SELECT prints FROM removal_count WHERE workspace_id = ?1), 0) AS removed " +
        "FROM print WHERE workspace_id = ?1 ORDER BY ordinal DESC LIMIT 1",
    ),
    updatePrint: database.query<unknown, (string | number | null)[]>(
      `UPDATE print SET ${FIELD_COLUMNS.map((column) => `${column} = ?`).join(", ")}, ` +
        "tag = ?, updated_at = ?, deleted_at = ? WHERE id = ?",
    ),
    updateRecognised: database.query<unknown, [string, number]>(
      "UPDATE print SET recognised = ? WHERE id = ?",
    ),
    noteChange: database.query<unknown, [number]>(NOTE_CHANGE),
  };
}
