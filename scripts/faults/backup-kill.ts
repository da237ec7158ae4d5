import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readCatalogue } from "../../src/backup/backup-catalogue.ts";
import type { BackupsAnswer } from "../../src/contract/backup.ts";
import { FolderPlace } from "../../src/backup/folder-place.ts";
import { placedBackup } from "../../src/restore/placed-backup.ts";
import { createToken, ownEnvironment, ServiceProcess } from "../service/service-process.ts";
import { Client } from "./client.ts";
import { Ledger } from "./ledger.ts";
import { SeededRandom } from "./random.ts";
import { storedPrints, type StoredPrints } from "./stored-prints.ts";

const CLIENTS = 8;
const SHORTEST_LIFE_MILLISECONDS = 100;
const LONGEST_LIFE_MILLISECONDS = 3500;

/** How long the first backup may take, milliseconds: machines that test are busy. */
const FIRST_BACKUP_MILLISECONDS = 60_000;

/** After so many rounds, and in the last, the service lives until the backup has what was stored before: a minute at most. */
const ROUNDS_UNTIL_CAUGHT_UP = 5;
const CATCH_UP_MILLISECONDS = 60_000;

export interface BackupKillOptions {
  /** The words that run Tillroll. */
  readonly command: readonly string[];
  /** An empty folder. */
  readonly folder: string;
  readonly rounds: number;
  readonly seed: number;
  readonly onRound?: (line: string) => void;
}

export interface BackupKillReport {
  readonly acknowledged: number;
  /** Snapshots, and segments, that were there at the end. */
  readonly snapshots: number;
  readonly segments: number;
  /** How old the newest state was at most when its service was killed, milliseconds. */
  readonly longestLag: number;
  readonly faults: readonly string[];
}

/**
 * Kills a service while it makes backups and clients print, again and again. After each kill the newest backup is restored into
 * a new folder: it has all that was acknowledged before its moment, each print whole, and none that nobody sent.
 */
export async function runBackupKills(options: BackupKillOptions): Promise<BackupKillReport> {
  const { command, folder, rounds, seed, onRound } = options;
  const random = new SeededRandom(seed);
  const ledger = new Ledger();
  const [dataFolder, place] = [join(folder, "data"), new FolderPlace(join(folder, "place"))];
  mkdirSync(place.folder);
  const token = await createToken(command, dataFolder);
  let longestLag = 0;
  for (let round = 1; round <= rounds && ledger.faults.length === 0; round++) {
    const killedAt = await printAndKill(options, dataFolder, place, token, random, ledger, round);
    const lag = await verifyNewest(command, folder, place, ledger, killedAt);
    longestLag = Math.max(longestLag, lag);
    onRound?.(
      `round ${round}: ${ledger.acknowledged.size} acknowledged, the backup ${Math.round(lag)} ms old, ${ledger.faults.length} faults`,
    );
  }
  const { snapshots, unreadable } = await readCatalogue(place);
  for (const { name, reason } of unreadable) ledger.faults.push(`${name} cannot be read: ${reason}`);
  const segments = snapshots.reduce((sum, snapshot) => sum + snapshot.segments.length, 0);
  const { faults, acknowledged } = ledger;
  return { acknowledged: acknowledged.size, snapshots: snapshots.length, segments, longestLag, faults };
}

