import { join } from "node:path";
import { databasePath } from "../../src/platform/data-folder.ts";
import { openForReading } from "../../src/storage/database.ts";
import { decodeContent, type StoredContent } from "../../src/storage/raw-content.ts";
import { createToken, ownEnvironment, ServiceProcess } from "../service/service-process.ts";
import type { PrinterPlace } from "./printer-client.ts";
import {
  FUZZED_PRINTER,
  FUZZED_PROTOCOLS,
  type FuzzedProtocol,
  fuzzBytes,
  fuzzRequest,
} from "./printer-fuzz-bytes.ts";
import { tryLimits } from "./printer-fuzz-limits.ts";
import {
  mainThread,
  mebibytes,
  Probe,
  residentBytes,
  sharesOfTime,
  slowness,
  times,
} from "./printer-fuzz-measure.ts";
import { PrinterHost } from "./printer-host.ts";
import { piecesOf } from "./printer-job.ts";
import { addPrinter, freePort } from "./printer-place.ts";
import { SeededRandom } from "./random.ts";

/** Small, so that the limit is reached in no time. */
const MAXIMUM_PRINT_BYTES = 1024 * 1024;
const ATTACKERS = 8;
/** A pause behind each attack, milliseconds: others are to be answered beside a host that misbehaves, not beside all. */
const PAUSE_MILLISECONDS = 10;
/** How long a host waits for more answers before it goes. */
const LINGER_MILLISECONDS = 20;

/** The share of the time until memory is compared with the end's; caches are full by then. */
const WARM_UP_SHARE = 0.3;
/** What memory may grow by after that: garbage comes and goes. */
const MOST_GROWTH_BYTES = 64 * 1024 * 1024;
/** How long the same is measured before, with nobody else there: what the machine itself does to it. */
const BASELINE_MILLISECONDS = 2000;

export interface PrinterFuzzOptions {
  /** The words that run Tillroll. */
  readonly command: readonly string[];
  /** An empty folder. */
  readonly dataFolder: string;
  readonly seconds: number;
  readonly seed: number;
  /** Told from time to time how it is. */
  readonly onRound?: (line: string) => void;
}

export interface PrinterFuzzReport {
  /** What happened, in words. */
  readonly outcome: string;
  readonly faults: readonly string[];
}

/**
 * Sends random and mutated bytes to a printer by every protocol, while others ask the service for its health and the
 * printer for its status: nothing may crash, hang, grow, or keep the others waiting.
 */
export async function runPrinterFuzz(options: PrinterFuzzOptions): Promise<PrinterFuzzReport> {
  const { command, dataFolder } = options;
  const random = new SeededRandom(options.seed);
  const token = await createToken(command, dataFolder);
  const [lpdPort, rawPort, eposPort] = [freePort(), freePort(), freePort()];
  const place: PrinterPlace = { name: FUZZED_PRINTER, rawPort, eposPort, lpdPort };
  await addPrinter(command, dataFolder, place);
  const environment = {
    ...ownEnvironment(),
    TILLROLL_LPD_PORT: String(lpdPort),
    TILLROLL_MAX_PRINT_BYTES: String(MAXIMUM_PRINT_BYTES),
  };
  const service = await ServiceProcess.start({ command, dataFolder, environment });
  try {
    return await fuzz(service, place, token, random, options);
  } finally {
    await service.kill();
  }
}

async function fuzz(
  service: ServiceProcess,
  place: PrinterPlace,
  token: string,
  random: SeededRandom,
  { dataFolder, seconds, onRound }: PrinterFuzzOptions,
): Promise<PrinterFuzzReport> {
  const faults: string[] = [];
  const probe = new Probe({ address: service.address, rawPort: place.rawPort });
  await Bun.sleep(BASELINE_MILLISECONDS);
  const baseline = await probe.tell();

  const beginning = performance.now();
  const before = mainThread(service);
  const end = performance.now() + seconds * 1000;
  const warm = performance.now() + seconds * 1000 * WARM_UP_SHARE;
  const counts = new Map<FuzzedProtocol, number>(FUZZED_PROTOCOLS.map((protocol) => [protocol, 0]));
  const attack = async (ownRandom: SeededRandom) => {
    while (performance.now() < end && service.isRunning) {
      const protocol = ownRandom.pick(FUZZED_PROTOCOLS) ?? "raw";
      counts.set(protocol, (counts.get(protocol) ?? 0) + 1);
      await attackOnce(protocol, place, service.port, ownRandom).catch(() => {});
      await Bun.sleep(PAUSE_MILLISECONDS);
    }
  };
  const attacks = Array.from({ length: ATTACKERS }, () =>
    attack(new SeededRandom(random.integer(0, 2 ** 32 - 1))),
  );
  let isWarm = false;
  const memory: { readonly at: number; readonly bytes: number }[] = [];
  while (performance.now() < end && service.isRunning) {
    memory.push({ at: performance.now(), bytes: residentBytes(service) });
    const sent = [...counts.values()].reduce((sum, count) => sum + count, 0);
    if (!isWarm && performance.now() >= warm) {
      // What was measured while the service was compiling itself and filling its caches does not count.
      isWarm = true;
      await probe.tell();
    }
    onRound?.(`${sent} attacks, ${mebibytes(memory.at(-1)?.bytes ?? 0)} resident`);
    await Bun.sleep(Math.max(1000, (seconds * 1000) / 20));
  }
  await Promise.all(attacks);
  const measured = await probe.tell();
  const thread = sharesOfTime(before, mainThread(service), performance.now() - beginning);
  const last = service.isRunning ? residentBytes(service) : 0;
  if (service.isRunning) faults.push(...(await tryLimits(place, MAXIMUM_PRINT_BYTES)));
  if (service.isRunning) faults.push(...(await stillWorks(place, service, token)));
  await probe.end();
  if (!service.isRunning) faults.push("the service ended by itself");
  const exitCode = service.isRunning ? await service.stop() : -1;
  if (exitCode !== 0) faults.push(`the service ended with exit code ${exitCode}`);
  const log = await service.writtenLog();
  // Kept with the data where there are faults.
  await Bun.write(join(dataFolder, "service.log"), log);
  faults.push(...troubleIn(log));
  const stored = verifyStored(dataFolder, faults);

  const warmed = memory.filter(({ at }) => at >= warm).map(({ bytes }) => bytes);
  const warmBytes = Math.max(...warmed.slice(0, Math.ceil(warmed.length / 4)));
  const growth = last - warmBytes;
  if (growth > MOST_GROWTH_BYTES) faults.push(`memory grew by ${mebibytes(growth)} after the warm-up`);
  for (const failure of measured.failures.slice(0, 3))
    faults.push(`another host was not answered: ${failure}`);
  const waits = [
    slowness("health", baseline.health, measured.health),
    slowness("printer status", baseline.status, measured.status),
  ];
  faults.push(...waits.filter((wait) => wait !== null));
  const outcome = [
    `${[...counts].map(([protocol, count]) => `${count} ${protocol}`).join(", ")} attacks, ${stored} prints stored`,
    `memory ${mebibytes(warmBytes)} after the warm-up, ${mebibytes(last)} at the end`,
    `health answered in ${times(measured.health)}, printer status in ${times(measured.status)}`,
    `without attacks ${times(baseline.health)}, ${times(baseline.status)}`,
    ...thread,
    `${log.split("\n").length - 1} lines of log`,
  ].join("; ");
  return { outcome, faults };
}

