import { SQL as Connection } from "bun";
import { PostgresDatabase } from "../../src/storage/postgres/connection.ts";
import { migratePostgres } from "../../src/storage/postgres/migrate.ts";
import { firstEngine } from "./engines.ts";

/** A database of a test's own, with the schema. */
export interface TestDatabase extends AsyncDisposable {
  readonly address: string;
  readonly database: PostgresDatabase;
  /** The statements that were sent, one of each. */
  readonly statements: ReadonlySet<string>;
}

/**
 * Makes an empty database with the schema; it goes when it is disposed of.
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
    },
  };
}
