import { existsSync, mkdirSync } from "node:fs";
import { TillrollError } from "../domain/errors.ts";
import { databasePath } from "../platform/data-folder.ts";
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

/**
 * Makes the token that a first start gives a person to begin with.
 * @param path the database
 * @returns its text, or `null` when there are tokens already
 */
export function makeFirstToken(path: string, now: number): string | null {
  using database = openForWriting(path);
  return ensureFirstToken(database, ensureAdministrator(database, now).id, now);
}

/** Makes a one-time code for signing in to the dashboard. @param path the database */
export function makeSignInCode(path: string, now: number): string {
  using database = openForWriting(path);
  return new SessionStore(database).createSignInCode(ensureAdministrator(database, now).id, now);
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

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const advice = "Choose a folder you may write to with --data.";
    throw new TillrollError(
      "STORAGE_UNAVAILABLE",
      `The data folder ${folder} cannot be made: ${reason}. ${advice}`,
    );
  }
}
