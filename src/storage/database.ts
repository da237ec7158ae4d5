import { constants, Database } from "bun:sqlite";
import { closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { TillrollError } from "../domain/errors.ts";
import { WAL_LIMITS } from "../domain/storage-limits.ts";
import { PRIVATE_FILE_MODE } from "./database-file.ts";
import { storageReason, unavailable } from "./storage-error.ts";

/** SQLite before 3.51.3 can, rarely, lose committed frames when a WAL is reset while another connection writes. */
const MINIMUM_VERSION = "3.51.3";

/** Where Homebrew keeps a newer SQLite than macOS's own. On other systems SQLite is part of the binary. */
const HOMEBREW_LIBRARIES = [
  "/opt/homebrew/opt/sqlite/lib/libsqlite3.dylib",
  "/usr/local/opt/sqlite/lib/libsqlite3.dylib",
];

// Bun takes a library only before the first database is opened, and in every Worker again.
if (process.platform === "darwin") {
  const library = HOMEBREW_LIBRARIES.find((path) => existsSync(path));
  if (library !== undefined) Database.setCustomSQLite(library);
}

/** How long a statement waits for another connection's lock before it fails, milliseconds. */
const BUSY_TIMEOUT_MILLISECONDS = 10_000;

/** Statements used again and again stay compiled; Bun's own default of 20 is less than the service has. */
Database.MAX_QUERY_CACHE_SIZE = 200;

/**
 * Opens the database for writing, making file and folder when they are missing. WAL, `synchronous=FULL` stated
 * outright (a commit is durable when it returns), foreign keys on.
 * @throws TillrollError STORAGE_UNAVAILABLE when the file cannot be opened or is no database
 */
export function openForWriting(path: string): Database {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  return opened(path, () => {
    // SQLite gives what it makes beside it the same permissions.
    if (!existsSync(path)) closeSync(openSync(path, "a", PRIVATE_FILE_MODE));
    const database = new Database(path, { create: true, readwrite: true, strict: true });
    try {
      prepare(database);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

function prepare(database: Database): void {
  setBusyTimeout(database);
  // macOS brings its own SQLite, which no build of ours can replace; there it is a warning at the start.
  const outdated = outdatedSqlite(database);
  if (outdated !== null && process.platform !== "darwin")
    throw new TillrollError("STORAGE_UNAVAILABLE", outdated);
  // A file that is there keeps what it has until it is compacted.
  if (isEmpty(database)) database.run("PRAGMA auto_vacuum = INCREMENTAL");
  database.run("PRAGMA journal_mode = WAL");
  database.run("PRAGMA synchronous = FULL");
  // On macOS an fsync only reaches the drive's cache; elsewhere the pragma does nothing.
  database.run("PRAGMA fullfsync = ON");
  database.run("PRAGMA foreign_keys = ON");
  // What is deleted is overwritten: nothing of an erased print is to stay in free pages.
  database.run("PRAGMA secure_delete = ON");
  database.run(`PRAGMA journal_size_limit = ${WAL_LIMITS.keptBytes}`);
  // Apple's SQLite would keep the WAL when the last connection closes.
  database.fileControl(constants.SQLITE_FCNTL_PERSIST_WAL, 0);
}

function isEmpty(database: Database): boolean {
  return (
    database.query<{ pages: number }, []>("SELECT page_count AS pages FROM pragma_page_count").get()
      ?.pages === 0
  );
}

/**
 * Opens the database for reading only, beside the writer.
 * @param path of the file, or what {@link unsharedAddress} gave
 * @throws TillrollError STORAGE_UNAVAILABLE when there is no such file or it is no database
 */
export function openForReading(path: string): Database {
  return opened(path, () => {
    if (path.startsWith(ADDRESS_SCHEME)) return openUnshared(path);
    const database = new Database(path, { readonly: true, strict: true });
    setBusyTimeout(database);
    return database;
  });
}

const ADDRESS_SCHEME = "file:";

/**
 * Where a database is read that nobody can write to: connections share a file of locks beside it, and on a full or
 * read-only disk that cannot be made. What is written later is not seen.
 * @param withLog whether the log beside it belongs to it and is read too
 */
export function unsharedAddress(path: string, withLog: boolean): string {
  const vfs = process.platform === "win32" ? "win32-none" : "unix-none";
  return `${pathToFileURL(path)}?${withLog ? `vfs=${vfs}` : "immutable=1"}`;
}

function openUnshared(address: string): Database {
  const database = new Database(address, constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI);
  // The index of the log is in this connection's memory, then.
  database.run("PRAGMA locking_mode = EXCLUSIVE");
  return database;
}

/**
 * Leaves checkpoints to the service, for a command beside it: the log would be reset in the same generation, and
 * then seem to fit a copy of the file that is older than it.
 */
export function leaveLog(database: Database): void {
  database.run("PRAGMA wal_autocheckpoint = 0");
}

/** Says how long a connection's statements wait for another's lock; without a time, as long as usual. */
export function setBusyTimeout(database: Database, milliseconds: number = BUSY_TIMEOUT_MILLISECONDS): void {
  database.run(`PRAGMA busy_timeout = ${milliseconds}`);
}

/**
 * Closes a reading connection. SQLite keeps a connection for as long as it has compiled statements; those that
 * Drizzle made end only when they are collected, and until then the WAL would stay behind.
 */
export function closeReader(database: Database): void {
  database.close();
  Bun.gc(true);
}

function opened(path: string, open: () => Database): Database {
  try {
    return open();
  } catch (error) {
    if (error instanceof TillrollError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    const reason = storageReason(error);
    throw new TillrollError(
      "STORAGE_UNAVAILABLE",
      `The database ${path} cannot be opened: ${message}.${reason === null ? "" : ` ${unavailable(reason).message}`}`,
      reason === null ? {} : { reason },
    );
  }
}

/** What is wrong with the SQLite in use, in a sentence with its remedy; `null` when it is new enough. */
export function outdatedSqlite(database: Database): string | null {
  const version = sqliteVersion(database);
  if (Bun.semver.order(version, MINIMUM_VERSION) >= 0) return null;
  const remedy = process.platform === "darwin" ? ' Install a newer one with "brew install sqlite".' : "";
  return `SQLite ${version} has a known fault in its write-ahead log; ${MINIMUM_VERSION} or newer is needed.${remedy}`;
}

/** The SQLite in use, such as 3.51.3. */
export function sqliteVersion(database: Database): string {
  const row = database.query<{ version: string }, []>("SELECT sqlite_version() AS version").get();
  return row?.version ?? "0";
}
