import { SQL as Connection } from "bun";
import { PostgresDatabase } from "../../src/storage/postgres/connection.ts";
import { migratePostgres } from "../../src/storage/postgres/migrate.ts";
import { firstEngine } from "./engines.ts";
import { kindOfStatement, lintStatement } from "./statement-lint.ts";

/** A database of a test's own, with the schema. */
export interface TestDatabase extends AsyncDisposable {
  readonly address: string;
  readonly database: PostgresDatabase;
  /** The statements that were sent, one of each. */
  readonly statements: ReadonlySet<string>;
}

/**
 * Makes an empty database with the schema; it goes when it is disposed of, which throws when statements were sent that not
 * all databases would take.
 * @param engine whose; the first that is here
 */
export async function testDatabase(engine = firstEngine()): Promise<TestDatabase> {
  const onServer = await engine.address();
  const name = `tillroll_${Bun.randomUUIDv7().replaceAll("-", "")}`;
  const server = new Connection(onServer, { max: 1 });
  await server.unsafe(`CREATE DATABASE ${name} TEMPLATE template0`);
  const address = Object.assign(new URL(onServer), { pathname: `/${name}` }).href;
  const statements = new Set<string>();
  const database = new PostgresDatabase({ address, onStatement: (text) => statements.add(text) });
  await migratePostgres(database);
  return {
    address,
    database,
    statements,
    [Symbol.asyncDispose]: async () => {
      await database.close();
      await server.unsafe(`DROP DATABASE ${name} WITH (FORCE)`);
      await server.close();
      lintNew(statements);
    },
  };
}

/** What was looked at in this process. */
const linted = new Set<string>();

/** Looks at statements of kinds that were not looked at. @throws Error with those that not all databases would take */
function lintNew(statements: ReadonlySet<string>): void {
  const faults: string[] = [];
  for (const kind of new Set([...statements].map(kindOfStatement))) {
    if (linted.has(kind)) continue;
    linted.add(kind);
    faults.push(...lintStatement(kind).map((what) => `${what}: ${kind}`));
  }
  if (faults.length > 0)
    throw new Error(
      `Not all databases that the archive is for take this (a test's own statements need a connection of its own):\n${faults.join("\n")}`,
    );
}
