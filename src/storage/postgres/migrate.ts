import { sql } from "drizzle-orm";
import { TillrollError } from "../../domain/errors.ts";
import { databaseError, isDoubled, isMadeAlready, type PostgresDatabase } from "./connection.ts";
import { type EngineProfile, findProfile, profiledStatements } from "./engine-profile.ts";
import { POSTGRES_MIGRATIONS, type PostgresMigration } from "./migrations/migrations.ts";
import { makeTrigramIndexes } from "./trigram-indexes.ts";

/**
 * Brings the schema up to date, each step in one transaction. Of several instances that start at once, one does each step.
 * @returns the names of the steps that ran here
 * @throws TillrollError STORAGE_UNAVAILABLE when it cannot be reached or changed, or was made by a newer Tillroll
 */
export async function migratePostgres(
  database: PostgresDatabase,
  migrations: readonly PostgresMigration[] = POSTGRES_MIGRATIONS,
): Promise<string[]> {
  await database.reach();
  await makeStepTable(database);
  const row = await database.first<{ version: number | null }>(
    sql`SELECT max(version) AS version FROM schema_step`,
  );
  const present = row?.version ?? 0;
  const known = migrations.at(-1)?.version ?? 0;
  if (present > known) throw newerSchema(present, known);
  if (present === 0) await expectUnicode(database);
  const ran: string[] = [];
  const profile = await findProfile(database);
  for (const step of migrations.filter(({ version }) => version > present))
    if (await runStep(database, profile, step)) ran.push(step.name);
  // Those of a test end before what is indexed is there.
  if (migrations === POSTGRES_MIGRATIONS) await makeTrigramIndexes(database, profile);
  return ran;
}

/** Prints have every character. @throws TillrollError STORAGE_UNAVAILABLE where the database has not */
async function expectUnicode(database: PostgresDatabase): Promise<void> {
  const row = await database.first<{ encoding: string }>(
    sql`SELECT current_setting('server_encoding') AS encoding`,
  );
  const encoding = row?.encoding ?? "";
  if (encoding === "UTF8") return;
  throw new TillrollError(
    "STORAGE_UNAVAILABLE",
    `The database has the encoding ${encoding}, and an archive needs UTF8. Make another one: createdb --template template0 --encoding UTF8 NAME.`,
  );
}

async function makeStepTable(database: PostgresDatabase): Promise<void> {
  try {
    await database.run(
      sql`CREATE TABLE IF NOT EXISTS schema_step (version bigint PRIMARY KEY, name text NOT NULL, at bigint NOT NULL)`,
    );
  } catch (error) {
    // Of two instances that find none at once, one fails: the other has made it then.
    if (!isMadeAlready(error)) throw databaseError(error);
  }
}

/** Runs a step. @returns whether it ran here: another instance may have been quicker */
async function runStep(
  database: PostgresDatabase,
  profile: EngineProfile,
  { version, name, statements }: PostgresMigration,
): Promise<boolean> {
  try {
    await database.inTransaction(async (transaction) => {
      // Its key is what a second instance waits for, and fails by.
      await transaction.run(
        sql`INSERT INTO schema_step (version, name, at) VALUES (${version}, ${name}, ${Date.now()})`,
      );
      for (const statement of profiledStatements(profile, statements))
        await transaction.run(sql.raw(statement));
    });
    return true;
  } catch (error) {
    const done = sql`SELECT 1 AS found FROM schema_step WHERE version = ${version}`;
    if (isDoubled(error) && (await database.first(done)) !== null) return false;
    throw error;
  }
}

function newerSchema(present: number, known: number): TillrollError {
  return new TillrollError(
    "STORAGE_UNAVAILABLE",
    `The database has schema version ${present}, but this Tillroll knows only up to ${known}: it was made by a newer ` +
      "Tillroll. Nothing was changed. Start that version, or name another database.",
  );
}
