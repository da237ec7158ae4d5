import { SQLiteError } from "bun:sqlite";
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { databasePath } from "../../src/platform/data-folder.ts";
import { openForReading, openForWriting } from "../../src/storage/database.ts";
import { createToken } from "../service/service-process.ts";
import { DiskModel, type DiskRules } from "./disk-model.ts";
import { readTrace, type TracedOperation } from "./disk-trace.ts";
import { storePrints } from "./many-prints.ts";
import { MixedClient } from "./mixed-client.ts";
import { MixedLedger } from "./mixed-ledger.ts";
import { MixedShop } from "./mixed-service.ts";
import { type MixedFindings, verifyJournals, verifyServed, verifyStored } from "./mixed-verify.ts";
import { SeededRandom } from "./random.ts";
import { WatchedDisk } from "./watched-disk.ts";

/** Prints that are there before, so that the search index is built meanwhile. */
const PRINTS_BEFORE = 4200;

/** Every second cut is right behind an acknowledgement, when the least may be lost. */
const SHARE_BEHIND_ACKNOWLEDGEMENTS = 0.5;

export interface PowerCutOptions {
  /** The words that run Tillroll. */
  readonly command: readonly string[];
  /** An empty folder. */
  readonly folder: string;
  readonly seed: number;
  readonly clients: number;
  /** What each client does. */
  readonly acts: number;
  readonly cuts: number;
  readonly printsBefore?: number;
  readonly rules?: DiskRules;
  /** Told of every cut. */
  readonly onRound?: (line: string) => void;
}

export interface PowerCutReport {
  /** Operations on files that were traced. */
  readonly operations: number;
  readonly acknowledged: number;
  readonly cuts: number;
  readonly lost: number;
  readonly wrong: number;
  readonly faults: readonly string[];
}

/**
 * Traces what a service does to its files while clients print by every protocol, and builds from that what a power cut may
 * leave: what no fsync has made durable is lost in part, torn and out of order. The service is started on each, and
 * everything that was acknowledged before must be there.
 * @returns `null` where processes cannot be traced: Linux with a C compiler only
 */
export async function runPowerCuts(options: PowerCutOptions): Promise<PowerCutReport | null> {
  const { command, folder, seed, cuts, onRound, rules, printsBefore = PRINTS_BEFORE } = options;
  mkdirSync(folder, { recursive: true });
  const disk = WatchedDisk.build(folder);
  if (disk === null) return null;
  const random = new SeededRandom(seed);
  const dataFolder = join(folder, "data");
  await createToken(command, dataFolder);
  const shop = await MixedShop.make(command, dataFolder);
  try {
    const since = addPrints(dataFolder, printsBefore);
    const before = join(folder, "before");
    cpSync(dataFolder, before, { recursive: true });
    const ledger = new MixedLedger(1, () => disk.traced);
    await printAndKill(options, shop, disk, random, ledger);
    const operations = readTrace(disk.trace);
    const model = new DiskModel(before, rules);
    const faults = [...ledger.faults];
    let [lost, wrong, at] = [0, 0, 0];
    for (const [number, cut] of chooseCuts(operations, ledger, cuts, random).entries()) {
      for (; at < cut; at++) model.apply((operations[at] as TracedOperation).operation);
      const image = join(folder, "image");
      mkdirSync(image, { mode: 0o700 });
      model.writeAfterCut(image, random);
      const moment = operations[cut - 1]?.end ?? 0;
      const findings = await lookAt(shop, image, ledger, moment, since);
      lost += findings.lost;
      wrong += findings.wrong;
      faults.push(...findings.faults.map((fault) => `cut ${number + 1} at operation ${cut}: ${fault}`));
      onRound?.(
        `cut ${number + 1} at operation ${cut} of ${operations.length}: ${findings.found.length} prints, ${findings.lost} lost, ${findings.wrong} wrong`,
      );
      rmSync(image, { recursive: true });
    }
    return { operations: operations.length, acknowledged: ledger.acknowledged, cuts, lost, wrong, faults };
  } finally {
    shop.end();
  }
}

/** @returns the highest id */
function addPrints(dataFolder: string, count: number): number {
  using database = openForWriting(databasePath(dataFolder));
  storePrints(database, count);
  return database.query<{ id: number | null }, []>("SELECT max(id) AS id FROM print").get()?.id ?? 0;
}

async function printAndKill(
  { clients, acts }: PowerCutOptions,
  shop: MixedShop,
  disk: WatchedDisk,
  random: SeededRandom,
  ledger: MixedLedger,
): Promise<void> {
  const service = await shop.start(disk.tracing(shop.dataFolder));
  await shop.addRule(service, ledger);
  const place = shop.placeOf(service);
  const runs = Array.from({ length: clients }, () => {
    const own = new SeededRandom(random.integer(0, 2 ** 32 - 1));
    return new MixedClient(place, own, ledger).run(acts);
  });
  await Promise.all(runs);
  await service.kill();
}

/** @returns how many operations were done before each cut, ascending */
function chooseCuts(
  operations: readonly TracedOperation[],
  ledger: MixedLedger,
  count: number,
  random: SeededRandom,
): number[] {
  const states = [...ledger.receipts.values()].flatMap((receipt) => receipt.states);
  const moments = states.flatMap(({ acknowledgedAt }) => (acknowledgedAt === null ? [] : [acknowledgedAt]));
  const cuts = Array.from({ length: count }, () => {
    const moment = random.happens(SHARE_BEHIND_ACKNOWLEDGEMENTS) ? random.pick(moments) : undefined;
    if (moment === undefined) return random.integer(1, operations.length);
    return operations.findLastIndex(({ end }) => end <= moment) + 1;
  });
  return cuts.toSorted((left, right) => left - right);
}

/** Starts the service on what a cut left, and compares. */
async function lookAt(
  shop: MixedShop,
  image: string,
  ledger: MixedLedger,
  moment: number,
  since: number,
): Promise<MixedFindings> {
  const service = await shop.start({}, image).catch((error: unknown) => String(error));
  if (typeof service === "string") return withoutPrints(`the service does not start: ${service}`);
  try {
    const database = openForReading(databasePath(image));
    try {
      const findings = verifyStored(database, ledger, moment, since);
      await verifyJournals(database, findings);
      await verifyServed(service, findings);
      return findings;
    } catch (error) {
      // A damaged database is what a cut may never leave; how much of it can be read says nothing more.
      if (!(error instanceof SQLiteError)) throw error;
      return withoutPrints(`the database cannot be read: ${error.message}`);
    } finally {
      database.close();
    }
  } finally {
    await service.kill();
  }
}

function withoutPrints(fault: string): MixedFindings {
  return { lost: 0, wrong: 1, doubles: 0, faults: [fault], found: [] };
}