/** One connection: its bytes in pieces of random sizes, and then an end of one kind or another. */
async function attackOnce(
  protocol: FuzzedProtocol,
  place: PrinterPlace,
  httpPort: number,
  random: SeededRandom,
): Promise<void> {
  const isHttp = protocol === "epos" || protocol === "ipp";
  const bytes = isHttp ? fuzzRequest(protocol, random) : fuzzBytes(protocol, random);
  const port = { raw: place.rawPort, lpd: place.lpdPort, epos: place.eposPort, ipp: httpPort }[protocol];
  const host = await PrinterHost.connect(port);
  const most = random.pick([1, 40, 1000, 65_536]) ?? 1000;
  const largest = Math.max(most, bytes.length / 100);
  for (const piece of piecesOf(bytes, () => random.integer(1, Math.ceil(largest)))) {
    await host.send(piece);
    if (random.happens(0.2)) await new Promise(setImmediate);
  }
  const ending = random.next();
  if (ending < 0.2) return host.break();
  if (ending < 0.8) host.finish();
  const patience = random.happens(0.02) ? 100 * LINGER_MILLISECONDS : LINGER_MILLISECONDS;
  await Promise.race([host.ending, Bun.sleep(patience)]);
  host.break();
}

/** Whether a print by each protocol still comes out whole. */
async function stillWorks(place: PrinterPlace, service: ServiceProcess, token: string): Promise<string[]> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const receipt = Buffer.from("\x1b@Still here\n\x1dV\x00");
  const raw = await PrinterHost.connect(place.rawPort);
  await raw.send(receipt);
  raw.finish();
  if ((await raw.ending) !== "closed") return ["afterwards raw printing was broken off"];
  const response = await fetch(`${service.workspaceAddress}/prints/search`, {
    method: "POST",
    headers,
    body: JSON.stringify({ orderBy: "id.desc", pageSize: 1 }),
  });
  const page = (await response.json()) as { items?: { id: number }[] };
  const id = page.items?.[0]?.id;
  const stored = await fetch(`${service.workspaceAddress}/prints/${id}/raw`, { headers });
  const isSame = Buffer.from(await stored.arrayBuffer()).equals(receipt);
  return isSame
    ? []
    : [`afterwards a print was not found whole: ${response.status} ${JSON.stringify(page).slice(0, 200)}`];
}

/** What the log tells of our own mistakes; a host's mistakes are warnings at most. */
function troubleIn(log: string): string[] {
  const errors = log.split("\n").flatMap((line) => /^\S+Z error ([^{]*)/.exec(line)?.[1]?.trim() ?? []);
  // What is too large is refused, and the operator is told: that is no mistake.
  const ours = errors.filter((message) => message !== "a job could not be kept");
  return [...Map.groupBy(ours, (message) => message)].map(
    ([message, { length }]) => `logged ${length} times: ${message}`,
  );
}

/** @returns how many prints there are */
function verifyStored(dataFolder: string, faults: string[]): number {
  const database = openForReading(databasePath(dataFolder));
  try {
    const integrity = database.query<{ integrity_check: string }, []>("PRAGMA integrity_check").get();
    if (integrity?.integrity_check !== "ok") faults.push(`integrity_check: ${integrity?.integrity_check}`);
    const stored = database.query<StoredContent & { id: number }, []>(
      "SELECT print_id AS id, sha256, byte_length AS byteLength, encoding, content FROM print_data",
    );
    let prints = 0;
    for (const { id, ...content } of stored.iterate()) {
      prints++;
      // Throws where the bytes are not the ones that were stored.
      if (decodeContent(id, content).length > MAXIMUM_PRINT_BYTES)
        faults.push(`print ${id} is over the limit`);
    }
    return prints;
  } finally {
    database.close();
  }
}
