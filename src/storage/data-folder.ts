import { mkdirSync } from "node:fs";
import { TillrollError } from "../domain/errors.ts";
import { databasePath } from "../platform/data-folder.ts";
import { openForWriting } from "./database.ts";
import { ensureAdministrator, ensureFirstToken } from "./first-start.ts";
import { migrate } from "./migrate.ts";
import { lockDataFolder, type ServiceLock } from "./service-lock.ts";
import { SessionStore } from "./session-store.ts";

/** A data folder that this service has for itself, its database up to date. */
export interface DataFolder {
  readonly lock: ServiceLock;
  /** The first token's text when this was the first start, else `null`. */
  readonly firstToken: string | null;
  /** A one-time code for signing in to the dashboard. */
  readonly signInCode: string;
}

/**
 * Takes a data folder: locks it, brings its database up to date and fills it on the first start.
 * @throws TillrollError STORAGE_UNAVAILABLE when another service runs on it, its database is newer than this
 *   Tillroll, or it cannot be written
 */
export function openDataFolder(folder: string, now: number): DataFolder {
  makeFolder(folder);
  const lock = lockDataFolder(folder);
  try {
    const database = openForWriting(databasePath(folder));
    try {
      migrate(database);
      const administrator = ensureAdministrator(database, now);
      const firstToken = ensureFirstToken(database, administrator.id, now);
      const signInCode = new SessionStore(database).createSignInCode(administrator.id, now);
      return { lock, firstToken, signInCode };
    } finally {
      database.close();
    }
  } catch (error) {
    lock.release();
    throw error;
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
