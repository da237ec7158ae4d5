import { monotonicClock } from "../domain/clock.ts";
import { CLIENT_LIMITS, PRINT_LIMITS } from "../domain/limits.ts";
import { Deliveries } from "../delivery/deliveries.ts";
import { DeliveryReader } from "../delivery/delivery-reader.ts";
import { LargeDocuments } from "../documents/large-documents.ts";
import { Events } from "../events/events.ts";
import { ClientRate } from "../intake/client-rate.ts";
import { Intake } from "../intake/intake.ts";
import { ClockWatch } from "../operations/clock-watch.ts";
import { overloadLog } from "../operations/storage-log.ts";
import { Preview } from "../preview/preview.ts";
import { Applying } from "../rules/applying.ts";
import { IndexStatusReader } from "../search/index-status.ts";
import { Indexing } from "../search/indexer/indexing.ts";
import { Search } from "../search/search.ts";
import { INDEX_CACHE_BYTES } from "../search/segment-limits.ts";
import { DamageWatch } from "../storage/storage-probe.ts";
import { StorageHealth } from "../storage/storage-health.ts";
import { Webhooks } from "../webhooks/webhooks.ts";
import type { AppOptions } from "./app-options.ts";
import type { StorageStage } from "./storage-stage.ts";

/** What works on prints: taking them in, searching, showing, telling and passing on. */
export type BackgroundStage = ReturnType<typeof startBackground>;

/** Starts what works on prints. @param started what is started is closed with it, the last first */
export function startBackground(options: AppOptions, stage: StorageStage, started: AsyncDisposableStack) {
  const { storage, database, writer, disk, health, clock, clockStore, stores, reader, log, patientLog } =
    stage;
  const indexStatus = new IndexStatusReader(database);
  const indexing = new Indexing({ databasePath: storage.readingPath, writer, log: patientLog });
  started.defer(() => indexing.close());
  const search = new Search({
    databasePath: storage.readingPath,
    cacheBytes: options.searchCacheBytes ?? INDEX_CACHE_BYTES,
    indexing,
    log,
  });
  started.defer(() => search.close());
  const preview = new Preview();
  started.defer(() => preview.close());
  const documents = new LargeDocuments();
  started.defer(() => documents.close());

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
  const clockWatch = new ClockWatch({ clock, store: clockStore, writer, indexing, log, onRepaired });
  stage.batchListeners.add((outcome) => clockWatch.noteBatch(outcome));
  health.add(clockWatch);
  started.defer(() => clockWatch.close());
  const applying = new Applying({ databasePath: storage.readingPath, database, writer, log: patientLog });
  started.defer(() => applying.close());
  const deliveries = new Deliveries({ deliveries: new DeliveryReader(database), prints: reader, ...common });
  started.defer(() => deliveries.close());
  const damageWatch = new DamageWatch(database, writer);
  started.defer(() => damageWatch.close());
  const storageHealth = new StorageHealth(writer, disk);
  health.add(storageHealth);
  const work = { indexStatus, indexing, search, preview, documents, intake, events, webhooks };
  return { ...work, clockWatch, applying, deliveries, storageHealth };
}
