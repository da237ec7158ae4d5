import { mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createToken, ServiceProcess } from "../service/service-process.ts";
import { Client, sendCreate } from "./client.ts";
import { Ledger } from "./ledger.ts";
import { SeededRandom } from "./random.ts";
import { onSmallDisk } from "./small-disk.ts";
import { verifyDatabase } from "./verify-database.ts";
import { verifyPrints } from "./verify-prints.ts";

const MEBIBYTE = 1024 * 1024;

const DISK_BYTES = 160 * MEBIBYTE;
/**
 * What the clients may still fill. The service looks at its disk every few seconds and refuses early when little
 * is left; this little must be gone between two looks, so that SQLite itself meets the end of the disk.
 */
const SPACE_LEFT_BYTES = 2 * MEBIBYTE;
const FILLING_MILLISECONDS = 12_000;
const RECOVERY_MILLISECONDS = 8_000;
const CLIENTS = 16;

export interface DiskFullReport {
  /** What happened, in words. */
  readonly outcome: string;
  readonly faults: readonly string[];
}

export interface DiskFullOptions {
  /** The words that run Tillroll. */
  readonly command: readonly string[];
  /** Where to make the small disk. */
  readonly folder: string;
  readonly seed: number;
}

/**
 * Fills a small disk under a service with prints: it must refuse, go on running and reading, lose nothing, and
 * store again once there is space. Needs Linux and the right to mount; else it is left out and the outcome says so.
 */
export async function runDiskFull({ command, folder, seed }: DiskFullOptions): Promise<DiskFullReport> {
  mkdirSync(folder, { recursive: true });
  const report = await onSmallDisk(folder, DISK_BYTES, () =>
    fillDisk(command, folder, new SeededRandom(seed)),
  );
  return report ?? { outcome: "LEFT OUT, a small disk cannot be mounted here", faults: [] };
}

async function fillDisk(
  command: readonly string[],
  folder: string,
  random: SeededRandom,
): Promise<DiskFullReport> {
  const dataFolder = join(folder, "data");
  const filler = join(folder, "filler");
  const ledger = new Ledger();
  const token = await createToken(command, dataFolder);
  const service = await ServiceProcess.start({ command, dataFolder });
  const endpoint = { workspaceAddress: service.workspaceAddress, token };
  const clients = Array.from({ length: CLIENTS }, (_, number) => {
    const ownRandom = new SeededRandom(random.integer(0, 2 ** 32 - 1));
    return new Client(`client ${number}`, endpoint, ownRandom, ledger, { refusalsExpected: true });
  });
  try {
    const deadline = performance.now() + FILLING_MILLISECONDS;
    const mayGoOn = () => refusalsOf(clients) < CLIENTS * 10 && performance.now() < deadline;
    const runs = clients.map((client) => client.run(mayGoOn));
    await Bun.sleep(500);
    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(filler, new Uint8Array(bavail * bsize - SPACE_LEFT_BYTES));
    await Promise.all(runs);
    const refusals = refusalsOf(clients);
    if (refusals === 0) ledger.faults.push("the disk never became full: nothing was tested");
    if (!service.isRunning) ledger.faults.push(`the service ended:\n${await service.writtenLog()}`);
    await verifyPrints(endpoint, ledger, ledger.acknowledged.values());
    rmSync(filler);
    await Bun.sleep(RECOVERY_MILLISECONDS);
    await expectStored(endpoint, ledger);
    verifyDatabase(dataFolder, ledger);
    const outcome = `${ledger.acknowledged.size} prints acknowledged, ${refusals} requests refused, stored again after`;
    return { outcome, faults: ledger.faults };
  } finally {
    await service.kill();
  }
}

async function expectStored(endpoint: { workspaceAddress: string; token: string }, ledger: Ledger) {
  const raw = new TextEncoder().encode("There is space again.\n");
  const sha256 = new Bun.CryptoHasher("sha256").update(raw).digest("hex");
  const sent = { printKey: "after", idempotencyKey: null, label: "after", raw, sha256 };
  const response = await sendCreate(endpoint, sent);
  const text = await response.text();
  if (response.status === 201) ledger.acknowledge(sent, JSON.parse(text), ledger.highestId);
  else ledger.faults.push(`after space was freed a print was answered ${response.status} ${text}`);
}

function refusalsOf(clients: readonly Client[]): number {
  return clients.reduce((sum, { refusals }) => sum + refusals, 0);
}
