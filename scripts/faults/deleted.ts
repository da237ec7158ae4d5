import { renameSync, rmSync } from "node:fs";
import { databasePath } from "../../src/platform/data-folder.ts";
import { createToken, ServiceProcess } from "../service/service-process.ts";
import { Client } from "./client.ts";
import { Ledger } from "./ledger.ts";
import { SeededRandom } from "./random.ts";
import { verifyDatabase } from "./verify-database.ts";
import { verifyPrints } from "./verify-prints.ts";

const CLIENTS = 16;
const LIFE_MILLISECONDS = 1000;
const AWAY_MILLISECONDS = 1500;
/** An answer that was under way when the file went may still come in. */
const UNDER_WAY_MILLISECONDS = 250;

export interface DeletedOptions {
  /** The words that run Tillroll. */
  readonly command: readonly string[];
  /** An empty folder. */
  readonly dataFolder: string;
  readonly rounds: number;
  readonly seed: number;
  readonly onRound: (line: string) => void;
}

/**
 * Takes the database file away from under a service that stores, puts it back, and at last deletes it: nothing may be
 * acknowledged while it is gone, all that was must be there, and it must go on when the file is back.
 */
export async function runDeleted({ command, dataFolder, rounds, seed, onRound }: DeletedOptions) {
  const ledger = new Ledger();
  const random = new SeededRandom(seed);
  const path = databasePath(dataFolder);
  const token = await createToken(command, dataFolder);
  const service = await ServiceProcess.start({ command, dataFolder });
  const endpoint = { workspaceAddress: service.workspaceAddress, token };
  let isEnding = false;
  const clients = Array.from({ length: CLIENTS }, (_, number) => {
    const ownRandom = new SeededRandom(random.integer(0, 2 ** 32 - 1));
    return new Client(`client ${number}`, endpoint, ownRandom, ledger, { refusalsExpected: true });
  });
  const runs = clients.map((client) => client.run(() => !isEnding));
  const acknowledged = () => ledger.acknowledged.size;
  const countWhileAway = async (): Promise<number> => {
    await Bun.sleep(UNDER_WAY_MILLISECONDS);
    const before = acknowledged();
    await Bun.sleep(AWAY_MILLISECONDS);
    return acknowledged() - before;
  };
  for (let round = 1; round <= rounds; round++) {
    await Bun.sleep(random.integer(LIFE_MILLISECONDS / 4, LIFE_MILLISECONDS));
    renameSync(path, `${path}.away`);
    const wrongly = await countWhileAway();
    if (wrongly > 0) ledger.faults.push(`${wrongly} prints were acknowledged while the file was away`);
    const before = acknowledged();
    renameSync(`${path}.away`, path);
    await Bun.sleep(AWAY_MILLISECONDS);
    if (acknowledged() === before) ledger.faults.push("nothing was stored when the file was back");
    onRound(`round ${round}: ${acknowledged()} acknowledged, ${wrongly} of them while the file was away`);
  }
  isEnding = true;
  await Promise.all(runs);
  await verifyPrints(endpoint, ledger, ledger.acknowledged.values());
  verifyDatabase(dataFolder, ledger);
  rmSync(path);
  const last = new Ledger();
  const lastClient = new Client("last client", endpoint, random, last, { refusalsExpected: true });
  const deadline = performance.now() + AWAY_MILLISECONDS;
  await lastClient.run(() => performance.now() < deadline);
  if (last.acknowledged.size > 0)
    ledger.faults.push(`${last.acknowledged.size} prints went into a deleted file`);
  const exitCode = await service.stop();
  if (exitCode !== 1) ledger.faults.push(`a stop without the file ended with ${exitCode}`);
  const refusals = clients.reduce((sum, client) => sum + client.refusals, lastClient.refusals);
  return { acknowledged: acknowledged(), refusals, faults: ledger.faults };
}
