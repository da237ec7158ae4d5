import { sql } from "drizzle-orm";
import { isMadeAlready, type PostgresDatabase, type Statements } from "./connection.ts";
import type { EngineProfile } from "./engine-profile.ts";

/** The indexes by which `contains` finds a part in texts of all shops, or of a large one (PostgreSQL, pg_trgm). */
const INDEXES = {
  print_search_text: "print USING gin (search_text gin_trgm_ops)",
  print_text_lines: "print_text USING gin (lines gin_trgm_ops)",
} as const;

/**
 * Makes the indexes of trigrams where the database has them: the extension comes with PostgreSQL, but not with each package of
 * it, and whoever owns the database may add it.
 * @returns whether they are there
 * @throws what the database does, but for the extension
 */
export async function makeTrigramIndexes(
  database: PostgresDatabase,
  profile: EngineProfile,
): Promise<boolean> {
  if (!profile.mayHaveTrigrams) return false;
  if (await hasTrigramIndexes(database)) return true;
  try {
    await database.run(sql`CREATE EXTENSION IF NOT EXISTS pg_trgm`);
  } catch (error) {
    // Of two instances that add it at once, one fails: the other has added it then.
    if (!isMadeAlready(error)) return false;
  }
  try {
    await database.inTransaction(async (transaction) => {
      for (const [name, on] of Object.entries(INDEXES))
        await transaction.run(sql.raw(`CREATE INDEX IF NOT EXISTS ${name} ON ${on}`));
    });
  } catch (error) {
    if (!isMadeAlready(error)) throw error;
  }
  return true;
}

/** Whether a database has all indexes of trigrams: a step of the schema that makes a table anew leaves it without. */
export async function hasTrigramIndexes(statements: Statements): Promise<boolean> {
  const names = Object.keys(INDEXES);
  const there = await statements.all(
    sql`SELECT DISTINCT relname FROM pg_class WHERE relname IN (${sql.join(
      names.map((name) => sql`${name}`),
      sql`, `,
    )})`,
  );
  return there.length === names.length;
}
