import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createToken, ServiceProcess } from "../service/service-process.ts";
import { Client, type Endpoint, sendCreate } from "./client.ts";
import { Ledger } from "./ledger.ts";
import { SeededRandom } from "./random.ts";
import { emptyDisk, fillDisk, onSmallDisk } from "./small-disk.ts";
import { verifyDatabase } from "./verify-database.ts";
import { verifyPrints } from "./verify-prints.ts";

const DISK_BYTES = 160 * 1024 * 1024;
const CLIENTS = 8;
const FILLING_MILLISECONDS = 800;
/** Within which a stop must have ended, whatever the disk does. */
const STOP_MILLISECONDS = 10_000;
const RECOVERY_MILLISECONDS = 20_000;

export interface DiskStopOptions {
  /** The words that run Tillroll. */
  readonly command: readonly string[];
  /** An empty folder, where a small disk is mounted. */
  readonly folder: string;
  readonly seed: number;
}

/**
 * Stops a service on a full disk, and starts it there, with and without the space that it keeps for that: it must end in
 * time, serve all that was acknowledged, and store again by itself when there is room.
 */
export async function runDiskStop({ command, folder, seed }: DiskStopOptions) {
  const ledger = new Ledger();
  const random = new SeededRandom(seed);
  const outcome = await onSmallDisk(folder, DISK_BYTES, async () => {
    const parts: string[] = [];
    for (const keepsReserve of [true, false]) {
      const dataFolder = join(folder, keepsReserve ? "with" : "without");
      mkdirSync(dataFolder, { mode: 0o700 });
      parts.push(await stopAndStart(command, folder, dataFolder, keepsReserve, random, ledger));
      rmSync(dataFolder, { recursive: true });
    }
    return parts.join("; ");
  });
  return { outcome: outcome ?? "LEFT OUT, a small disk cannot be mounted here", faults: ledger.faults };
}

async function stopAndStart(
  command: readonly string[],
  disk: string,
  dataFolder: string,
  keepsReserve: boolean,
  random: SeededRandom,
  faults: Ledger,
): Promise<string> {
  const ledger = new Ledger();
  const token = await createToken(command, dataFolder);
  const first = await ServiceProcess.start({ command, dataFolder });
  const endpoint = { workspaceAddress: first.workspaceAddress, token };
  const clients = Array.from({ length: CLIENTS }, (_, number) => {
    const ownRandom = new SeededRandom(random.integer(0, 2 ** 32 - 1));
    return new Client(`client ${number}`, endpoint, ownRandom, ledger, { refusalsExpected: true });
  });
  const deadline = performance.now() + RECOVERY_MILLISECONDS;
  const refused = () => clients.reduce((sum, client) => sum + client.refusals, 0);
  const runs = clients.map((client) =>
    client.run(() => refused() < 3 * CLIENTS && performance.now() < deadline),
  );
  await Bun.sleep(FILLING_MILLISECONDS);
  fillDisk(disk);
  await Promise.all(runs);
  if (refused() === 0) ledger.faults.push("the disk never became full: nothing was tested");
  if (!keepsReserve) {
    rmSync(join(dataFolder, "tillroll.reserve"), { force: true });
    fillDisk(disk);
  }
  const began = performance.now();
  const exitCode = await first.stop();
  const stopMilliseconds = Math.round(performance.now() - began);
  if (stopMilliseconds > STOP_MILLISECONDS) ledger.faults.push(`the stop took ${stopMilliseconds} ms`);
  const { service, stored } = await startAgain(command, disk, dataFolder, token, ledger);
  try {
    await verifyPrints(
      { workspaceAddress: service.workspaceAddress, token },
      ledger,
      ledger.acknowledged.values(),
    );
  } finally {
    await service.kill();
  }
  verifyDatabase(dataFolder, ledger);
  faults.faults.push(...ledger.faults);
  return (
    `${keepsReserve ? "with" : "without"} reserve ${ledger.acknowledged.size} acknowledged, ${refused()} refused, stopped in ` +
    `${stopMilliseconds} ms with ${exitCode}, started on the full disk, stored again after ${stored} ms`
  );
}

/** Starts on the full disk, reads everything, and makes room. */
async function startAgain(
  command: readonly string[],
  disk: string,
  dataFolder: string,
  token: string,
  ledger: Ledger,
): Promise<{ service: ServiceProcess; stored: number }> {
  fillDisk(disk);
  // Where no note of the service can be left, its port cannot be read from it.
  const port = freePort();
  const service = await ServiceProcess.start({ command, dataFolder, port });
  const endpoint = { workspaceAddress: service.workspaceAddress, token };
  await verifyPrints(endpoint, ledger, ledger.acknowledged.values());
  emptyDisk(disk);
  const began = performance.now();
  while (performance.now() - began < RECOVERY_MILLISECONDS) {
    if (await isStored(endpoint, ledger)) return { service, stored: Math.round(performance.now() - began) };
    await Bun.sleep(100);
  }
  ledger.faults.push("nothing was stored again after there was room");
  return { service, stored: -1 };
}

async function isStored(endpoint: Endpoint, ledger: Ledger): Promise<boolean> {
  const raw = new TextEncoder().encode("There is space again.\n");
  const sha256 = new Bun.CryptoHasher("sha256").update(raw).digest("hex");
  const sent = { printKey: "after", idempotencyKey: "after", label: "after", raw, sha256 };
  try {
    const response = await sendCreate(endpoint, sent);
    if (response.status !== 201) return false;
    ledger.acknowledge(sent, JSON.parse(await response.text()), ledger.highestId);
    return true;
  } catch {
    // It is starting anew.
    return false;
  }
}

function freePort(): number {
  const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = listener;
  listener.stop(true);
  return port;
}