/** @returns when it was killed, epoch milliseconds */
async function printAndKill(
  { command, rounds }: BackupKillOptions,
  dataFolder: string,
  place: FolderPlace,
  token: string,
  random: SeededRandom,
  ledger: Ledger,
  round: number,
): Promise<number> {
  const backups = { TILLROLL_BACKUP_TO: place.folder, TILLROLL_BACKUP_EVERY: "1", TILLROLL_BACKUP_KEEP: "3" };
  const environment = { ...ownEnvironment(), ...backups };
  const service = await ServiceProcess.start({ command, dataFolder, environment });
  const endpoint = { workspaceAddress: service.workspaceAddress, token };
  const clients = Array.from({ length: CLIENTS }, (_, number) => {
    const ownRandom = new SeededRandom(random.integer(0, 2 ** 32 - 1));
    return new Client(`round ${round} client ${number}`, endpoint, ownRandom, ledger).run(() => true);
  });
  if (round === 1) await untilBackedUp(service, 0, FIRST_BACKUP_MILLISECONDS);
  else if (round % ROUNDS_UNTIL_CAUGHT_UP === 0 || round === rounds)
    await untilBackedUp(service, Date.now(), CATCH_UP_MILLISECONDS);
  const life = random.integer(SHORTEST_LIFE_MILLISECONDS, LONGEST_LIFE_MILLISECONDS);
  const wholeAt = random.happens(0.6) ? random.integer(0, life) : life;
  await Bun.sleep(wholeAt);
  if (wholeAt < life) await askForWhole(service);
  await Bun.sleep(life - wholeAt);
  if (!service.isRunning) ledger.faults.push(`the service ended by itself:\n${await service.writtenLog()}`);
  const killedAt = Date.now();
  await service.kill();
  await Promise.all(clients);
  return killedAt;
}

async function askForWhole({ address, localToken }: ServiceProcess): Promise<void> {
  const headers = { Authorization: `Bearer ${localToken}`, "Content-Type": "application/json" };
  const response = await fetch(`${address}/api/backups`, { method: "POST", headers, body: "{}" });
  // One that is under way already is as good.
  if (response.status !== 202 && response.status !== 409) throw new Error(await response.text());
}

/** Waits until the backup has what was stored by a time, epoch milliseconds. @throws Error when it is not there in time */
async function untilBackedUp(
  { address, localToken }: ServiceProcess,
  time: number,
  patience: number,
): Promise<void> {
  const headers = { Authorization: `Bearer ${localToken}` };
  const deadline = performance.now() + patience;
  for (;;) {
    const response = await fetch(`${address}/api/backups`, { headers });
    if (!response.ok) throw new Error(await response.text());
    const { upToDateAt, fault } = (await response.json()) as BackupsAnswer;
    if (upToDateAt !== null && Date.parse(upToDateAt) > time) return;
    if (performance.now() > deadline) throw new Error(`the backup does not catch up: ${fault}`);
    await Bun.sleep(50);
  }
}

/** Restores the newest backup, and compares it. @returns how old its state was at the kill, milliseconds */
async function verifyNewest(
  command: readonly string[],
  folder: string,
  place: FolderPlace,
  ledger: Ledger,
  killedAt: number,
): Promise<number> {
  const restored = join(folder, "restored");
  const child = Bun.spawn([...command, "restore", place.folder, "--data", restored], {
    env: ownEnvironment(),
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
  });
  const said = await new Response(child.stderr).text();
  if ((await child.exited) !== 0) {
    ledger.faults.push(`the newest backup cannot be restored: ${said}`);
    return 0;
  }
  const { asOf } = await placedBackup(place, { at: null, service: null });
  verifyPrints(storedPrints(restored), asOf ?? 0, ledger);
  rmSync(restored, { recursive: true });
  return killedAt - (asOf ?? 0);
}

function verifyPrints(found: StoredPrints, asOf: number, ledger: Ledger): void {
  for (const { id, sent, acknowledgedAt } of ledger.acknowledged.values()) {
    const hash = found.get(id);
    if (hash === undefined && acknowledgedAt < asOf)
      ledger.faults.push(
        `print ${id} was acknowledged ${asOf - acknowledgedAt} ms before the backup, which lacks it`,
      );
    else if (hash !== undefined && hash !== sent.sha256)
      ledger.faults.push(`print ${id} has other bytes in the backup`);
  }
  const unanswered = new Set(ledger.unanswered.map(({ sha256 }) => sha256));
  for (const [id, hash] of found)
    if (!ledger.acknowledged.has(id) && !unanswered.has(hash))
      ledger.faults.push(`print ${id} is in the backup, and nobody sent it`);
}
