import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { TillrollError } from "../domain/errors.ts";
import { databasePath } from "../platform/data-folder.ts";
import { reasonOf, systemCode } from "../platform/system-error.ts";
import { openForWriting } from "./database.ts";
import { ensureAdministrator, ensureFirstPrinter, ensureFirstToken } from "./first-start.ts";
import { migrate } from "./migrate.ts";
import { lockDataFolder, type ServiceLock } from "./service-lock.ts";
import { SessionStore } from "./session-store.ts";

/**
 * Takes a data folder for one service: locks it, brings its database up to date and fills an empty one.
 * @param firstPrinter what the printer of a first start is to have; `null` to make none
 * @returns the lock
 * @throws TillrollError STORAGE_UNAVAILABLE when another service runs on it, its database is newer than this
 *   Tillroll, or it cannot be written
 */
export function openDataFolder(
  folder: string,
  now: number,
  firstPrinter: { readonly rawPort: number | null } | null = null,
): ServiceLock {
  makeFolder(folder);
  const lock = lockDataFolder(folder);
  try {
    using database = openForWriting(databasePath(folder));
    migrate(database);
    const administrator = ensureAdministrator(database, now);
    if (firstPrinter !== null) ensureFirstPrinter(database, firstPrinter.rawPort, administrator.id, now);
    return lock;
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** What a start gives a person to begin with. */
export interface Credentials {
  /** The first token's text when there was no token yet, else `null`. */
  readonly firstToken: string | null;
  /** A one-time code for signing in to the dashboard. */
  readonly signInCode: string;
}

/** Makes the credentials that a start shows. @param path the database */
export function makeCredentials(path: string, now: number): Credentials {
  using database = openForWriting(path);
  const administrator = ensureAdministrator(database, now);
  const firstToken = ensureFirstToken(database, administrator.id, now);
  return { firstToken, signInCode: new SessionStore(database).createSignInCode(administrator.id, now) };
}

/** How long the connections of Workers that were ended may take to close, milliseconds. */
const CLOSING_MILLISECONDS = 1000;
const CLOSING_LOOK_MILLISECONDS = 10;

/**
 * Leaves one database file behind, which a shop owner can copy: the last connection folds the WAL into it. A Worker that
 * was ended closes its own a little later than it is told to end, and whoever reads only cannot remove the WAL.
 * @param path the database, which no other connection of this process writes to any more
 */
export async function foldLog(path: string): Promise<void> {
  const deadline = performance.now() + CLOSING_MILLISECONDS;
  while (existsSync(`${path}-wal`) && performance.now() < deadline) {
    try {
      openForWriting(path).close();
    } catch {
      // Such as on a full disk; nothing is lost, and the next start folds it.
      return;
    }
    if (existsSync(`${path}-wal`)) await Bun.sleep(CLOSING_LOOK_MILLISECONDS);
  }
}

/**
 * Makes a data folder when it is missing.
 * @throws TillrollError STORAGE_UNAVAILABLE when it cannot be made, or this user may not write in it
 */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    // What is on a disk that can only be read can be read.
    if (systemCode(error) === "EROFS" && existsSync(folder)) return;
    const advice = "Choose a folder that you may write to with --data.";
    throw new TillrollError(
      "STORAGE_UNAVAILABLE",
      `The data folder ${folder} cannot be used: ${reasonOf(error)}. ${advice}`,
    );
  }
}
