import { databasePath } from "../../src/platform/data-folder.ts";
import { openForWriting } from "../../src/storage/database.ts";
import { createToken, ServiceProcess } from "../service/service-process.ts";
import type { Endpoint } from "./client.ts";
import { readIndexState } from "./index-state.ts";
import { SEARCHES, storePrints } from "./many-prints.ts";
import { SeededRandom } from "./random.ts";
import { verifySearches } from "./verify-searches.ts";

/** How long the service lives at most before it is killed, milliseconds. */
const LONGEST_LIFE_MILLISECONDS = 1500;
const POLL_MILLISECONDS = 2;

/** How long the index may take until it is whole at the end, milliseconds: machines that test are busy. */
const SETTLE_MILLISECONDS = 120_000;

/** Prints per workspace that need not be in a segment. */
const TAIL_PRINTS = 4096;

export interface IndexCrashOptions {
  /** The words that run Tillroll. */
  readonly command: readonly string[];
  /** An empty folder. */
  readonly dataFolder: string;
  readonly rounds: number;
  /** Prints that come before each round. */
  readonly prints: number;
  readonly seed: number;
  readonly onRound?: (line: string) => void;
}

export interface IndexCrashReport {
  /** Kills that left a segment half written. */
  readonly halfWritten: number;
  readonly faults: readonly string[];
}

/**
 * Kills a service while it builds its search index, again and again, and checks after each start that searches are
 * answered as SQL does, and at the end that the index is whole and that nothing half written is left.
 */
export async function runIndexCrashes(options: IndexCrashOptions): Promise<IndexCrashReport> {
  const { command, dataFolder, rounds, seed, onRound } = options;
  const random = new SeededRandom(seed);
  const token = await createToken(command, dataFolder);
  const faults: string[] = [];
  let halfWritten = 0;
  for (let round = 1; round <= rounds && faults.length === 0; round++) {
    addPrints(dataFolder, options.prints);
    const first = await ServiceProcess.start({ command, dataFolder });
    await killWhileIndexing(first, dataFolder, random);
    const { unpublished, orphans } = readIndexState(dataFolder);
    if (unpublished + orphans > 0) halfWritten++;
    const second = await ServiceProcess.start({ command, dataFolder });
    try {
      const endpoint = { workspaceAddress: second.workspaceAddress, token };
      const isLast = round === rounds;
      if (isLast) await settle(dataFolder, endpoint, faults);
      // The text of prints is decoded by SQL, which takes long: only once.
      const searches = SEARCHES.filter(({ filter }) => isLast || filter.text === undefined);
      faults.push(...(await verifySearches(endpoint, dataFolder, searches)));
    } finally {
      await second.kill();
    }
    onRound?.(
      `round ${round}: ${unpublished} unpublished, ${orphans} orphaned chunks, ${faults.length} faults`,
    );
  }
  return { halfWritten, faults };
}

function addPrints(dataFolder: string, count: number): void {
  using database = openForWriting(databasePath(dataFolder));
  storePrints(database, count);
}

/** Half of the kills come when a segment is half written, the others at any moment. */
async function killWhileIndexing(
  service: ServiceProcess,
  dataFolder: string,
  random: SeededRandom,
): Promise<void> {
  const waitsForSegment = random.happens(0.5);
  const deadline = performance.now() + random.integer(1, LONGEST_LIFE_MILLISECONDS);
  while (performance.now() < deadline) {
    if (waitsForSegment && readIndexState(dataFolder).unpublished > 0) break;
    await Bun.sleep(POLL_MILLISECONDS);
  }
  await service.kill();
}

/** Waits until the index is whole. */
async function settle(dataFolder: string, endpoint: Endpoint, faults: string[]): Promise<void> {
  const deadline = performance.now() + SETTLE_MILLISECONDS;
  for (;;) {
    const { unpublished, orphans, unsealed } = readIndexState(dataFolder);
    if (unpublished + orphans === 0 && unsealed < TAIL_PRINTS * 2 && (await textPending(endpoint)) === 0)
      return;
    if (performance.now() > deadline) {
      faults.push(`the index does not become whole: ${JSON.stringify(readIndexState(dataFolder))}`);
      return;
    }
    await Bun.sleep(50);
  }
}

async function textPending({ workspaceAddress, token }: Endpoint): Promise<number> {
  const response = await fetch(`${workspaceAddress}/index`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return ((await response.json()) as { textPending: number }).textPending;
}
