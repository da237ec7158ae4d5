import { chmodSync } from "node:fs";
import { join } from "node:path";
import type { AuditNote } from "../audit/audit-entry.ts";
import { TillrollError } from "../domain/errors.ts";
import { databasePath } from "../platform/data-folder.ts";
import { AuditStore } from "../storage/audit-store.ts";
import { type CheckedDatabase, checkDatabase } from "../storage/database-check.ts";
import { PRIVATE_FILE_MODE } from "../storage/database-file.ts";
import { openForWriting } from "../storage/database.ts";
import { logBytes } from "../storage/generation.ts";
import { migrate } from "../storage/migrate.ts";
import { type OldState, settleOldState, type Settled } from "./old-state.ts";
import type { BuildOptions, RestorableState } from "./restore-source.ts";

/**
 * Builds the database of a state in a folder, and reads all of it: its pages, and each print's bytes.
 * @param folder empty
 * @returns what it holds
 * @throws TillrollError BACKUP_DAMAGED when it is not whole, or not what its source says; what reading the source throws
 */
export async function buildDatabase(
  state: RestorableState,
  folder: string,
  options: BuildOptions = {},
): Promise<CheckedDatabase> {
  const path = databasePath(folder);
  await state.writeDatabase(path, options);
  chmodSync(path, PRIVATE_FILE_MODE);
  // For writing: a log that is a part of it is laid over it.
  using database = openForWriting(path);
  database.run("PRAGMA foreign_keys = OFF");
  const checked = await checkDatabase(database, options);
  const { expected } = state;
  if (expected !== null && expected.prints !== checked.prints) {
    const message = `The copy cannot be restored: it has ${checked.prints} prints, and should have ${expected.prints}.`;
    throw new TillrollError("BACKUP_DAMAGED", message);
  }
  return checked;
}

/**
 * Makes a built database the one that a service goes on with: its tables are brought up to date, and what was under way is
 * settled. One file is left, durable as soon as it is synced.
 * @param note what the audit log of the database is to say of it
 * @throws TillrollError STORAGE_UNAVAILABLE when a newer Tillroll made it
 */
export function finishDatabase(folder: string, oldState: OldState, note: AuditNote | null = null): Settled {
  const path = databasePath(folder);
  const settled = (() => {
    using database = openForWriting(path);
    migrate(database);
    const done = settleOldState(database, oldState);
    if (note !== null) new AuditStore(database).add(note, oldState.restoredAt);
    database.run("PRAGMA wal_checkpoint(TRUNCATE)");
    return done;
  })();
  if (logBytes(path) > 0) throw new Error("the log of the restored database could not be folded into it");
  return settled;
}

/** Writes the files of settings of a state into a folder. @returns their names */
export async function writeSettings(
  state: RestorableState,
  folder: string,
  names: readonly string[],
): Promise<void> {
  for (const name of names) {
    const path = join(folder, name);
    await state.writeSettings(name, path);
    chmodSync(path, PRIVATE_FILE_MODE);
  }
}
