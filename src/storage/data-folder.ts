import type { Database } from "bun:sqlite";
import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { audit, systemActor } from "../audit/audit-entry.ts";
import { TillrollError } from "../domain/errors.ts";
import { SESSION_LIMITS } from "../domain/person-limits.ts";
import { databasePath } from "../platform/data-folder.ts";
import { adviceForForeignFolder, reasonOf, systemCode } from "../platform/system-error.ts";
import { type ChosenToken, readToken } from "../domain/token.ts";
import { AuditStore } from "./audit-store.ts";
import { compactSmall } from "./compact.ts";
import { DatabaseFile, PRIVATE_FILE_MODE } from "./database-file.ts";
import { leaveLog, openForReading, openForWriting, unsharedAddress } from "./database.ts";
import { ensureAdministrator, ensureFirstPrinter, ensureFirstToken } from "./first-start.ts";
import { hasForeignLog, logBytes, settleLog } from "./generation.ts";
import { type LogDamage, mendLog } from "./mend-log.ts";
import { migrate, needsMigration } from "./migrate.ts";
import { abandonReplacement, finishReplacement } from "./replacement.ts";
import { withReserve } from "./reserve.ts";
import { alreadyRunning, lockDataFolder } from "./service-lock.ts";
import { PersonStore } from "./person-store.ts";
import { storageError } from "./storage-error.ts";

/** Permissions of a data folder that Tillroll makes. */
const PRIVATE_FOLDER_MODE = 0o700;

/** A data folder that one service has for itself. */
export interface DataFolder {
  /** Its database, held open until the folder is released. */
  readonly file: DatabaseFile;
  /** Where a log was moved that did not belong to the database; `null` when none was. */
  readonly logMovedTo: string | null;
  /** What was wrong with the log that was replayed; `null` for nothing. */
  readonly logDamage: LogDamage | null;
  release(): void;
}

/**
 * Takes a data folder for one service: locks it, brings its database up to date and fills an empty one.
 * @param firstPrinter what the printer of a first start is to have; `null` to make none
 * @returns the folder, to be released after all connections have been closed
 * @throws TillrollError STORAGE_UNAVAILABLE when another service runs on it, its database is newer than this
 *   Tillroll, or it cannot be written
 */
export function openDataFolder(
  folder: string,
  now: number,
  firstPrinter: { readonly rawPort: number | null } | null = null,
): DataFolder {
  makeFolder(folder);
  const path = databasePath(folder);
  try {
    using stack = new DisposableStack();
    if (stack.use(withReserve(folder, () => lockDataFolder(folder))) === null) throw alreadyRunning(folder);
    if (!finishReplacement(folder)) abandonReplacement(folder);
    makePrivate(folder);
    const logMovedTo = withReserve(folder, () => settleLog(path, now));
    const logDamage = withReserve(folder, () => mendLog(path, now));
    const file = stack.adopt(DatabaseFile.open(path), (opened) => opened.close());
    // SQLite would open it for reading only, and say nothing before the first write.
    accessSync(path, constants.W_OK);
    withReserve(folder, () => {
      using database = openForWriting(path);
      migrate(database);
      const administrator = ensureAdministrator(database, now);
      if (firstPrinter !== null) ensureFirstPrinter(database, firstPrinter.rawPort, administrator.id, now);
      compactSmall(database);
    });
    const taken = stack.move();
    return { file, logMovedTo, logDamage, release: () => taken.dispose() };
  } catch (error) {
    throw storageError(error);
  }
}

/** What a person must know of a log that was moved aside. */
export function tellMovedLog(movedTo: string): string {
  return (
    "The write-ahead log beside the database belonged to another file than the one that is there now, such as one before a " +
    "backup was put back. It was not replayed: what is stored is what is in the file. It is kept as " +
    `${basename(movedTo)}; delete it when nothing is missing.`
  );
}

