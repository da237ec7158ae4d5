import type { Database } from "bun:sqlite";
import { TillrollError } from "../domain/errors.ts";
import { storageReason } from "./storage-error.ts";

/** Whether an error says that a page of the file is damaged, or cannot be read, while others may be. */
export function isUnreadable(error: unknown): boolean {
  const reason = storageReason(error);
  return reason === "DATABASE_MALFORMED" || reason === "DISK_ERROR";
}

/** Reads in one snapshot of which something may be unreadable: after that SQLite refuses to commit even what only read. */
export function inReadSnapshot<Result>(database: Database, read: () => Result): Result {
  database.query("BEGIN").run();
  try {
    return read();
  } finally {
    database.query("ROLLBACK").run();
  }
}

/** Whether an error says that what is stored of a print is damaged. */
export function isDamagedPrint(error: unknown): boolean {
  return error instanceof TillrollError && error.code === "PRINT_DATA_DAMAGED";
}

/** What is read; `otherwise` where the page of the file that it is on cannot be. */
export function unlessUnreadable<Result, Otherwise>(
  read: () => Result,
  otherwise: () => Otherwise,
): Result | Otherwise {
  try {
    return read();
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return otherwise();
  }
}
