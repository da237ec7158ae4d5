import { type ErrorData, TillrollError } from "../domain/errors.ts";
import { sizeInWords } from "../domain/size.ts";

/** Why nothing can be stored: `data.reason` of a STORAGE_UNAVAILABLE, beside SQLite's own codes. */
export type StorageReason =
  | "DISK_FULL"
  | "READ_ONLY"
  | "LOG_FULL"
  | "DATABASE_REPLACED"
  | "DATABASE_MALFORMED"
  | "DISK_STALLED"
  | "DISK_ERROR"
  | "DATABASE_BUSY";

const MESSAGES: Readonly<Record<StorageReason, string>> = {
  DISK_FULL: "The disk is full, nothing was stored; free some space and try again.",
  READ_ONLY:
    "The database cannot be written, nothing was stored: its disk or folder is read-only or belongs to another user. " +
    "Make it writable for the user that Tillroll runs as.",
  LOG_FULL:
    "A program has been reading the database for so long that nothing more can be stored; end it and try again.",
  DATABASE_REPLACED:
    "The database file was replaced, changed or deleted while the service runs, nothing was stored. Put the file back, " +
    "or restart the service to go on with what is there now.",
  DATABASE_MALFORMED:
    'The database is damaged, nothing was stored. Stop the service and run "tillroll repair", which saves what can be read and takes ' +
    "the rest from a backup; the damaged one is kept.",
  DISK_STALLED: "The disk does not answer, nothing more is stored until it does; look at the disk.",
  DISK_ERROR:
    "The disk fails to read or write, nothing was stored; look at the disk and at the service's log.",
  DATABASE_BUSY: "The database cannot be used now, nothing was stored; try again, and see the service's log.",
};

/** Which of SQLite's result codes, and of the system's, mean what. */
const REASONS: readonly (readonly [RegExp, StorageReason])[] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)/, "DISK_FULL"],
  // The memory that connections share is a file too; it is the first to find no room.
  [/^SQLITE_IOERR_SHM/, "DISK_FULL"],
  [/^(SQLITE_READONLY|SQLITE_PERM|SQLITE_CANTOPEN|EROFS|EACCES|EPERM)/, "READ_ONLY"],
  [/^SQLITE_(CORRUPT|NOTADB)/, "DATABASE_MALFORMED"],
  [/^(SQLITE_IOERR|EIO)/, "DISK_ERROR"],
  [/^SQLITE_(BUSY|LOCKED|PROTOCOL)/, "DATABASE_BUSY"],
];

/** Why nothing can be stored, by what SQLite or the system threw; `null` when it is about something else. */
export function storageReason(error: unknown): StorageReason | null {
  if (error instanceof TillrollError) {
    const reason = error.data["reason"];
    return error.code === "STORAGE_UNAVAILABLE" && typeof reason === "string" && reason in MESSAGES
      ? (reason as StorageReason)
      : null;
  }
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return REASONS.find(([pattern]) => pattern.test(code))?.[1] ?? null;
}

/** The error that a client gets for a reason. */
export function unavailable(reason: StorageReason, data: ErrorData = {}): TillrollError {
  return new TillrollError("STORAGE_UNAVAILABLE", MESSAGES[reason], { reason, ...data });
}

/**
 * The error that a client gets before the disk is full: some of it stays free, for what the owner does to make room.
 * @param neededBytes what must be free
 */
export function diskLow(freeBytes: number, neededBytes: number): TillrollError {
  // Whole megabytes: what is told and logged again is the same while little changes.
  const free = sizeInWords(Math.floor(freeBytes / MEGABYTE) * MEGABYTE);
  const message =
    `The disk is nearly full, nothing was stored: ${free} are free, and ${sizeInWords(neededBytes)} must be. ` +
    "Free some space and try again.";
  return new TillrollError("STORAGE_UNAVAILABLE", message, { reason: "DISK_FULL", freeBytes, neededBytes });
}

const MEGABYTE = 1_000_000;

/** Turns what SQLite or the system threw into the error a client gets. Anything else is returned unchanged. */
export function storageError(error: unknown): unknown {
  if (error instanceof TillrollError) return error;
  const reason = storageReason(error);
  return reason === null ? error : unavailable(reason);
}

/** A reader has kept the write-ahead log from being reset until it was as large as it may be. */
export function logFull(): TillrollError {
  return unavailable("LOG_FULL", { retryAfterSeconds: 1 });
}
