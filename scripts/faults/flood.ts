import { readFileSync } from "node:fs";
import { join } from "node:path";
import { databasePath } from "../../src/platform/data-folder.ts";
import { openForReading } from "../../src/storage/database.ts";
import { decodeContent, type StoredContent } from "../../src/storage/raw-content.ts";
import { quantile } from "../bench/statistics.ts";
import { createToken, ownEnvironment, ServiceProcess } from "../service/service-process.ts";
import { type Flood, FLOODS, type FloodResult, type FloodTarget } from "./flood-attack.ts";
import type { BesideTarget, BesideTimes } from "./flood-beside.ts";
import { MARKER } from "./flood-jobs.ts";
import type { PrinterPlace } from "./printer-client.ts";
import { mainThread, sharesOfTime, times } from "./printer-fuzz-measure.ts";
import { addPrinter, freePort } from "./printer-place.ts";

/**
 * The 99th percentile beyond which somebody beside a flood was kept waiting, milliseconds. What is aimed at is 50; this is
 * what a machine that has other things to do keeps too.
 */
const MOST_P99_MILLISECONDS = 250;

/** The part of the time for which the thread that answers may have waited for a core of the machine for that to count. */
const MOST_WAITING_SHARE = 0.1;

/** How long the same is measured with no flood, milliseconds. */
const BASELINE_MILLISECONDS = 2000;

/** Of the print whose previews are asked for: as many commands as its bytes can have. */
const PREVIEWED_BYTES = 8_000_000;

export interface FloodOptions {
  /** The words that run Tillroll. */
  readonly command: readonly string[];
  /** An empty folder. */
  readonly folder: string;
  /** How long each flood goes on. */
  readonly seconds: number;
  /** Told how each flood went. */
  readonly onRound: (line: string) => void;
}

/**
 * Floods a service in every way there is, from six addresses at once, while a till prints by its raw port and by HTTP:
 * everything acknowledged is stored, and the till does not wait.
 * @returns every loss and every wait, in words
 */
export async function runFloods(options: FloodOptions): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const flood of FLOODS) faults.push(...(await floodOnce(flood, options)));
  return faults;
}

async function floodOnce(flood: Flood, options: FloodOptions): Promise<string[]> {
  const { command, onRound, seconds } = options;
  const dataFolder = join(options.folder, flood);
  const token = await createToken(command, dataFolder);
  const [rawPort, eposPort, lpdPort] = [freePort(), freePort(), freePort()];
  const place: PrinterPlace = { name: "till", rawPort, eposPort, lpdPort };
  await addPrinter(command, dataFolder, place);
  // With the limits that a shop has.
  const { TILLROLL_CLIENT_RATE: _, ...environment } = ownEnvironment();
  const service = await ServiceProcess.start({
    command,
    dataFolder,
    environment: { ...environment, TILLROLL_LPD_PORT: String(lpdPort) },
  });
  try {
    const { workspaceAddress, port: httpPort } = service;
    const printId = flood === "preview" ? await storeLargePrint(workspaceAddress, token) : 0;
    const beside = new Beside({ rawPort, workspaceAddress, token });
    await Bun.sleep(BASELINE_MILLISECONDS);
    const before = await beside.tell();
    const workspacePath = new URL(workspaceAddress).pathname;
    const [cpuBefore, began] = [mainThread(service), performance.now()];
    const attack = new Attack({ flood, place, httpPort, workspacePath, token, printId });
    await Bun.sleep(seconds * 1000);
    const during = await beside.tell();
    const cpuAfter = mainThread(service);
    const milliseconds = performance.now() - began;
    const { acknowledged, refused } = await attack.stop();
    await beside.end();
    const peak = peakMebibytes(service);
    const faults = service.isRunning ? [] : ["the service ended by itself"];
    const exitCode = service.isRunning ? await service.stop() : -1;
    if (exitCode !== 0) faults.push(`the service ended with exit code ${exitCode}`);
    await Bun.write(join(dataFolder, "service.log"), await service.writtenLog());

    const stored = storedMarkers(dataFolder);
    const expected = [...acknowledged, ...before.acknowledged, ...during.acknowledged];
    const lost = expected.filter((marker) => !stored.has(marker)).length;
    onRound(
      `${flood}: ${acknowledged.length} acknowledged and ${refused} refused of the flood, ` +
        `${during.acknowledged.length} acknowledged beside it, ${lost} lost; ` +
        `beside it raw ${times(during.raw)}, create ${times(during.http)}; ` +
        `without it raw ${times(before.raw)}, create ${times(before.http)}; peak of memory ${peak} MiB` +
        sharesOfTime(cpuBefore, cpuAfter, milliseconds)
          .map((share) => `; ${share}`)
          .join(""),
    );
    if (lost > 0) faults.push(`${lost} of ${expected.length} acknowledged prints are lost`);
    for (const failure of during.failures.slice(0, 3)) faults.push(`a till was not served: ${failure}`);
    const p99 = quantile(during.raw, 0.99);
    // A machine that has other things to do makes anybody wait: that is told, and is no fault of the service.
    const waited = (cpuAfter?.waited ?? 0) - (cpuBefore?.waited ?? 0);
    const isStarved = waited > MOST_WAITING_SHARE * milliseconds;
    if (p99 > MOST_P99_MILLISECONDS && !isStarved)
      faults.push(`a till's raw job took ${p99.toFixed(0)} ms (p99)`);
    return faults.map((fault) => `flood ${flood}: ${fault}`);
  } finally {
    await service.kill();
  }
}

