import { monotonicClock } from "../domain/clock.ts";
import { CLIENT_LIMITS, PRINT_LIMITS } from "../domain/limits.ts";
import { LargeDocuments } from "../documents/large-documents.ts";
import { ClientRate } from "../intake/client-rate.ts";
import { Intake } from "../intake/intake.ts";
import { overloadLog } from "../operations/storage-log.ts";
import { Preview } from "../preview/preview.ts";
import { PostgresChainSearch } from "../search/postgres/postgres-chain-search.ts";
import { PostgresSearch } from "../search/postgres/postgres-search.ts";
import { WRITER_LIMITS } from "../domain/storage-limits.ts";
import { PostgresHappenings } from "../storage/postgres/postgres-happenings.ts";
import type { ArchiveOptions } from "./archive-options.ts";
import { TextIndexer } from "./text/text-indexer.ts";
import { TextHealth } from "./text-health.ts";
import type { ArchiveStorage } from "./archive-storage.ts";
import { WatchedSearch } from "./watched-search.ts";

/** What works on the prints of an archive. */
export type ArchivePrints = ReturnType<typeof startArchivePrints>;

/** Starts what takes prints in, finds, shows and tells of them. @param started it is closed with it, the last first */
export function startArchivePrints(
  options: ArchiveOptions,
  { database, contents, writer, log, patientLog, health, metrics, batchListeners }: ArchiveStorage,
  started: AsyncDisposableStack,
) {
  const search = new WatchedSearch(new PostgresSearch(database), new PostgresChainSearch(database), {
    log,
    slowQueries: options.slowQueries ?? null,
    onSearched: (kind, { plan, milliseconds }) => metrics.noteSearch(kind, plan, milliseconds),
  });
  const preview = new Preview();
  started.defer(() => preview.close());
  const documents = new LargeDocuments();
  started.defer(() => documents.close());
  const queue = {
    submit: writer.submit.bind(writer),
    get isFull() {
      return writer.depth >= WRITER_LIMITS.waitingOperations;
    },
  };
  const intake = new Intake(
    queue,
    SERVERS_DISK,
    options.maximumPrintBytes ?? PRINT_LIMITS.rawBytes,
    overloadLog(log, monotonicClock),
    new ClientRate({ bytesPerSecond: options.clientBytesPerSecond ?? CLIENT_LIMITS.bytesPerSecond }),
  );
  const events = new PostgresHappenings(database);
  started.defer(() => events.feed.close());
  const textHealth = new TextHealth(database);
  started.defer(() => textHealth.close());
  health.add(textHealth);
  metrics.registry.show("tillroll_index_text_pending_prints", () => textHealth.pending);
  const texts = new TextIndexer({
    database,
    contents,
    onStored() {
      textHealth.noteStored();
      events.feed.notify();
    },
    onError(error) {
      textHealth.noteFailure();
      patientLog.write("warning", "texts of prints could not be stored", { error: String(error) });
    },
  });
  started.defer(() => texts.close());
  texts.start();
  batchListeners.add(({ results }) => {
    if (!results.some((result) => result.ok && result.json !== "")) return;
    events.feed.notify();
    texts.wake();
  });
  return { search, preview, documents, intake, events, texts };
}

/** The disk is the database server's, which says itself when it is full. */
const SERVERS_DISK = { shortage: null, expect: () => () => {} };
