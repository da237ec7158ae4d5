import { Database } from "bun:sqlite";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { databasePath } from "../../src/platform/data-folder.ts";
import { migrate, schemaVersion } from "../../src/storage/migrate.ts";
import { MIGRATIONS } from "../../src/storage/migrations/migrations.ts";
import { encodeContent } from "../../src/storage/raw-content.ts";
import { createToken, ownEnvironment, ServiceProcess } from "../service/service-process.ts";
import { killAt, killMoment } from "./kill-moment.ts";
import { SeededRandom } from "./random.ts";
import { difference, storedPrints, type StoredPrints } from "./stored-prints.ts";

const PRINTS = 2000;
/** Rows that a step goes through one by one, so that it takes a while. */
const EVENTS = 60_000;

/** The longest that the first start goes on before it is killed, milliseconds. */
const LONGEST_LIFE_MILLISECONDS = 450;

/** The newest schema; and one that has what is filled in here. */
const NEWEST = MIGRATIONS.at(-1)?.version ?? 0;
const OLDEST = 4;

export interface MigrationKillOptions {
  /** The words that run Tillroll. */
  readonly command: readonly string[];
  /** An empty folder. */
  readonly folder: string;
  readonly rounds: number;
  readonly seed: number;
  readonly onRound?: (line: string) => void;
}

export interface MigrationKillReport {
  /** Kills that left the old schema, and those that left the new one. */
  readonly old: number;
  readonly migrated: number;
  readonly faults: readonly string[];
}

/**
 * Kills a service while it brings the database of an older version up to date: the schema is the old or the new one, never
 * anything between, and all prints are there, also after the next start has finished it.
 */
export async function runMigrationKills(options: MigrationKillOptions): Promise<MigrationKillReport> {
  const { rounds, seed, onRound } = options;
  const random = new SeededRandom(seed);
  const faults: string[] = [];
  let [old, migrated] = [0, 0];
  for (let round = 1; round <= rounds && faults.length === 0; round++) {
    const folder = join(options.folder, `round-${round}`);
    mkdirSync(folder, { mode: 0o700 });
    const version = random.integer(OLDEST, NEWEST - 1);
    const prints = makeOldDatabase(databasePath(folder), version, random);
    const kills = random.integer(1, 2);
    for (let kill = 0; kill < kills; kill++) await startAndKill(options.command, folder, random);
    const found = versionOf(folder);
    if (found === NEWEST) migrated++;
    else if (found === version) old++;
    else faults.push(`round ${round}: schema ${found}, neither ${version} nor ${NEWEST}`);
    verify(round, folder, prints, faults);
    // The next start finishes it, and the service works.
    await createToken(options.command, folder);
    const service = await ServiceProcess.start({ command: options.command, dataFolder: folder });
    await service.stop();
    if (versionOf(folder) !== NEWEST)
      faults.push(`round ${round}: schema ${versionOf(folder)} after a start`);
    verify(round, folder, prints, faults);
    onRound?.(
      `round ${round}: from schema ${version}, killed ${kills} times at ${found}, ${faults.length} faults`,
    );
    if (faults.length === 0) rmSync(folder, { recursive: true });
  }
  return { old, migrated, faults };
}

function verify(round: number, folder: string, prints: StoredPrints, faults: string[]): void {
  const lost = difference(storedPrints(folder), prints);
  if (lost !== null) faults.push(`round ${round}: ${lost}`);
}

/** Fills a database of an older schema, as a shop has it. @returns its prints */
function makeOldDatabase(path: string, version: number, random: SeededRandom): StoredPrints {
  using database = new Database(path, { create: true, readwrite: true, strict: true });
  database.run("PRAGMA journal_mode = WAL");
  const isKnown = ({ version: step }: { version: number }) => step <= version;
  migrate(database, MIGRATIONS.filter(isKnown));
  const prints = new Map<number, string>();
  const fill = database.transaction(() => {
    database.run("INSERT INTO user (name, created_at) VALUES ('administrator', 1)");
    database.run(
      "INSERT INTO workspace (slug, slug_key, width, created_at) VALUES ('default', 'default', 48, 1)",
    );
    const insertPrint = database.query<unknown, number[]>(
      "INSERT INTO print (workspace_id, ordinal, print_key, user_id, width, test_print, created_at, updated_at) " +
        "VALUES (1, ?1, 'print ' || ?1, 1, 48, 0, ?2, ?2)",
    );
    const insertData = database.query<unknown, (number | Uint8Array)[]>(
      "INSERT INTO print_data (print_id, sha256, byte_length, encoding, content) VALUES (?, ?, ?, ?, ?)",
    );
    for (let ordinal = 0; ordinal < PRINTS; ordinal++) {
      const id = Number(insertPrint.run(ordinal, 1_700_000_000_000 + ordinal).lastInsertRowid);
      const content = encodeContent(random.bytes(random.integer(1, 400)));
      insertData.run(id, content.sha256, content.byteLength, content.encoding, content.content);
      prints.set(id, content.sha256.toHex());
    }
    database.run(
      `WITH RECURSIVE numbers (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM numbers WHERE value < ${EVENTS}) ` +
        "INSERT INTO event (workspace_id, kind, print_id, created_at) " +
        `SELECT 1, 'print.updated', 1 + value % ${PRINTS}, 1700000000000 + value FROM numbers`,
    );
  });
  fill.immediate();
  return prints;
}

function versionOf(folder: string): number {
  using database = new Database(databasePath(folder), { readonly: true });
  return schemaVersion(database);
}

async function startAndKill(command: readonly string[], folder: string, random: SeededRandom): Promise<void> {
  const child = Bun.spawn([...command, "serve", "--data", folder, "--host", "127.0.0.1", "--port", "0"], {
    env: ownEnvironment(),
    stdin: "ignore",
    stdout: "ignore",
    stderr: "ignore",
  });
  // The memory that connections share comes with the first of them, which migrates.
  const marks = [`${databasePath(folder)}-shm`];
  const moment = killMoment(random, LONGEST_LIFE_MILLISECONDS, marks);
  await killAt(child, {
    ...moment,
    milliseconds: moment.milliseconds * (moment.whenThere.length > 0 ? 6 : 1),
  });
}
