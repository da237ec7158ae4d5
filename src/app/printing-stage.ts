import { hostname } from "node:os";
import { TASK_WORDS } from "../background/background.ts";
import { machineNames, plainHost } from "../domain/host-name.ts";
import { deliveriesHealth } from "../delivery/deliveries-health.ts";
import { HostPolicy } from "../http/host-policy.ts";
import { workerHealth } from "../operations/health.ts";
import { ServiceLog } from "../operations/logs/service-log.ts";
import { portsHealth } from "../printers/ports-health.ts";
import { pollingHealth } from "../polling/polling-health.ts";
import { Printing, type PrintingOptions } from "../printing.ts";
import { RECOGNITION_WORDS } from "../recognition/recognition.ts";
import { indexHealth } from "../search/index-health.ts";
import { isBehind } from "../search/index-status.ts";
import type { AppOptions } from "./app-options.ts";
import type { PrintsStage } from "./prints-stage.ts";
import type { StorageStage } from "./storage-stage.ts";

const NO_PORTS: PrintingOptions = { rawPort: null, ports: {}, announce: false, epsonDiscovery: false };

/** Makes the printing side, whose ports are opened later, and the names that requests may call this machine by. */
export function createPrinting(options: AppOptions, storage: StorageStage, prints: PrintsStage) {
  const { stores, database, writer, log, clock, metrics } = storage;
  const { intake, deliveries, documents, storageHealth } = prints;
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
    clock: clock.now,
    // At the start too, for what the last run left; with another charset or profile the text of prints is another.
    onChange: () => catchUp(storage, prints),
  });
  return { hosts, printing };
}

/** Has done what is left to index and to rule; without any, the Worker's memory is saved until there is. */
export function catchUp(
  { stores }: StorageStage,
  { background, indexStatus, recognition }: PrintsStage,
): void {
  const isIndexBehind = stores.workspaces.list().some((workspace) => isBehind(indexStatus.read(workspace)));
  if (background.areRulesBehind || isIndexBehind) background.wake(0);
  recognition?.catchUp();
}

/** Adds the health of what depends on the printers, and of the work on prints. */
export function addHealth(
  { health, metrics, stores, clock, log }: StorageStage,
  { deliveries, indexStatus, background, recognition }: PrintsStage,
  printing: Printing,
): void {
  health.add(portsHealth(printing.printers));
  health.add(pollingHealth(() => printing.pollTroubles()));
  health.add(deliveriesHealth(deliveries, clock.now));
  health.add(indexHealth({ workspaces: stores.workspaces, indexStatus, background }));
  for (const task of ["indexing", "rules"] as const)
    health.add(workerHealth(TASK_WORDS[task], () => background.faultOf(task)));
  if (log instanceof ServiceLog) health.add(log);
  if (recognition === null) return;
  health.add(workerHealth(RECOGNITION_WORDS, () => recognition.fault));
  metrics.recognition.showWaiting(() => recognition.waiting);
}

/** All names of this machine, in their plain form; on the network it may have been given another than it calls itself. */
function ownNames({ host, hostNames = [] }: AppOptions, announced: string | null): string[] {
  return [...[...hostNames, host, announced ?? ""].map(plainHost), ...machineNames(hostname())];
}
