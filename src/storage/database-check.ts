import type { Database } from "bun:sqlite";
import { TillrollError } from "../domain/errors.ts";
import { decodeContent, type StoredContent } from "./raw-content.ts";
import { storageReason } from "./storage-error.ts";

/** What a database that is whole holds. */
export interface CheckedDatabase {
  /** All prints that have bytes, deleted ones too. */
  readonly prints: number;
  /** Of all prints, as they came. */
  readonly bytes: number;
  readonly highestPrintId: number;
  /** When the newest print was stored, epoch milliseconds; `null` where there is none. */
  readonly newestPrintAt: number | null;
}

export interface DatabaseCheckOptions {
  /** Told between prints how many of how many have been read. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
  /** Waited for after so many bytes were read; what it throws ends the check. */
  readonly pace?: (bytes: number) => Promise<void>;
}

/** Prints that are read before the others have their turn, by their bytes on the disk. */
const TURN_BYTES = 1024 * 1024;

/** Faults that are told one by one. */
const TOLD_FAULTS = 3;

interface StoredPrint extends StoredContent {
  readonly printId: number;
}

/**
 * Reads a whole database: that its pages are sound, and the bytes of each print those that came, by their SHA-256.
 * @param database a reading connection that nobody else waits for: looking at the pages is one piece
 * @throws TillrollError BACKUP_DAMAGED with what is wrong
 */
export async function checkDatabase(
  database: Database,
  options: DatabaseCheckOptions = {},
): Promise<CheckedDatabase> {
  try {
    return await check(database, options);
  } catch (error) {
    if (storageReason(error) === "DATABASE_MALFORMED")
      throw damaged(`its pages are damaged (${String(error)})`);
    throw error;
  }
}

async function check(database: Database, options: DatabaseCheckOptions): Promise<CheckedDatabase> {
  const faults = database
    .query<{ quick_check: string }, []>(`PRAGMA quick_check(${TOLD_FAULTS})`)
    .all()
    .map((row) => row.quick_check)
    .filter((text) => text !== "ok");
  if (faults.length > 0) throw damaged(`its pages are damaged (${faults.join("; ")})`);
  const counted = countOf(database);
  await checkContents(database, counted.prints, options);
  return counted;
}

/** What a database holds, by its tables alone. @throws TillrollError BACKUP_DAMAGED when prints have no bytes */
export function countOf(database: Database): CheckedDatabase {
  const [row] = database
    .query<CheckedDatabase, []>(
      "SELECT (SELECT count(*) FROM print_data) AS prints, (SELECT coalesce(sum(byte_length), 0) FROM print_data) AS bytes, " +
        "(SELECT coalesce(max(id), 0) FROM print) AS highestPrintId, " +
        "(SELECT created_at FROM print ORDER BY id DESC LIMIT 1) AS newestPrintAt",
    )
    .all();
  if (row === undefined) throw damaged("it cannot be read");
  // A row stays of prints that were removed for good; databases of before that have no such column.
  const hasRemovals = database
    .query("SELECT 1 FROM pragma_table_info('print') WHERE name = 'removal_id'")
    .get();
  const missing = database
    .query<{ id: number }, [number]>(
      "SELECT id FROM print WHERE NOT EXISTS (SELECT 1 FROM print_data WHERE print_id = print.id)" +
        `${hasRemovals === null ? "" : " AND removal_id IS NULL"} LIMIT ?`,
    )
    .all(TOLD_FAULTS);
  if (missing.length > 0) throw damaged(`prints have no bytes (${missing.map(({ id }) => id).join(", ")} …)`);
  return row;
}

async function checkContents(
  database: Database,
  total: number,
  { onProgress, pace }: DatabaseCheckOptions,
): Promise<void> {
  const contents = database.query<StoredPrint, []>(
    "SELECT print_id AS printId, sha256, byte_length AS byteLength, encoding, content FROM print_data ORDER BY print_id",
  );
  const wrong: number[] = [];
  let [done, turnBytes] = [0, 0];
  for (const print of contents.iterate()) {
    if (!isWhole(print)) wrong.push(print.printId);
    if (wrong.length >= TOLD_FAULTS) break;
    done++;
    turnBytes += print.content.byteLength;
    if (turnBytes < TURN_BYTES) continue;
    onProgress?.({ done, total });
    await pace?.(turnBytes);
    turnBytes = 0;
  }
  if (wrong.length > 0) throw damaged(`the bytes of prints are not those that came (${wrong.join(", ")} …)`);
}

function isWhole({ printId, ...stored }: StoredPrint): boolean {
  try {
    decodeContent(printId, stored);
    return true;
  } catch {
    return false;
  }
}

function damaged(what: string): TillrollError {
  return new TillrollError("BACKUP_DAMAGED", `The copy cannot be restored: ${what}.`);
}
