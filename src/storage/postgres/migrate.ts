import { sql } from "drizzle-orm";
import { TillrollError } from "../../domain/errors.ts";
import { isDoubled, type PostgresDatabase } from "./connection.ts";
import { POSTGRES_MIGRATIONS, type PostgresMigration } from "./migrations/migrations.ts";

/** Into how many parts of the hash of its workspace a large table is divided. */
const PARTITIONS = 16;

/** A large table, as the files of the schema mark it: `CREATE TABLE name (…) … hash 16`. */
const DIVIDED = /CREATE TABLE (\w+) \(([\s\S]*?)\n\) \/\* hash 16 \*\/;/g;

/**
 * Brings the schema up to date, each step in one transaction. Of several instances that start at once, one does each step.
 * @returns the names of the steps that ran here
 * @throws TillrollError STORAGE_UNAVAILABLE when the database was made by a newer Tillroll
 */
export async function migratePostgres(
  database: PostgresDatabase,
  migrations: readonly PostgresMigration[] = POSTGRES_MIGRATIONS,
): Promise<string[]> {
  await database.run(
    sql`CREATE TABLE IF NOT EXISTS schema_step (version bigint PRIMARY KEY, name text NOT NULL, at bigint NOT NULL)`,
  );
  const row = await database.first<{ version: number | null }>(
    sql`SELECT max(version) AS version FROM schema_step`,
  );
  const present = row?.version ?? 0;
  const known = migrations.at(-1)?.version ?? 0;
  if (present > known) throw newerSchema(present, known);
  const ran: string[] = [];
  for (const step of migrations.filter(({ version }) => version > present))
    if (await runStep(database, step)) ran.push(step.name);
  return ran;
}

/** Runs a step. @returns whether it ran here: another instance may have been quicker */
async function runStep(
  database: PostgresDatabase,
  { version, name, statements }: PostgresMigration,
): Promise<boolean> {
  try {
    await database.inTransaction(async (transaction) => {
      // Its key is what a second instance waits for, and fails by.
      await transaction.run(
        sql`INSERT INTO schema_step (version, name, at) VALUES (${version}, ${name}, ${Date.now()})`,
      );
      for (const statement of statementsOf(statements)) await transaction.run(sql.raw(statement));
    });
    return true;
  } catch (error) {
    if (isDoubled(error)) return false;
    throw error;
  }
}

/** The statements of a step, with large tables divided. */
function statementsOf(text: string): string[] {
  const divided = text.replace(DIVIDED, (_all, name: string, columns: string) => {
    const parts = Array.from(
      { length: PARTITIONS },
      (_, part) =>
        `CREATE TABLE ${name}_${part} PARTITION OF ${name} FOR VALUES WITH (MODULUS ${PARTITIONS}, REMAINDER ${part});`,
    );
    return `CREATE TABLE ${name} (${columns}\n) PARTITION BY HASH (workspace_id);\n${parts.join("\n")}`;
  });
  return divided
    .replace(/^\s*--.*$/gm, "")
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}

function newerSchema(present: number, known: number): TillrollError {
  return new TillrollError(
    "STORAGE_UNAVAILABLE",
    `The database has schema version ${present}, but this Tillroll knows only up to ${known}: it was made by a newer ` +
      "Tillroll. Nothing was changed. Start that version, or name another database.",
  );
}