/** The till beside the flood. */
class Beside {
  private readonly worker = new Worker(new URL("./flood-beside.ts", import.meta.url));

  constructor(target: BesideTarget) {
    this.worker.postMessage(target);
  }

  /** What was measured since it was last asked. */
  async tell(): Promise<BesideTimes> {
    const { promise, resolve } = Promise.withResolvers<BesideTimes>();
    this.worker.onmessage = ({ data }: MessageEvent<BesideTimes>) => resolve(data);
    this.worker.postMessage("tell");
    return await promise;
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }
}

/** The flood. */
class Attack {
  private readonly worker = new Worker(new URL("./flood-attack.ts", import.meta.url));
  private readonly result = Promise.withResolvers<FloodResult>();

  constructor(target: FloodTarget) {
    this.worker.onmessage = ({ data }: MessageEvent<FloodResult>) => this.result.resolve(data);
    this.worker.onerror = (event) => this.result.reject(new Error(event.message));
    this.worker.postMessage(target);
  }

  async stop(): Promise<FloodResult> {
    this.worker.postMessage("stop");
    const result = await this.result.promise;
    await this.worker.terminate();
    return result;
  }
}

/** Stores a print of which a preview is as large as it can be. @returns its id */
async function storeLargePrint(workspaceAddress: string, token: string): Promise<number> {
  const response = await fetch(`${workspaceAddress}/prints`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/octet-stream" },
    body: Buffer.from("\x1ba\x01a\x1bE\x01b\n\x1bd\x01".repeat(PREVIEWED_BYTES / 12), "latin1"),
  });
  const { id } = (await response.json()) as { id: number };
  return id;
}

/** The markers in all prints of a data folder. */
function storedMarkers(dataFolder: string): Set<string> {
  const database = openForReading(databasePath(dataFolder));
  const markers = new Set<string>();
  try {
    const stored = database.query<StoredContent & { id: number }, []>(
      "SELECT print_id AS id, sha256, byte_length AS byteLength, encoding, content FROM print_data",
    );
    for (const { id, ...content } of stored.iterate()) {
      const text = Buffer.from(decodeContent(id, content)).toString("latin1");
      // At the beginning or at the end: what lies between may be megabytes.
      const ends = text.length > 4096 ? text.slice(0, 2048) + text.slice(-2048) : text;
      for (const [marker] of ends.matchAll(MARKER)) markers.add(marker);
    }
    return markers;
  } finally {
    database.close();
  }
}

/** The most memory that a service has had, MiB; 0 where the system does not tell. */
function peakMebibytes({ processId }: ServiceProcess): number {
  try {
    const status = readFileSync(`/proc/${processId}/status`, "utf8");
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}
