import { Database } from "bun:sqlite";
import { copyFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { databasePath } from "../../src/platform/data-folder.ts";
import { createToken, ServiceProcess } from "../service/service-process.ts";
import { Client, type Endpoint } from "./client.ts";
import { Ledger } from "./ledger.ts";
import { SeededRandom } from "./random.ts";
import { verifyDatabase } from "./verify-database.ts";
import { verifyPrints } from "./verify-prints.ts";

const SHORTEST_MILLISECONDS = 200;
const LONGEST_MILLISECONDS = 2000;

export interface RestoreOptions {
  /** The words that run Tillroll. */
  readonly command: readonly string[];
  /** An empty folder. */
  readonly folder: string;
  readonly rounds: number;
  readonly clients: number;
  readonly seed: number;
  readonly onRound: (line: string) => void;
}

/**
 * Puts a backup back over what a kill left, made while the service was stopped or while it ran: what the backup held must be
 * there, nothing may be mixed with the log of the kill, and that log must be kept.
 */
export async function runRestores({ command, folder, rounds, clients, seed, onRound }: RestoreOptions) {
  const random = new SeededRandom(seed);
  const faults: string[] = [];
  let acknowledged = 0;
  let afterBackup = 0;
  for (let round = 1; round <= rounds && faults.length === 0; round++) {
    const dataFolder = join(folder, `round-${round}`);
    const isLive = random.happens(0.5);
    const token = await createToken(command, dataFolder);
    const before = new Ledger();
    const after = new Ledger();
    const storeFor = async (service: ServiceProcess, ledger: Ledger, name: string) => {
      const endpoint = { workspaceAddress: service.workspaceAddress, token };
      const deadline = performance.now() + random.integer(SHORTEST_MILLISECONDS, LONGEST_MILLISECONDS);
      await runClients(endpoint, ledger, name, clients, random, deadline);
    };
    let service = await ServiceProcess.start({ command, dataFolder });
    await storeFor(service, before, "before");
    if (!isLive) await service.stop();
    const backup = backUp(dataFolder, `${dataFolder}.backup`, isLive);
    if (!isLive) service = await ServiceProcess.start({ command, dataFolder });
    await storeFor(service, after, "after");
    await service.kill();
    copyFileSync(backup, databasePath(dataFolder));
    service = await ServiceProcess.start({ command, dataFolder });
    const movedLogs = readdirSync(dataFolder).filter((name) => name.includes("-wal.aside-")).length;
    if (!isLive && movedLogs !== 1) before.faults.push(`${movedLogs} logs were moved aside`);
    // A log that has not begun anew since a live backup fits it: all of it may be there then.
    if (movedLogs === 0) before.unanswered.push(...[...after.acknowledged.values()].map(({ sent }) => sent));
    const endpoint = { workspaceAddress: service.workspaceAddress, token };
    await verifyPrints(endpoint, before, before.acknowledged.values());
    verifyDatabase(dataFolder, before);
    await service.kill();
    acknowledged += before.acknowledged.size;
    afterBackup += after.acknowledged.size;
    faults.push(...before.faults, ...after.faults);
    const counts = `${before.acknowledged.size} in the backup, ${after.acknowledged.size} after it`;
    const kind = isLive ? "made while it ran" : "of a stopped service";
    onRound(
      `round ${round}: a backup ${kind}, ${counts}, ${movedLogs} logs moved aside, ${before.faults.length} faults`,
    );
  }
  return { acknowledged, afterBackup, faults };
}

async function runClients(
  endpoint: Endpoint,
  ledger: Ledger,
  name: string,
  count: number,
  random: SeededRandom,
  deadline: number,
): Promise<void> {
  const clients = Array.from({ length: count }, (_, number) => {
    const ownRandom = new SeededRandom(random.integer(0, 2 ** 32 - 1));
    return new Client(`${name} client ${number}`, endpoint, ownRandom, ledger);
  });
  await Promise.all(clients.map((client) => client.run(() => performance.now() < deadline)));
}

/** Copies the file of a stopped service, or as SQLite's own tools do beside one that runs. */
function backUp(dataFolder: string, path: string, isLive: boolean): string {
  if (isLive) {
    using database = new Database(databasePath(dataFolder), { readonly: true });
    writeFileSync(path, database.serialize());
  } else copyFileSync(databasePath(dataFolder), path);
  return path;
}
