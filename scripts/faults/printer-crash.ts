import { ownEnvironment, ServiceProcess } from "../service/service-process.ts";
import { PrinterClient, type PrinterPlace } from "./printer-client.ts";
import type { JobStyle } from "./printer-job.ts";
import { PrinterLedger } from "./printer-ledger.ts";
import { addPrinter, freePort } from "./printer-place.ts";
import { type PrinterFindings, verifyPrinters } from "./printer-verify.ts";
import { SeededRandom } from "./random.ts";

/** After how long without a single acknowledgement something hangs, milliseconds. */
const STANDSTILL_MILLISECONDS = 60_000;
const LOOK_MILLISECONDS = 5;
/** The longest from a decision to kill until it is done, milliseconds. */
const MOST_DELAY_MILLISECONDS = 40;

/** One printer takes no more connections than 200 at a time, and clients come back before their last has gone. */
const PRINTERS = 2;

/** The styles of every ten clients. */
const STYLES: readonly JobStyle[] = [
  "process-id",
  "close",
  "status",
  "process-id",
  "lpd",
  "close",
  "status",
  "process-id",
  "epos",
  "status",
];

/** LPD takes 32 connections of one address; beyond it clients print raw. */
const MOST_LPD_CLIENTS = 24;

export interface PrinterCrashOptions {
  /** The words that run Tillroll. */
  readonly command: readonly string[];
  /** An empty folder. */
  readonly dataFolder: string;
  /** Connections at the same time. */
  readonly clients: number;
  /** Jobs that each client prints. */
  readonly jobs: number;
  /** How often the service is killed while they print. */
  readonly kills: number;
  readonly seed: number;
  /** Told of every kill. */
  readonly onRound?: (line: string) => void;
}

export interface PrinterCrashReport extends PrinterFindings {
  readonly acknowledged: number;
  /** How often a job was sent. */
  readonly attempts: number;
  /** Jobs that a start found in the spool and stored. */
  readonly recovered: number;
  /** Every loss and every other fault, in words; empty when all is well. */
  readonly faults: readonly string[];
}

/**
 * Kills the service again and again while many hosts print on its printers, by every protocol and in every piece size,
 * and checks at the end that everything acknowledged is there: whole, once, and in order.
 */
export async function runPrinterCrashes(options: PrinterCrashOptions): Promise<PrinterCrashReport> {
  const { command, dataFolder, kills, seed, onRound } = options;
  const random = new SeededRandom(seed);
  const ledger = new PrinterLedger();
  const lpdPort = freePort();
  const places = await addPrinters(command, dataFolder, lpdPort);
  const start = {
    command,
    dataFolder,
    environment: { ...ownEnvironment(), TILLROLL_LPD_PORT: String(lpdPort) },
  };
  const clients = Array.from({ length: options.clients }, (_, number) => {
    const place = places[number % places.length] as PrinterPlace;
    const ownRandom = new SeededRandom(random.integer(0, 2 ** 32 - 1));
    return new PrinterClient(number, styleOf(number), options.jobs, place, ownRandom, ledger);
  });
  const total = options.clients * options.jobs;
  const moments = Array.from({ length: kills }, () => random.integer(0, total - 1)).toSorted((a, b) => a - b);

  let recovered = 0;
  let service = await ServiceProcess.start(start);
  let areDone = false;
  const runs = Promise.all(clients.map((client) => client.run())).then(() => (areDone = true));
  for (const [round, moment] of moments.entries()) {
    await progress(ledger, () => areDone || ledger.acknowledgedJobs >= moment || !service.isRunning);
    await Bun.sleep(random.integer(0, MOST_DELAY_MILLISECONDS));
    if (!service.isRunning) ledger.faults.push("the service ended by itself");
    await service.kill();
    recovered += await recoveries(service);
    onRound?.(`kill ${round + 1}: ${ledger.acknowledgedJobs} of ${total} jobs acknowledged`);
    if (ledger.faults.length > 0) break;
    service = await ServiceProcess.start(start);
  }
  await progress(ledger, () => areDone || ledger.faults.length > 0);
  for (const client of clients) client.giveUp();
  await runs;
  await service.kill();
  recovered += await recoveries(service);
  // Once more, so that what the last run had spooled is stored; and a tidy end.
  const last = await ServiceProcess.start(start);
  await last.stop();
  recovered += await recoveries(last);
  if (ledger.acknowledgedJobs !== total)
    ledger.faults.push(`${ledger.acknowledgedJobs} of ${total} jobs were printed`);
  return {
    ...verifyPrinters(dataFolder, ledger),
    acknowledged: ledger.acknowledgedJobs,
    attempts: ledger.attempts.length,
    recovered,
    faults: ledger.faults,
  };
}

function styleOf(client: number): JobStyle {
  const style = STYLES[client % STYLES.length] ?? "close";
  const isOneTooMany = style === "lpd" && Math.floor(client / STYLES.length) >= MOST_LPD_CLIENTS;
  return isOneTooMany ? "close" : style;
}

async function addPrinters(
  command: readonly string[],
  dataFolder: string,
  lpdPort: number,
): Promise<PrinterPlace[]> {
  const places: PrinterPlace[] = [];
  for (let number = 1; number <= PRINTERS; number++) {
    const place = { name: `till-${number}`, rawPort: freePort(), eposPort: freePort(), lpdPort };
    await addPrinter(command, dataFolder, place);
    places.push(place);
  }
  return places;
}

/** Waits until something holds, or nothing goes on any more. */
async function progress(ledger: PrinterLedger, holds: () => boolean): Promise<void> {
  let acknowledged = ledger.acknowledgedJobs;
  let since = performance.now();
  while (!holds()) {
    await Bun.sleep(LOOK_MILLISECONDS);
    if (ledger.acknowledgedJobs > acknowledged) {
      acknowledged = ledger.acknowledgedJobs;
      since = performance.now();
    }
    if (performance.now() - since < STANDSTILL_MILLISECONDS) continue;
    ledger.faults.push(
      `no job was acknowledged for ${STANDSTILL_MILLISECONDS} ms, ${acknowledged} were before`,
    );
    return;
  }
}

/** How many jobs a service that has ended had found in the spool. */
async function recoveries(service: ServiceProcess): Promise<number> {
  return (await service.writtenLog()).split("a job that the last run had begun is stored").length - 1;
}
