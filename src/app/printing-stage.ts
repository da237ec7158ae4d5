import { hostname } from "node:os";
import { TASK_WORDS } from "../background/background.ts";
import { machineNames, plainHost } from "../domain/host-name.ts";
import { monotonicClock } from "../domain/clock.ts";
import { rememberedSlugs } from "../domain/workspace.ts";
import { deliveriesHealth } from "../delivery/deliveries-health.ts";
import { HostPolicy } from "../http/host-policy.ts";
import { Notifications, notificationsHealth } from "../notifications/notifications.ts";
import { HealthWatch } from "../operations/health-watch.ts";
import { healthAnswer } from "../operations/health-answer.ts";
import { workerHealth } from "../operations/health.ts";
import { ServiceLog } from "../operations/logs/service-log.ts";
import { LastPrints } from "../printers/last-prints.ts";
import { cardsHealth } from "../cards/cards-health.ts";
import { portsHealth } from "../printers/ports-health.ts";
import { Situations } from "../printers/situations.ts";
import { pollingHealth } from "../polling/polling-health.ts";
import { Printing, type PrintingOptions } from "../printing.ts";
import { RECOGNITION_WORDS } from "../recognition/recognition.ts";
import { indexHealth } from "../search/index-health.ts";
import { isBehind } from "../search/index-status.ts";
import { ConditionReader } from "../storage/condition-store.ts";
import type { AppOptions } from "./app-options.ts";
import type { PrintsStage } from "./prints-stage.ts";
import type { StorageStage } from "./storage-stage.ts";

const NO_PORTS: PrintingOptions = { rawPort: null, ports: {}, announce: false, epsonDiscovery: false };

/** Makes the printing side, whose ports are opened later, and the names that requests may call this machine by. */
export function createPrinting(options: AppOptions, storage: StorageStage, prints: PrintsStage) {
  const { stores, database, writer, log, clock, metrics } = storage;
  const { intake, deliveries, documents, storageHealth, events } = prints;
  const lastPrints = new LastPrints({ writer, clock: clock.now, log: storage.patientLog });
  const hosts: HostPolicy = new HostPolicy(() => ownNames(options, printing.announcedHost));
  const printing = new Printing({
    deliveries,
    options: options.printing ?? NO_PORTS,
    host: options.host,
    database,
    stores,
    intake,
    writer,
    storageTrouble: () => storageHealth.trouble,
    documents,
    log,
    isOwnOrigin: (origin) => hosts.isOwnOrigin(origin),
    onOriginRefused: (name) => metrics.noteRefusedOrigin(name),
    onPrint: (printerId) => lastPrints.note(printerId),
    clock: clock.now,
    // At the start too, for what the last run left; with another charset or profile the text of prints is another.
    onChange: () => catchUp(storage, prints),
  });
  const conditions = new ConditionReader(database);
  const told = {
    news: events.feed.news,
    onTold: () => events.feed.notify(),
    clock: clock.now,
    monotonic: monotonicClock,
    log: storage.patientLog,
  };
  const situations = new Situations({
    printers: printing.printers,
    deliveries,
    storageTrouble: () => storageHealth.trouble,
    store: conditions,
    lastPrints,
    writer,
    ...told,
  });
  const notifications = new Notifications({
    reader: stores.notifications,
    feed: events.feed,
    writer,
    mail: options.mail ?? { server: null, from: `tillroll@${hostname()}` },
    clock: clock.now,
    log: storage.patientLog,
  });
  const healthWatch = new HealthWatch({
    health: storage.health,
    answer: healthAnswer,
    store: conditions,
    writer,
    ...told,
    onUnstored: (lasting) => notifications.tellUnstored(lasting),
  });
  return { hosts, printing, lastPrints, situations, healthWatch, notifications };
}

/** Begins to tell how printers and parts are, once ports are open. @param started telling is ended with it */
export function beginTelling(
  { stores, storage, database, health }: StorageStage,
  { lastPrints, situations, healthWatch, notifications }: ReturnType<typeof createPrinting>,
  started: AsyncDisposableStack,
): void {
  // What cannot be written may be a database of before there was anything of that. One that is only full is told of.
  if (storage.trouble !== null && !stores.notifications.isThere) return;
  lastPrints.begin(
    new ConditionReader(database),
    stores.workspaces.list().map(({ id }) => id),
  );
  started.defer(() => lastPrints.close());
  situations.begin();
  started.defer(() => situations.close());
  health.add(notificationsHealth(stores.notifications));
  notifications.begin();
  started.defer(() => notifications.close());
  healthWatch.begin();
  started.defer(() => healthWatch.close());
}

/** Has done what is left to index and to rule; without any, the Worker's memory is saved until there is. */
export function catchUp(
  { stores }: StorageStage,
  { background, indexStatus, recognition }: PrintsStage,
): void {
  const isIndexBehind = stores.workspaces.list().some((workspace) => isBehind(indexStatus.read(workspace)));
  const isScanLeft = stores.cards.unfinished() !== null;
  if (background.areRulesBehind || isIndexBehind || isScanLeft) background.wake(0);
  recognition?.catchUp();
}

/** Adds the health of what depends on the printers, and of the work on prints. */
export function addHealth(
  { health, metrics, stores, clock, log }: StorageStage,
  { deliveries, indexStatus, background, recognition }: PrintsStage,
  printing: Printing,
): void {
  const slugOf = rememberedSlugs((workspaceId) => stores.workspaces.findById(workspaceId));
  health.add(portsHealth(printing.printers, slugOf));
  health.add(pollingHealth(() => printing.pollTroubles()));
  health.add(deliveriesHealth(deliveries, slugOf, clock.now));
  health.add(indexHealth({ workspaces: stores.workspaces, indexStatus, background }));
  for (const task of ["indexing", "rules"] as const)
    health.add(workerHealth(TASK_WORDS[task], () => background.faultOf(task)));
  health.add(cardsHealth(stores.cards, stores.workspaces, clock.now));
  if (log instanceof ServiceLog) health.add(log);
  if (recognition === null) return;
  health.add(workerHealth(RECOGNITION_WORDS, () => recognition.fault));
  metrics.recognition.showWaiting(() => recognition.waiting);
}

/** All names of this machine, in their plain form; on the network it may have been given another than it calls itself. */
function ownNames({ host, hostNames = [] }: AppOptions, announced: string | null): string[] {
  return [...[...hostNames, host, announced ?? ""].map(plainHost), ...machineNames(hostname())];
}
