import { createToken, ServiceProcess } from "../service/service-process.ts";
import { Client } from "./client.ts";
import { Ledger, type PrintAcknowledged } from "./ledger.ts";
import { SeededRandom } from "./random.ts";
import { verifyDatabase } from "./verify-database.ts";
import { repeatUnanswered, verifyPrints, verifyReplay } from "./verify-prints.ts";

/** When the service is killed after the clients begin, milliseconds. */
const SHORTEST_LIFE_MILLISECONDS = 20;

/** How long a frozen service stays so, milliseconds. */
const PAUSE_MILLISECONDS = 150;
const PAUSE_SHARE = 1 / 3;

const REPLAYS_PER_ROUND = 10;

export interface CrashLoopOptions {
  /** The words that run Tillroll. */
  readonly command: readonly string[];
  /** An empty folder. */
  readonly dataFolder: string;
  readonly rounds: number;
  readonly clients: number;
  readonly seed: number;
  /** The longest a service lives before it is killed, milliseconds. */
  readonly longestLifeMilliseconds: number;
  /** Told of every round. */
  readonly onRound?: (line: string) => void;
}

export interface CrashLoopReport {
  readonly acknowledged: number;
  readonly unanswered: number;
  /** Every loss and every other fault, in words; empty when all is well. */
  readonly faults: readonly string[];
}

/**
 * Kills a service in the middle of its work again and again, and checks after each start that everything it had
 * acknowledged is there, once and unharmed. In every third round, by chance, it is frozen for a while before.
 */
export async function runCrashLoop(options: CrashLoopOptions): Promise<CrashLoopReport> {
  const { command, dataFolder, rounds, seed, onRound } = options;
  const random = new SeededRandom(seed);
  const ledger = new Ledger();
  const token = await createToken(command, dataFolder);
  for (let round = 1; round <= rounds && ledger.faults.length === 0; round++) {
    const known = ledger.acknowledged.size;
    const crash = await crashOnce(options, `round ${round}`, token, random, ledger);
    const fresh = [...ledger.acknowledged.values()].slice(known);
    const service = await ServiceProcess.start({ command, dataFolder });
    try {
      const endpoint = { workspaceAddress: service.workspaceAddress, token };
      await verifyPrints(endpoint, ledger, fresh);
      verifyDatabase(dataFolder, ledger);
      await verifyReplays(endpoint, ledger, fresh, random);
      await repeatUnanswered(endpoint, ledger);
      verifyDatabase(dataFolder, ledger);
      // At the end once more all of them: later crashes must not have harmed earlier prints.
      if (round === rounds) await verifyPrints(endpoint, ledger, ledger.acknowledged.values());
    } finally {
      // Also the service that was only asked questions ends like this: starting must not depend on a tidy end.
      await service.kill();
    }
    const counts = `${fresh.length} acknowledged, ${ledger.unanswered.length} unanswered`;
    onRound?.(`round ${round}: ${crash}, ${counts}, ${ledger.faults.length} faults`);
    ledger.unanswered.splice(0, ledger.unanswered.length, ...stillUnanswered(ledger));
  }
  return {
    acknowledged: ledger.acknowledged.size,
    unanswered: ledger.unanswered.length,
    faults: ledger.faults,
  };
}

/** @returns how the service was ended, in words */
async function crashOnce(
  { command, dataFolder, clients: count, longestLifeMilliseconds }: CrashLoopOptions,
  name: string,
  token: string,
  random: SeededRandom,
  ledger: Ledger,
): Promise<string> {
  const service = await ServiceProcess.start({ command, dataFolder });
  const endpoint = { workspaceAddress: service.workspaceAddress, token };
  const clients = Array.from({ length: count }, (_, number) => {
    const ownRandom = new SeededRandom(random.integer(0, 2 ** 32 - 1));
    return new Client(`${name} client ${number}`, endpoint, ownRandom, ledger).run(() => true);
  });
  const life = random.integer(SHORTEST_LIFE_MILLISECONDS, longestLifeMilliseconds);
  const isPaused = process.platform !== "win32" && random.happens(PAUSE_SHARE);
  await Bun.sleep(life / 2);
  if (isPaused) {
    service.signal("SIGSTOP");
    await Bun.sleep(PAUSE_MILLISECONDS);
    service.signal("SIGCONT");
  }
  await Bun.sleep(life / 2);
  if (!service.isRunning) ledger.faults.push(`the service ended by itself:\n${await service.writtenLog()}`);
  await service.kill();
  await Promise.all(clients);
  return `killed after ${life} ms${isPaused ? ` and a pause of ${PAUSE_MILLISECONDS} ms` : ""}`;
}

async function verifyReplays(
  endpoint: { readonly workspaceAddress: string; readonly token: string },
  ledger: Ledger,
  prints: readonly PrintAcknowledged[],
  random: SeededRandom,
): Promise<void> {
  const repeatable = prints.filter(({ sent }) => sent.idempotencyKey !== null);
  for (let count = 0; count < REPLAYS_PER_ROUND; count++) {
    const print = random.pick(repeatable);
    if (print !== undefined) await verifyReplay(endpoint, ledger, print);
  }
}

/** Creates without an idempotency key stay unanswered: they may be in the database, once. */
function stillUnanswered(ledger: Ledger) {
  return ledger.unanswered.filter(({ idempotencyKey }) => idempotencyKey === null);
}
