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
  return missingSteps(database, MIGRATIONS).length > 0;
}

/**
 * Brings the schema up to date, all missing steps in one transaction: either all of them are in, or none.
 * @returns the names of the steps that ran
 * @throws TillrollError STORAGE_UNAVAILABLE when the database was made by a newer Tillroll
 */
export function migrate(database: Database, migrations: readonly Migration[] = MIGRATIONS): string[] {
  const run = database.transaction(() => {
    const missing = missingSteps(database, migrations);
    for (const { version, statements } of missing) {
      database.run(statements);
      database.run(`PRAGMA user_version = ${version}`);
    }
    return missing.map(({ name }) => name);
  });
  return run.immediate();
}

function missingSteps(database: Database, migrations: readonly Migration[]): Migration[] {
  const known = migrations.at(-1)?.version ?? 0;
  const present = schemaVersion(database);
  if (present <= known) return migrations.filter(({ version }) => version > present);
  throw new TillrollError(
    "STORAGE_UNAVAILABLE",
    `The database has schema version ${present}, but this Tillroll knows only up to ${known}: it was made by a newer ` +
      "Tillroll. Nothing was changed. Start that version, or choose another folder with --data.",
  );
}
