import type { Database } from "bun:sqlite";
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { databasePath } from "../../src/platform/data-folder.ts";
import { closeReader, openForReading, openForWriting } from "../../src/storage/database.ts";
import { createToken, type ServiceProcess } from "../service/service-process.ts";
import { SEARCHES, storePrints } from "./many-prints.ts";
import { MixedClient } from "./mixed-client.ts";
import { MixedLedger, type Receipt } from "./mixed-ledger.ts";
import { MixedShop, type ShopPorts } from "./mixed-service.ts";
import { type MixedFindings, verifyJournals, verifyServed, verifyStored } from "./mixed-verify.ts";
import { SeededRandom } from "./random.ts";
import { verifySearches } from "./verify-searches.ts";

/** Prints that are there before, so that the search index has segments. */
const PRINTS_BEFORE = 4200;

/** When the service is killed after the clients begin, milliseconds. */
const SHORTEST_LIFE_MILLISECONDS = 20;
const LONGEST_LIFE_MILLISECONDS = 900;

/** Every so many rounds, and at the end, all of it is looked at. */
const ALL_EVERY = 50;
/** How long rules, deliveries and the index may take at the end, milliseconds. */
const SETTLE_MILLISECONDS = 180_000;
const LOOK_MILLISECONDS = 100;

const PROGRESS_FILE = "progress.json";
/** Each receipt as it was verified last, one a line; the last line of a name counts. */
const RECEIPTS_FILE = "receipts.jsonl";

export interface MixedKillOptions {
  /** The words that run Tillroll. */
  readonly command: readonly string[];
  /** An empty folder, or one in which rounds were run before: it goes on behind them. */
  readonly folder: string;
  readonly rounds: number;
  readonly clients: number;
  readonly seed: number;
  readonly printsBefore?: number;
  /** How the power of a running service's disk is taken; without it the service is killed. */
  readonly end?: (service: ServiceProcess) => Promise<void>;
  /** Told of every kill. */
  readonly onRound?: (line: string) => void;
}

/** What is kept from round to round. */
interface Progress {
  readonly ports: ShopPorts;
  /** How often a run was begun or gone on with here. */
  runs: number;
  round: number;
  /** Prints with ids up to this were verified; those up to the first were there before. */
  readonly before: number;
  since: number;
  acknowledged: number;
  lost: number;
  wrong: number;
  doubles: number;
  readonly arrivals: readonly (readonly [name: string, times: number])[];
  readonly faults: string[];
}

export interface MixedKillReport {
  readonly kills: number;
  readonly acknowledged: number;
  readonly lost: number;
  readonly wrong: number;
  readonly doubles: number;
  /** Receipts that have come to the real printer. */
  readonly passedOn: number;
  readonly faults: readonly string[];
}

/**
 * Kills a service again and again while clients print by every protocol, relabel, delete, erase and search, and while it passes
 * prints on, runs rules, builds its index and seals its journal. After each start everything acknowledged must be there.
 * At the end every job for the real printer has reached it, every receipt has its tag, and searches answer as SQL does.
 */
export async function runMixedKills(options: MixedKillOptions): Promise<MixedKillReport> {
  const run = await MixedKills.begin(options);
  try {
    return await run.run();
  } finally {
    run.end();
  }
}

class MixedKills {
  private readonly ledger: MixedLedger;
  private readonly random: SeededRandom;

  private constructor(
    private readonly options: MixedKillOptions,
    private readonly shop: MixedShop,
    private readonly progress: Progress,
  ) {
    // Other names for receipts, and other choices, when a run goes on: a round that was broken off has stored some.
    progress.runs++;
    this.ledger = new MixedLedger(progress.runs, () => 0);
    this.random = new SeededRandom(options.seed + progress.round + progress.runs);
    this.ledger.acknowledged = progress.acknowledged;
    for (const [name, times] of progress.arrivals) shop.arrivals.set(name, times);
  }