/** What a person must know of a log that was damaged. */
export function tellLogDamage({ mendedBits, damagedPages, lost, keptAs }: LogDamage): string {
  const told: string[] = [];
  if (mendedBits > 0)
    told.push(
      "Bits of the write-ahead log were not as they were written. Its checksums say which: they were put right, and nothing is " +
        "lost. The disk or the memory of this machine fails.",
    );
  if (damagedPages.length > 0)
    told.push(
      `The write-ahead log has a wrong bit, nobody knows where, on ${damagedPages.length} of its pages. A print that is on one of them ` +
        "and damaged is named when it is read or checked. The disk or the memory of this machine fails.",
    );
  if (lost === "unknown")
    told.push(
      "The last transaction in the write-ahead log is not whole and was left out. After a power cut that is as it should be: it " +
        "was never acknowledged. Otherwise the disk has damaged it.",
    );
  if (keptAs !== null)
    told.push(
      "The write-ahead log is damaged in its middle. What was stored after that is not in the database. The log as it was is kept " +
        `as ${basename(keptAs)}: stop the service and run "tillroll repair", which takes from it what can be read.`,
    );
  return told.join(" ");
}

/**
 * Where the database of a folder that cannot be written is read; see {@link unsharedAddress}.
 * @throws TillrollError STORAGE_UNAVAILABLE when it cannot be read, or only by a Tillroll that it was made by
 */
export function openDataFolderForReading(folder: string): string {
  const path = databasePath(folder);
  const address = unsharedAddress(path, logBytes(path) > 0 && !hasForeignLog(path));
  const database = openForReading(address);
  try {
    if (!needsMigration(database)) return address;
  } catch (error) {
    throw storageError(error);
  } finally {
    database.close();
  }
  throw new TillrollError(
    "STORAGE_UNAVAILABLE",
    "The database is of an older Tillroll and must be brought up to date first, but it cannot be written.",
  );
}

/** Leaves the files to their owner alone, those of older versions too. */
function makePrivate(folder: string): void {
  // Windows has other rights, and those of the user's own folder are right.
  if (process.platform === "win32") return;
  for (const name of readdirSync(folder)) {
    if (!/^(tillroll|service)\./.test(name)) continue;
    try {
      chmodSync(join(folder, name), PRIVATE_FILE_MODE);
    } catch {
      // It is another user's, or gone.
    }
  }
}

/**
 * Makes the token that a first start gives a person to begin with.
 * @param path the database
 * @param chosen its text, where somebody chose it
 * @returns its text, or `null` when there are tokens already
 */
export function makeFirstToken(path: string, now: number, chosen: ChosenToken | null = null): string | null {
  return besideService(path, (database) => {
    const token = ensureFirstToken(database, ensureAdministrator(database, now).id, now, chosen);
    const id = readToken(token ?? "")?.id;
    const note = audit(systemActor("first start"), "token.created", id ?? null);
    if (id !== undefined) new AuditStore(database).add(note, now);
    return token;
  });
}

/** Makes a one-time code for signing in to the dashboard. @param path the database */
export function makeSignInCode(path: string, now: number): string {
  return besideService(path, (database) => {
    const { id, name } = ensureAdministrator(database, now);
    new AuditStore(database).add(audit(systemActor("greeting"), "sign-in-link.created", name), now);
    return new PersonStore(database).createSignInCode(id, now, SESSION_LIMITS.signInLinkMilliseconds);
  });
}

function besideService<Result>(path: string, write: (database: Database) => Result): Result {
  return withReserve(dirname(path), () => {
    using database = openForWriting(path);
    leaveLog(database);
    return write(database);
  });
}

/** Makes a data folder when it is missing. @throws TillrollError STORAGE_UNAVAILABLE when this user cannot use one there */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    // What is on a disk that can only be read can be read.
    if (systemCode(error) === "EROFS" && existsSync(folder)) return;
    const isForeign = existsSync(folder) && ["EACCES", "EPERM"].includes(systemCode(error));
    const advice = isForeign
      ? adviceForForeignFolder()
      : "Choose a folder that you may write to with --data.";
    throw new TillrollError(
      "STORAGE_UNAVAILABLE",
      `The data folder ${folder} cannot be used: ${reasonOf(error)}. ${advice}`,
    );
  }
}
