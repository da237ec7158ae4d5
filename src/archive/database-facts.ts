import { sql } from "drizzle-orm";
import type { StorageFacts } from "../operations/system-facts.ts";
import type { Statements } from "../storage/postgres/connection.ts";
import { findProfile } from "../storage/postgres/engine-profile.ts";

interface Row {
  readonly version: string;
  readonly schema: number;
}

/** What an archive's database is, and how large. @throws what the database does */
export async function readDatabaseFacts(database: Statements): Promise<StorageFacts> {
  const profile = await findProfile(database);
  const row = await database.first<Row>(
    sql`SELECT version() AS version, (SELECT max(version) FROM schema_step) AS schema`,
  );
  const { version = "", schema = 0 } = row ?? {};
  const [number = ""] = /\d+(\.\d+)*/.exec(version) ?? [];
  const engine = `${profile.name} ${number}`.trimEnd();
  const bytes = profile.saysItsSize ? await readSize(database) : null;
  return {
    disk: null,
    database: { engine, bytes, freeBytes: null, logBytes: null, schema },
    workspaces: [],
  };
}

async function readSize(database: Statements): Promise<number | null> {
  const row = await database.first<{ bytes: number }>(
    sql`SELECT pg_database_size(current_database()) AS bytes`,
  );
  return row?.bytes ?? null;
}