  /** Makes what is needed, or takes what an earlier run has left. */
  static async begin(options: MixedKillOptions): Promise<MixedKills> {
    const { command, folder, printsBefore = PRINTS_BEFORE } = options;
    const dataFolder = join(folder, "data");
    const kept = join(folder, PROGRESS_FILE);
    if (existsSync(kept)) {
      const progress = JSON.parse(readFileSync(kept, "utf8")) as Progress;
      const run = new MixedKills(options, MixedShop.open(command, dataFolder, progress.ports), progress);
      for (const line of readFileSync(join(folder, RECEIPTS_FILE), "utf8").trim().split("\n")) {
        const receipt = JSON.parse(line) as Receipt;
        run.ledger.receipts.set(receipt.name, receipt);
      }
      run.keep([]);
      return run;
    }
    mkdirSync(folder, { recursive: true });
    await createToken(command, dataFolder);
    const shop = await MixedShop.make(command, dataFolder);
    const before = addPrints(dataFolder, printsBefore);
    const counts = {
      runs: 0,
      round: 0,
      before,
      since: before,
      acknowledged: 0,
      lost: 0,
      wrong: 0,
      doubles: 0,
    };
    const progress = { ports: shop.ports, ...counts, arrivals: [], faults: [] };
    const run = new MixedKills(options, shop, progress);
    const service = await shop.start();
    await shop.addRule(service, run.ledger);
    await service.kill();
    return run;
  }

  async run(): Promise<MixedKillReport> {
    const { progress, ledger } = this;
    const { rounds, onRound } = this.options;
    while (progress.round < rounds && progress.faults.length === 0) {
      progress.round++;
      const life = await this.killOnce();
      const service = await this.shop.start();
      const isWhole = progress.round % ALL_EVERY === 0 || progress.round >= rounds;
      const changed = [...ledger.touched];
      await this.verify(service, isWhole);
      if (progress.round >= rounds) await this.settle(service);
      await service.kill();
      this.keep(changed);
      onRound?.(
        `round ${progress.round}: killed after ${life} ms, ${ledger.acknowledged} acknowledged, ${progress.lost} lost, ${progress.wrong} wrong, ${progress.doubles} doubles`,
      );
    }
    const { round: kills, lost, wrong, doubles, faults } = progress;
    const passedOn = this.shop.arrivals.size;
    return { kills, acknowledged: ledger.acknowledged, lost, wrong, doubles, passedOn, faults };
  }

  end(): void {
    this.shop.end();
  }

  /** @returns after how long it was killed, milliseconds */
  private async killOnce(): Promise<number> {
    const service = await this.shop.start();
    const place = this.shop.placeOf(service);
    // Without its disk, a service refuses until it is killed.
    const areRefusalsExpected = this.options.end !== undefined;
    const unanswered = this.ledger.unanswered.splice(0);
    const runs = Array.from({ length: this.options.clients }, async (_, number) => {
      const own = new SeededRandom(this.random.integer(0, 2 ** 32 - 1));
      const client = new MixedClient(place, own, this.ledger, areRefusalsExpected);
      // What was not acknowledged is sent again.
      for (const job of unanswered.filter((_job, index) => index % this.options.clients === number))
        await client.printAgain(job);
      await client.run();
    });
    const life = this.random.integer(SHORTEST_LIFE_MILLISECONDS, LONGEST_LIFE_MILLISECONDS);
    await Bun.sleep(life);
    if (!service.isRunning)
      this.ledger.faults.push(`the service ended by itself:\n${await service.writtenLog()}`);
    this.ledger.isPowerGone = this.options.end !== undefined;
    await (this.options.end?.(service) ?? service.kill());
    await Promise.all(runs);
    this.ledger.isPowerGone = false;
    return life;
  }

  /** Compares what is there with what was acknowledged. @param isWhole all of it, not only what is new */
  private async verify(service: ServiceProcess, isWhole: boolean): Promise<void> {
    const { progress, ledger } = this;
    const database = openForReading(databasePath(this.shop.dataFolder));
    try {
      if (isWhole) for (const receipt of ledger.receipts.values()) ledger.touched.add(receipt);
      const since = isWhole ? progress.before : progress.since;
      const findings = verifyStored(database, ledger, Number.POSITIVE_INFINITY, since);
      progress.since = database.query<{ id: number }, []>("SELECT max(id) AS id FROM print").get()?.id ?? 0;
      if (isWhole) await verifyJournals(database, findings);
      await verifyServed(service, findings);
      this.note(findings, isWhole);
    } finally {
      database.close();
    }
    ledger.touched.clear();
  }

