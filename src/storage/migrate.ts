import type { Database } from "bun:sqlite";
import { TillrollError } from "../domain/errors.ts";
import { type Migration, MIGRATIONS } from "./migrations/migrations.ts";

/** The schema version of a database: 0 for an empty one. */
export function schemaVersion(database: Database): number {
  const row = database.query<{ user_version: number }, []>("PRAGMA user_version").get();
  return row?.user_version ?? 0;
}

/** Whether the schema is older than this Tillroll's. @throws TillrollError STORAGE_UNAVAILABLE when it is newer */
export function needsMigration(database: Database): boolean {
  const known = MIGRATIONS.at(-1)?.version ?? 0;
  const present = schemaVersion(database);
  if (present > known) throw newerDatabase(present, known);
  return present < known;
}

/**
 * Brings the schema up to date, all missing steps in one transaction: either all of them are in, or none.
 * @returns the names of the steps that ran
 * @throws TillrollError STORAGE_UNAVAILABLE when the database was made by a newer Tillroll
 */
export function migrate(database: Database, migrations: readonly Migration[] = MIGRATIONS): string[] {
  const known = migrations.at(-1)?.version ?? 0;
  const run = database.transaction(() => {
    const present = schemaVersion(database);
    if (present > known) throw newerDatabase(present, known);
    const missing = migrations.filter((migration) => migration.version > present);
    for (const migration of missing) database.run(migration.statements);
    if (missing.length > 0) database.run(`PRAGMA user_version = ${Number(known)}`);
    return missing.map((migration) => migration.name);
  });
  return run.immediate();
}

function newerDatabase(present: number, known: number): TillrollError {
  return new TillrollError(
    "STORAGE_UNAVAILABLE",
    `The database has schema version ${present}, but this Tillroll knows only up to ${known}: it was made by a newer ` +
      "Tillroll. Nothing was changed. Start that version, or choose another folder with --data.",
  );
}
