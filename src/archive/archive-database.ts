import { PostgresDatabase } from "../storage/postgres/connection.ts";
import { migratePostgres } from "../storage/postgres/migrate.ts";
import type { ArchiveOptions } from "./archive-options.ts";

/** How an archive's database is reached. */
export type DatabasePlace = Pick<ArchiveOptions, "database" | "allowUnverified">;

/**
 * Opens an archive's database.
 * @throws TillrollError STORAGE_UNAVAILABLE when its address is over a network and nothing would check who answers there
 */
export function openArchiveDatabase({
  database: address,
  allowUnverified = false,
}: DatabasePlace): PostgresDatabase {
  return new PostgresDatabase({ address, allowUnverified });
}

/**
 * Does something in an archive's database, with the schema up to date, as a command does: few connections, ended after it.
 * @throws TillrollError STORAGE_UNAVAILABLE, and what `work` throws
 */
export async function withArchiveDatabase<Result>(
  place: DatabasePlace,
  work: (database: PostgresDatabase) => Promise<Result>,
): Promise<Result> {
  const database = openArchiveDatabase(place);
  try {
    await database.reach();
    await migratePostgres(database);
    return await work(database);
  } finally {
    await database.close();
  }
}
