import { hostname } from "node:os";
import { machineNames, plainHost } from "../domain/host-name.ts";
import { deliveriesHealth } from "../delivery/deliveries-health.ts";
import { HostPolicy } from "../http/host-policy.ts";
import { workerHealth } from "../operations/health.ts";
import { portsHealth } from "../printers/ports-health.ts";
import { Printing, type PrintingOptions } from "../printing.ts";
import { RULES_WORDS } from "../rules/applying.ts";
import { indexHealth } from "../search/index-health.ts";
import { isBehind } from "../search/index-status.ts";
import { INDEXING_WORDS } from "../search/indexer/indexing.ts";
import type { AppOptions } from "./app-options.ts";
import type { BackgroundStage } from "./background-stage.ts";
import type { StorageStage } from "./storage-stage.ts";

const NO_PORTS: PrintingOptions = { rawPort: null, ports: {}, announce: false, epsonDiscovery: false };

/** Makes the printing side, whose ports are opened later, and the names that requests may call this machine by. */
export function createPrinting(options: AppOptions, storage: StorageStage, background: BackgroundStage) {
  const { stores, database, writer, log, clock, metrics } = storage;
  const { indexing, indexStatus, intake, deliveries, documents, storageHealth } = background;
  // What is left to index; without any, the Worker's memory is saved until there is.
  const catchUp = () => {
    if (stores.workspaces.list().some((workspace) => isBehind(indexStatus.read(workspace)))) indexing.wake(0);
  };
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
    onChange: catchUp,
  });
  return { hosts, printing };
}

/** Adds the health of what depends on the printers, and of the work on prints. */
export function addHealth(
  { health, stores, clock }: StorageStage,
  { deliveries, indexStatus, indexing, applying }: BackgroundStage,
  { printers }: Printing,
): void {
  health.add(portsHealth(printers));
  health.add(deliveriesHealth(deliveries, clock.now));
  health.add(indexHealth({ workspaces: stores.workspaces, indexStatus, indexing }));
  health.add(workerHealth(INDEXING_WORDS, () => indexing.fault));
  health.add(workerHealth(RULES_WORDS, () => applying.fault));
}

/** All names of this machine, in their plain form; on the network it may have been given another than it calls itself. */
function ownNames({ host, hostNames = [] }: AppOptions, announced: string | null): string[] {
  return [...[...hostNames, host, announced ?? ""].map(plainHost), ...machineNames(hostname())];
}
