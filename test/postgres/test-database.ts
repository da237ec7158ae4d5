import { SQL as Connection } from "bun";
import { sql } from "drizzle-orm";
import { PostgresDatabase } from "../../src/storage/postgres/connection.ts";
import {
  ENGINE_PROFILES,
  type EngineProfile,
  findProfile,
} from "../../src/storage/postgres/engine-profile.ts";
import { migratePostgres } from "../../src/storage/postgres/migrate.ts";
import { POSTGRES_MIGRATIONS } from "../../src/storage/postgres/migrations/migrations.ts";
import { stateOf } from "../../src/storage/postgres/retry.ts";
import { firstEngine } from "./engines.ts";
import { kindOfStatement, lintStatement } from "./statement-lint.ts";

/** A database of a test's own, with the schema. */
export interface TestDatabase extends AsyncDisposable {
  readonly address: string;
  readonly database: PostgresDatabase;
  /** The statements that were sent, one of each. */
  readonly statements: ReadonlySet<string>;
}

/** Names of databases here: those of tests, and that of a schema, of which they are copies. */
const PREFIX = "tillroll_";

/** What a server says of a name of a database that is there already. */
const DOUBLED = "42P04";

/**
 * Makes a database with the schema and nothing in it; it goes when it is disposed of, which throws when statements were sent
 * that not all databases would take.
 * @param engine whose; the first that is here
 */
export async function testDatabase(engine = firstEngine()): Promise<TestDatabase> {
  const onServer = await engine.address();
  const schema = await schemaOf(onServer);
  if (schema !== null) return databaseOf(onServer, schema);
  const empty = await emptyDatabase(engine);
  await migratePostgres(empty.database);
  return empty;
}

/** As {@link testDatabase}, without the schema. */
export async function emptyDatabase(engine = firstEngine()): Promise<TestDatabase> {
  return databaseOf(await engine.address(), "template0");
}

async function databaseOf(onServer: string, template: string): Promise<TestDatabase> {
  const name = newName();
  const server = new Connection(onServer, { max: 1 });
  const profile = await profileOfServer(onServer);
  await server.unsafe(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  const address = addressOf(onServer, name);
  const statements = new Set<string>();
  const database = new PostgresDatabase({ address, onStatement: (text) => statements.add(text) });
  if (profile === ENGINE_PROFILES.CITUS) await database.run(sql`CREATE EXTENSION citus`);
  return {
    address,
    database,
    statements,
    [Symbol.asyncDispose]: async () => {
      await database.close();
      await server.unsafe(
        `DROP DATABASE ${name}${profile === ENGINE_PROFILES.POSTGRESQL ? " WITH (FORCE)" : ""}`,
      );
      await server.close();
      lintNew(statements);
    },
  };
}

/** The databases of the schema, by their servers' addresses. */
const schemas = new Map<string, Promise<string | null>>();

/**
 * The database with the schema that others are copied from: hundreds of statements are much for each test. `null` where only
 * PostgreSQL itself could.
 */
function schemaOf(onServer: string): Promise<string | null> {
  const schema = schemas.get(onServer) ?? makeSchema(onServer);
  schemas.set(onServer, schema);
  return schema;
}

/** Makes it under the name of its contents, where no process has made it. It stays on a server that is not ours. */
async function makeSchema(onServer: string): Promise<string | null> {
  if ((await profileOfServer(onServer)) !== ENGINE_PROFILES.POSTGRESQL) return null;
  const hash = new Bun.CryptoHasher("sha256").update(JSON.stringify(POSTGRES_MIGRATIONS)).digest("hex");
  const schema = `${PREFIX}schema_${hash.slice(0, 16)}`;
  const server = new Connection(onServer, { max: 1 });
  const found = await server.unsafe(`SELECT 1 FROM pg_database WHERE datname = '${schema}'`);
  if (found.length === 0) {
    const name = newName();
    await server.unsafe(`CREATE DATABASE ${name} TEMPLATE template0`);
    const database = new PostgresDatabase({ address: addressOf(onServer, name) });
    await migratePostgres(database);
    await database.close();
    await server.unsafe(`ALTER DATABASE ${name} RENAME TO ${schema}`).catch(async (error: unknown) => {
      if (stateOf(error) !== DOUBLED) throw error;
      await server.unsafe(`DROP DATABASE ${name}`);
    });
  }
  await server.close();
  return schema;
}

/** What a server is, by the database that its address names. */
async function profileOfServer(onServer: string): Promise<EngineProfile> {
  const database = new PostgresDatabase({ address: onServer, connections: 1 });
  try {
    return await findProfile(database);
  } finally {
    await database.close();
  }
}

function newName(): string {
  return `${PREFIX}${Bun.randomUUIDv7().replaceAll("-", "")}`;
}

function addressOf(onServer: string, name: string): string {
  return Object.assign(new URL(onServer), { pathname: `/${name}` }).href;
}

/** What was looked at in this process. */
const linted = new Set<string>();

/** Looks at statements of kinds that were not looked at. @throws Error with those that not all databases would take */
function lintNew(statements: ReadonlySet<string>): void {
  const faults: string[] = [];
  for (const kind of new Set([...statements].map(kindOfStatement))) {
    if (linted.has(kind)) continue;
    const found = lintStatement(kind);
    if (found.length === 0) linted.add(kind);
    faults.push(...found.map((what) => `${what}: ${kind}`));
  }
  if (faults.length > 0)
    throw new Error(
      `Not all databases that the archive is for take this (a test's own statements need a connection of its own):\n${faults.join("\n")}`,
    );
}
