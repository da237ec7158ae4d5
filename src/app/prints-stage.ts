import { Background } from "../background/background.ts";
import { monotonicClock } from "../domain/clock.ts";
import { CLIENT_LIMITS, PRINT_LIMITS } from "../domain/limits.ts";
import { Deliveries } from "../delivery/deliveries.ts";
import { DeliveryReader } from "../delivery/delivery-reader.ts";
import { LargeDocuments } from "../documents/large-documents.ts";
import { Events } from "../events/events.ts";
import { Exports } from "../export/exports.ts";
import { ClientRate } from "../intake/client-rate.ts";
import { Intake } from "../intake/intake.ts";
import { ClockWatch } from "../operations/clock-watch.ts";
import { overloadLog } from "../operations/storage-log.ts";
import { Preview } from "../preview/preview.ts";
import { Recognition } from "../recognition/recognition.ts";
import { IndexStatusReader } from "../search/index-status.ts";
import type { Scrub } from "../scrub/scrub.ts";
import { Search } from "../search/search.ts";
import { INDEX_CACHE_BYTES } from "../search/segment-limits.ts";
import { DamageWatch } from "../storage/storage-probe.ts";
import { StorageHealth } from "../storage/storage-health.ts";
import { Webhooks } from "../webhooks/webhooks.ts";
import type { AppOptions } from "./app-options.ts";
import { createScrub } from "./scrub-stage.ts";
import { startRemoving } from "./retention-stage.ts";
import { readHolds } from "../retention/policy.ts";
import { RetentionStore } from "../storage/retention-store.ts";
import type { StorageStage } from "./storage-stage.ts";

/** What works on prints: taking them in, searching, showing, telling and passing on. */
export type PrintsStage = ReturnType<typeof startPrints>;

/** Starts what works on prints. @param started what is started is closed with it, the last first */
export function startPrints(options: AppOptions, stage: StorageStage, started: AsyncDisposableStack) {
  const { storage, database, writer, disk, health, clock, clockStore, stores, reader, log, patientLog } =
    stage;
  const indexStatus = new IndexStatusReader(database);
  const databasePath = storage.readingPath;
  const recognition = createRecognition(options, stage);
  started.defer(() => recognition?.close());
  const onPictures = recognition === null ? {} : { onPictures: (prints: number) => recognition.wake(prints) };
  const background = new Background({ databasePath, database, writer, log: patientLog, ...onPictures });
  started.defer(() => background.close());
  const scrub = createScrub(options, stage, { background }, started);
  const search = createSearch(options, stage, background, scrub);
  started.defer(() => search.close());
  const preview = new Preview();
  started.defer(() => preview.close());
  const exports = new Exports({ databasePath, search, preview });
  started.defer(() => exports.close());
  const documents = new LargeDocuments();
  started.defer(() => documents.close());

  const removing = startRemoving(options, stage, { background, search, preview }, started);
  const intake = new Intake(
    ...([writer, disk, options.maximumPrintBytes ?? PRINT_LIMITS.rawBytes] as const),
    overloadLog(log, monotonicClock),
    new ClientRate({ bytesPerSecond: options.clientBytesPerSecond ?? CLIENT_LIMITS.bytesPerSecond }),
  );
  const events = new Events(database);
  const common = { writer, clock: clock.now, log: patientLog };
  const webhooks = new Webhooks({ store: stores.webhooks, events, ...common });
  started.defer(() => webhooks.close());
  const onRepaired = () => webhooks.reload();
  const clockWatch = new ClockWatch({ clock, store: clockStore, writer, background, log, onRepaired });
  stage.batchListeners.add((outcome) => clockWatch.noteBatch(outcome));
  health.add(clockWatch);
  started.defer(() => clockWatch.close());
  const { workspaces } = stores;
  const deliveries = new Deliveries({
    deliveries: new DeliveryReader(database),
    prints: reader,
    workspaces,
    onTold: () => events.feed.notify(),
    ...common,
  });
  started.defer(() => deliveries.close());
  const damageWatch = new DamageWatch(database, writer, (printId) => scrub?.noteDamagedPrints([printId]));
  started.defer(() => damageWatch.close());
  const storageHealth = new StorageHealth(writer, disk);
  health.add(storageHealth);
  const work = {
    ...removing,
    indexStatus,
    background,
    recognition,
    scrub,
    search,
    preview,
    exports,
    documents,
    intake,
    events,
    webhooks,
  };
  return { ...work, clockWatch, deliveries, storageHealth };
}

/** Makes what reads the pictures of prints; `null` where they are not to be read. */
function createRecognition(options: AppOptions, stage: StorageStage): Recognition | null {
  if (options.recognition === false) return null;
  const { storage, database, writer, patientLog, metrics } = stage;
  return new Recognition({
    databasePath: storage.readingPath,
    modelsFolder: options.recognitionModels ?? null,
    database,
    writer,
    log: patientLog,
    onRead: (note) => metrics.recognition.noteRead(note),
  });
}

/** Makes what finds prints. */
function createSearch(
  options: AppOptions,
  stage: StorageStage,
  background: Background,
  scrub: Scrub | null,
): Search {
  const retention = new RetentionStore(stage.database);
  return new Search({
    databasePath: stage.storage.readingPath,
    holdsOf: (workspaceId) => readHolds(retention, workspaceId).map(({ filter }) => filter),
    cacheBytes: options.searchCacheBytes ?? INDEX_CACHE_BYTES,
    background,
    onDamagedPrints: (printIds) => scrub?.noteDamagedPrints(printIds),
    log: stage.log,
    slowQueries: options.slowQueries ?? null,
    onSearched: (kind, { plan, milliseconds }) => stage.metrics.noteSearch(kind, plan, milliseconds),
  });
}
