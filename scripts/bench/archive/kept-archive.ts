import { SQL } from "bun";
import { join } from "node:path";
import { addToBlocks } from "../../../src/storage/postgres/chain-counts.ts";
import { PostgresDatabase } from "../../../src/storage/postgres/connection.ts";
import { migratePostgres } from "../../../src/storage/postgres/migrate.ts";
import type { Cleanup } from "../data/cleanup.ts";
import { findInstallation } from "../../postgresql/installation.ts";
import { CHAIN_VERSION } from "../data/chain.ts";
import { PostgresqlServer } from "../postgresql/server.ts";
import { fillArchive, type Shop } from "./shops.ts";

/** An archive that is measured. */
export interface MeasuredArchive {
  readonly database: PostgresDatabase;
  /** One for statements that a search does not make. */
  readonly connection: SQL;
  /** How long it took to fill it, seconds; `null` where it was there. */
  readonly filledIn: number | null;
}

/**
 * Starts PostgreSQL, and fills a database with the prints of shops where it has none yet.
 * @param folder where the data are, or are made
 * @throws Error where PostgreSQL is not installed
 */
export async function openArchive(
  folder: string,
  shops: readonly Shop[],
  cleanup: Cleanup,
  onProgress: (line: string) => void,
): Promise<MeasuredArchive> {
  const installation = findInstallation();
  if (installation === null) throw new Error("PostgreSQL is not installed here; an archive needs it");
  onProgress(installation.version);
  const server = await PostgresqlServer.start(
    installation,
    join(folder, `archive-${CHAIN_VERSION}`),
    cleanup,
  );
  cleanup.defer(() => server.sql.close());
  const name = `prints_${shops.reduce((sum, { prints }) => sum + prints.length, 0)}`;
  const [found] = (await server.sql`SELECT 1 FROM pg_database WHERE datname = ${name}`) as unknown[];
  const filledIn = found === undefined ? await fill(server, name, shops, onProgress) : null;
  const address = server.addressOf(name);
  const database = new PostgresDatabase({ address });
  cleanup.defer(() => database.close());
  const connection = new SQL(address, { max: 1 });
  cleanup.defer(() => connection.close());
  const started = performance.now();
  const steps = await migratePostgres(database);
  const migrated = performance.now();
  // An archive does it by itself, a while after its prints came or its schema was brought up to date.
  await addToBlocks(database, { mostPending: 0 });
  const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1);
  if (steps.length > 0)
    onProgress(`steps of the schema (${steps.join(", ")}): ${seconds(migrated - started)} s`);
  onProgress(`counts of all shops: ${seconds(performance.now() - migrated)} s`);
  return { database, connection, filledIn };
}

/** It has its name when it is whole. @returns how long it took, seconds */
async function fill(
  server: PostgresqlServer,
  name: string,
  shops: readonly Shop[],
  onProgress: (line: string) => void,
): Promise<number> {
  const begun = `${name}_begun`;
  await server.sql.unsafe(`DROP DATABASE IF EXISTS ${begun}`);
  await server.sql.unsafe(`CREATE DATABASE ${begun} TEMPLATE template0`);
  const started = performance.now();
  const database = new PostgresDatabase({ address: server.addressOf(begun) });
  const connection = new SQL(server.addressOf(begun), { max: 1 });
  try {
    await migratePostgres(database);
    await fillArchive(database, connection, shops, onProgress);
  } finally {
    await database.close();
    await connection.close();
  }
  await server.sql.unsafe(`ALTER DATABASE ${begun} RENAME TO ${name}`);
  return (performance.now() - started) / 1000;
}
