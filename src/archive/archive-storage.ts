import { backupPlace } from "../backup/backup-place.ts";
import { monotonicClock, systemClock } from "../domain/clock.ts";
import { Health } from "../operations/health.ts";
import { type Log, ThrottledLog } from "../operations/log.ts";
import { Metrics } from "../operations/metrics.ts";
import { batchLog, storageStateLog } from "../operations/storage-log.ts";
import {
  NO_BACKGROUND_WORK,
  NO_REFERENCES,
  NO_RULES,
  NO_WEBHOOKS,
} from "../storage/postgres/absent-ports.ts";
import { ArchiveCards } from "../storage/postgres/archive-cards.ts";
import { PostgresAudit } from "../storage/postgres/audit-log.ts";
import { type ContentStore, DatabaseContentStore } from "../storage/postgres/content-store.ts";
import { ObjectContentStore } from "../storage/postgres/object-content-store.ts";
import type { PostgresDatabase } from "../storage/postgres/connection.ts";
import { ensureArchiveAdministrator } from "../storage/postgres/first-start.ts";
import { PostgresHistory } from "../storage/postgres/history.ts";
import { openPostgresIdentities } from "../storage/postgres/identities.ts";
import { IDENTITY_HANDLERS } from "../storage/postgres/identity-handlers.ts";
import { migratePostgres } from "../storage/postgres/migrate.ts";
import { PostgresWriter } from "../storage/postgres/postgres-writer.ts";
import { printHandlers } from "../storage/postgres/print-handlers.ts";
import { PostgresPrintReader } from "../storage/postgres/print-reader.ts";
import { PostgresSavedSearches } from "../storage/postgres/saved-searches.ts";
import { hasTrigramIndexes } from "../storage/postgres/trigram-indexes.ts";
import { allHandlers } from "../storage/postgres/write-handlers.ts";
import type { BatchOutcome } from "../storage/write-operation.ts";
import { ArchiveCounting } from "./archive-counting.ts";
import { openArchiveDatabase } from "./archive-database.ts";
import type { ArchiveOptions } from "./archive-options.ts";
import { DatabaseWatch } from "./database-watch.ts";
import { orderingErasures } from "./upstream/erasures.ts";
import { refuseWritesOfShops } from "./upstream/shop-writes.ts";

/** What the rest of an archive stands on: its database with the schema, the writer, and who asks. */
export type ArchiveStorage = Awaited<ReturnType<typeof startArchiveStorage>>;

/**
 * Opens the database, and brings its schema up to date.
 * @param started what is opened is closed with it
 * @throws TillrollError STORAGE_UNAVAILABLE when the database cannot be used, or was made by a newer Tillroll
 */
export async function startArchiveStorage(options: ArchiveOptions, log: Log, started: AsyncDisposableStack) {
  const database = openArchiveDatabase(options);
  started.defer(() => database.close());
  await database.reach();
  for (const step of await migratePostgres(database))
    log.write("info", "the schema of the database has a new step", { step });
  if (!(await hasTrigramIndexes(database)))
    log.write(
      "warning",
      "the database has no pg_trgm: what texts contain is searched print by print; add it (postgresql-contrib), and start again",
    );
  const administrator = await ensureArchiveAdministrator(database, systemClock());
  const objects = objectsOf(database, options);
  const contents: ContentStore = objects ?? new DatabaseContentStore(database);
  const identities = openPostgresIdentities(database);
  const patientLog = new ThrottledLog(log, monotonicClock);
  const health = new Health(log, (error) => writer.noteFault(error));
  const metrics = new Metrics({ queueDepth: () => writer.depth, health: () => health.report() });
  /** Told of every transaction of this instance's writer. */
  const batchListeners = new Set<(outcome: BatchOutcome) => void>([batchLog(metrics, log, monotonicClock)]);
  const writer = new PostgresWriter({
    database,
    handlers: allHandlers(IDENTITY_HANDLERS, orderingErasures(printHandlers(contents))),
    clock: systemClock,
    admit: refuseWritesOfShops,
    onBatch(outcome, operations) {
      identities.noteWritten(operations);
      batchListeners.forEach((listener) => listener(outcome));
    },
    onStateChange: storageStateLog(log),
  });
  started.defer(() => writer.close());
  const reader = new PostgresPrintReader(database, contents);
  const watch = new DatabaseWatch(database, writer);
  started.defer(() => watch.close());
  health.add(watch);
  const stores = {
    ...identities,
    webhooks: NO_WEBHOOKS,
    rules: NO_RULES,
    references: NO_REFERENCES,
    cards: new ArchiveCards(reader, identities.workspaces),
    savedSearches: new PostgresSavedSearches(database),
    history: new PostgresHistory(database),
    audit: new PostgresAudit(database),
  };
  const base = {
    database,
    administrator,
    objects,
    contents,
    writer,
    reader,
    stores,
    health,
    metrics,
    log,
    patientLog,
  };
  return {
    ...base,
    batchListeners,
    background: NO_BACKGROUND_WORK,
    indexStatus: new ArchiveCounting(database),
  };
}

/** Where the bytes of prints are, where that is not the database; `null` where it is. @throws TillrollError BAD_REQUEST */
function objectsOf(
  database: PostgresDatabase,
  { content = null }: ArchiveOptions,
): ObjectContentStore | null {
  return content === null
    ? null
    : new ObjectContentStore(database, backupPlace(content.address, content.access));
}