  private note({ lost, wrong, doubles, faults }: MixedFindings, isWhole: boolean): void {
    const { progress, ledger } = this;
    progress.lost += lost;
    progress.wrong += wrong;
    // A look at all of them finds again what was counted before.
    progress.doubles = isWhole ? doubles : progress.doubles + doubles;
    const name = `round ${progress.round}`;
    progress.faults.push(...[...faults, ...ledger.faults.splice(0)].map((fault) => `${name}: ${fault}`));
  }

  /** Waits until what goes on behind the acknowledgement is done, and looks at that. */
  private async settle(service: ServiceProcess): Promise<void> {
    const { progress, shop } = this;
    const database = openForReading(databasePath(shop.dataFolder));
    try {
      const deadline = performance.now() + SETTLE_MILLISECONDS;
      while ((await this.isBusy(service, database)) && performance.now() < deadline)
        await Bun.sleep(LOOK_MILLISECONDS);
      progress.faults.push(...this.notPassedOn(database), ...untagged(database, progress.before));
    } finally {
      closeReader(database);
    }
    const endpoint = { workspaceAddress: service.workspaceAddress, token: service.localToken };
    progress.faults.push(...(await verifySearches(endpoint, shop.dataFolder, SEARCHES)));
  }

  private async isBusy(service: ServiceProcess, database: Database): Promise<boolean> {
    const headers = { Authorization: `Bearer ${service.localToken}` };
    const ask = async (path: string) =>
      (await fetch(`${service.workspaceAddress}${path}`, { headers })).json();
    const { textPending } = (await ask("/index")) as { textPending: number };
    const { pending } = (await ask("/rules")) as { pending: number };
    const sql = "SELECT count(*) AS open FROM delivery WHERE state IN ('queued', 'sending')";
    const open = database.query<{ open: number }, []>(sql).get()?.open ?? 0;
    return textPending + pending + open > 0;
  }

  /** Receipts for the real printer that have not come there, and of which nobody is asked either. */
  private notPassedOn(database: Database): string[] {
    const deliveries = database.query<{ state: string; reason: string | null }, [number]>(
      "SELECT state, reason FROM delivery WHERE print_id = ?",
    );
    const faults: string[] = [];
    for (const { name, way, id, states: known } of this.ledger.receipts.values()) {
      if (way !== "passed" || id === null || known[0]?.acknowledgedAt == null || this.shop.arrivals.has(name))
        continue;
      const found = deliveries.all(id);
      if (!found.some(({ state }) => state === "held" || state === "kept"))
        faults.push(
          `${name}, print ${id}: has not come to the real printer; its delivery is ${found.map(({ state, reason }) => `${state} (${reason})`).join(", ")}`,
        );
    }
    return faults;
  }

  /** Keeps how far it is; what a round that is broken off has stored is then nobody's. */
  private keep(changed: readonly Receipt[]): void {
    const { folder } = this.options;
    this.progress.acknowledged = this.ledger.acknowledged;
    appendFileSync(
      join(folder, RECEIPTS_FILE),
      changed.map((receipt) => `${JSON.stringify(receipt)}\n`).join(""),
    );
    const progress = JSON.stringify({ ...this.progress, arrivals: [...this.shop.arrivals] });
    writeFileSync(join(folder, `${PROGRESS_FILE}.new`), progress);
    renameSync(join(folder, `${PROGRESS_FILE}.new`), join(folder, PROGRESS_FILE));
  }
}

/** @returns the highest id */
function addPrints(dataFolder: string, count: number): number {
  using database = openForWriting(databasePath(dataFolder));
  storePrints(database, count);
  return database.query<{ id: number | null }, []>("SELECT max(id) AS id FROM print").get()?.id ?? 0;
}

/** Prints that have not the tag which the rule gives to all that are not deleted. */
function untagged(database: Database, before: number): string[] {
  const sql =
    "SELECT id FROM print WHERE id > ? AND removal_id IS NULL AND deleted_at IS NULL AND json_extract(tag, '$.order') IS NULL";
  return database
    .query<{ id: number }, [number]>(sql)
    .all(before)
    .map(({ id }) => `print ${id}: the rule's tag is missing`);
}
