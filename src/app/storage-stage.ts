import { FiscalStore } from "../storage/fiscal-store.ts";
import { monotonicClock, systemClock } from "../domain/clock.ts";
import { MINIMUM_FREE_DISK_BYTES } from "../domain/storage-limits.ts";
import { TrustedClock } from "../domain/trusted-clock.ts";
import { DiskSpace } from "../operations/disk-space.ts";
import { Health } from "../operations/health.ts";
import { type Log, ThrottledLog } from "../operations/log.ts";
import { Metrics } from "../operations/metrics.ts";
import { batchLog, storageStateLog } from "../operations/storage-log.ts";
import { machineClocks } from "../platform/machine-clocks.ts";
import { AuditStore } from "../storage/audit-store.ts";
import { ChangedPages } from "../storage/changed-pages.ts";
import { CardStore } from "../storage/card-store.ts";
import { ClockStore } from "../storage/clock-store.ts";
import { closeReader, openForReading, outdatedSqlite } from "../storage/database.ts";
import { awaitWritable, openStorage, startWriter } from "../storage/opened-storage.ts";
import { openIdentities } from "../storage/identities.ts";
import { JournalReader } from "../storage/journal-reader.ts";
import { HistoryReader } from "../storage/print-history.ts";
import { PrintReader } from "../storage/print-reader.ts";
import { PrinterStore } from "../storage/printer-store.ts";
import { NotificationReader } from "../storage/notification-store.ts";
import { RuleStore } from "../storage/rule-store.ts";
import { SavedSearchStore } from "../storage/saved-search-store.ts";
import { SealStore } from "../storage/seal-store.ts";
import { ReferenceStore } from "../storage/reference-store.ts";
import { WebhookStore } from "../storage/webhook-store.ts";
import type { BatchOutcome } from "../storage/write-operation.ts";
import type { AppOptions } from "./app-options.ts";

/** What the rest of the service stands on: the opened data folder, its writer, its readers, and the trusted time. */
export type StorageStage = ReturnType<typeof startStorage>;

/**
 * Opens the data folder, and starts the writer: its Worker starts beside all that follows.
 * @param started what is opened is closed with it; the connections for reading before the writer's
 * @throws TillrollError STORAGE_UNAVAILABLE when the data folder cannot be used or another service has it
 */
export function startStorage(options: AppOptions, log: Log, started: AsyncDisposableStack) {
  const { dataFolder } = options;
  const storage = openStorage(dataFolder, systemClock(), options.printing ?? null, log);
  started.defer(() => storage.release());
  if (storage.trouble !== null) started.use(awaitWritable(dataFolder, () => options.onWritable?.()));

  const disk = new DiskSpace(dataFolder, options.minimumFreeDiskBytes ?? MINIMUM_FREE_DISK_BYTES);
  started.defer(() => disk.close());
  const health = new Health(log, (error) => writer.noteFault(error));
  const metrics = new Metrics({
    queueDepth: () => writer.depth,
    health: () => health.report(),
  });
  // It begins once the database can be read, before anything is stored.
  const clock = new TrustedClock(machineClocks);
  /** Told of every batch that the writer has written. */
  const batchListeners = new Set<(outcome: BatchOutcome) => void>([batchLog(metrics, log, monotonicClock)]);
  const changedPages = new ChangedPages();
  const writer = startWriter(storage, {
    clock: clock.memory,
    changedPages: changedPages.memory,
    onBatch: (outcome) => batchListeners.forEach((listener) => listener(outcome)),
    onDeath: (reason) => {
      log.write("error", "the writer has stopped; no print can be stored", { reason });
      options.onFatal?.(reason);
    },
    onStateChange: storageStateLog(log),
  });
  disk.keepReserve();
  // The writer's connection closes last: no other may fold the WAL into the database and remove it.
  started.defer(() => writer.close());

  const database = openForReading(storage.readingPath);
  // While it is open, the writer's connection cannot fold its log into a file that is another one now.
  started.defer(() => (writer.state.isSameFile ? closeReader(database) : undefined));
  const outdated = outdatedSqlite(database);
  if (outdated !== null) log.write("warning", outdated);
  const clockStore = new ClockStore(database);
  clock.begin(clockStore.read(), clockStore.newestPrintAt());
  const stores = openStores(database);
  // For what tries again by itself: on a full disk that is for long.
  const patientLog = new ThrottledLog(log, monotonicClock);
  const base = {
    storage,
    disk,
    health,
    metrics,
    clock,
    batchListeners,
    writer,
    changedPages,
    log,
    patientLog,
  };
  return { ...base, database, clockStore, stores, reader: new PrintReader(database) };
}

/** What is read of the database, by what it is about. */
function openStores(database: ReturnType<typeof openForReading>) {
  return {
    ...openIdentities(database),
    printers: new PrinterStore(database),
    references: new ReferenceStore(database),
    webhooks: new WebhookStore(database),
    rules: new RuleStore(database),
    fiscal: new FiscalStore(database),
    notifications: new NotificationReader(database),
    savedSearches: new SavedSearchStore(database),
    cards: new CardStore(database),
    audit: new AuditStore(database),
    history: new HistoryReader(database),
    journal: new JournalReader(database),
    seals: new SealStore(database),
  };
}
