import { sql } from "drizzle-orm";
import type { PostgresDatabase } from "./connection.ts";

/**
 * Forgets that transactions were committed. Nobody asks for one whose connection went away long ago.
 * @param before epoch milliseconds: of transactions that are older, at least a day
 * @returns how many were forgotten
 */
export async function forgetCommitted(database: PostgresDatabase, before: number): Promise<number> {
  const workspaces = await database.all<{ id: number }>(
    sql`SELECT DISTINCT workspace_id AS id FROM committed WHERE at < ${before}`,
  );
  let forgotten = 0;
  for (const { id } of workspaces)
    forgotten += await database.run(sql`DELETE FROM committed WHERE workspace_id = ${id} AND at < ${before}`);
  return forgotten;
}
