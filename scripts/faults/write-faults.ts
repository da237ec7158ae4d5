import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { databasePath } from "../../src/platform/data-folder.ts";
import { openForReading } from "../../src/storage/database.ts";
import { createToken, type ServiceProcess } from "../service/service-process.ts";
import { MixedClient } from "./mixed-client.ts";
import { MixedLedger } from "./mixed-ledger.ts";
import { MixedShop } from "./mixed-service.ts";
import { type MixedFindings, verifyJournals, verifyServed, verifyStored } from "./mixed-verify.ts";
import { SeededRandom } from "./random.ts";
import { FAILURES, type Failure, WatchedDisk } from "./watched-disk.ts";

/** What happens in the hour: by one client after the other, so that it is the same each time. */
const ACTS_OF_HOUR = 25;

/** How long a service may take until it stores again after an operation has failed, milliseconds: machines that test are busy. */
const RECOVERY_MILLISECONDS = 30_000;
const ASK_MILLISECONDS = 25;

export interface WriteFaultOptions {
  /** The words that run Tillroll. */
  readonly command: readonly string[];
  /** An empty folder. */
  readonly folder: string;
  readonly seed: number;
  /** Each which operation fails by one kind of failure; 1 for every one. */
  readonly every: number;
  /** Told of every failure. */
  readonly onRound?: (line: string) => void;
}

export interface WriteFaultReport {
  /** Operations of the hour, from the start of the service to its end. */
  readonly operations: number;
  /** Runs in which one failed. */
  readonly failures: number;
  /** Starts that were refused for it. */
  readonly refusedStarts: number;
  readonly acknowledged: number;
  readonly lost: number;
  readonly wrong: number;
  readonly doubles: number;
  readonly faults: readonly string[];
}

/**
 * Lets operations on the disk fail one by one: in each run of a scripted hour, from the start of the service to its end, another
 * write, fsync, truncation or renaming fails with EIO or ENOSPC, or is done by half. The service must tell no more than is
 * so, store again, start again, and have everything that it acknowledged.
 * @returns `null` where that is not possible: Linux with a C compiler only
 */
export async function runWriteFaults(options: WriteFaultOptions): Promise<WriteFaultReport | null> {
  const { folder } = options;
  mkdirSync(folder, { recursive: true });
  const disk = WatchedDisk.build(folder);
  if (disk === null) return null;
  const dataFolder = join(folder, "data");
  await createToken(options.command, dataFolder);
  const shop = await MixedShop.make(options.command, dataFolder);
  try {
    return await new WriteFaults(options, disk, shop).run();
  } finally {
    shop.end();
  }
}

class WriteFaults {
  private readonly ledger = new MixedLedger(1, () => 0);
  private readonly total = { lost: 0, wrong: 0, doubles: 0 };
  private readonly faults: string[] = [];
  private failures = 0;
  private refusedStarts = 0;
  /** Prints with ids up to this were verified. */
  private since = 0;

  constructor(
    private readonly options: WriteFaultOptions,
    private readonly disk: WatchedDisk,
    private readonly shop: MixedShop,
  ) {}

  async run(): Promise<WriteFaultReport> {
    const { every, seed, onRound } = this.options;
    const made = await this.shop.start();
    await this.shop.addRule(made, this.ledger);
    await made.stop();
    // Without a failure: how much there is to fail.
    await this.hour(0, "eio");
    const operations = this.disk.look().count;
    const first = new SeededRandom(seed).integer(0, every - 1);
    for (const [kind, failure] of (Object.keys(FAILURES) as Failure[]).entries()) {
      // Each kind at operations of its own: with as many kinds as there are from one to the next, none is left out.
      for (let at = 1 + ((first + kind) % every); at <= operations; at += every) {
        const before = this.faults.length;
        const outcome = await this.hour(at, failure);
        onRound?.(
          `${failure} at operation ${at} of ${operations}: ${outcome}, ${this.ledger.acknowledged} acknowledged, ${this.faults.length} faults`,
        );
        for (const fault of this.faults.slice(before)) onRound?.(`  ${fault}`);
      }
    }
    const last = await this.shop.start();
    await this.verify(last, "at the end", 0);
    await last.stop();
    const { failures, refusedStarts, total } = this;
    const { acknowledged } = this.ledger;
    return { operations, failures, refusedStarts, acknowledged, ...total, faults: this.faults };
  }

  /** One run, in which an operation fails. @returns what came of it, in words */
  private async hour(at: number, failure: Failure): Promise<string> {
    const name = `${failure} at operation ${at}`;
    this.disk.failAt(at, failure);
    const environment = this.disk.counting(this.shop.dataFolder);
    const service = await this.shop.start(environment).catch(() => null);
    if (service === null) {
      this.failures++;
      this.refusedStarts++;
      const again = await this.shop.start();
      await this.verify(again, name, this.since);
      await again.stop();
      return "refused to start, and started again";
    }
    // What the run before this one has left.
    await this.verify(service, `before ${name}`, this.since);
    const client = new MixedClient(
      this.shop.placeOf(service),
      new SeededRandom(this.options.seed),
      this.ledger,
      true,
    );
    await client.run(ACTS_OF_HOUR);
    await this.untilStored(service, name);
    if (!service.isRunning)
      this.faults.push(`${name}: the service ended by itself:\n${await service.writtenLog()}`);
    await this.verify(service, name, this.since);
    // What has failed already does so no more at the end of the service; else the end may be where it fails.
    if (this.disk.look().fired > 0) await service.kill();
    else await service.stop();
    const hasFailed = this.disk.look().fired > 0;
    if (hasFailed) this.failures++;
    return hasFailed ? `${client.refusals} refused` : "not reached";
  }

  /** Waits until a print is stored: what has failed was one operation. */
  private async untilStored(service: ServiceProcess, name: string): Promise<void> {
    const deadline = performance.now() + RECOVERY_MILLISECONDS;
    while (service.isRunning) {
      const before = this.ledger.acknowledged;
      const random = new SeededRandom(this.options.seed);
      await new MixedClient(this.shop.placeOf(service), random, this.ledger, true).print("json");
      if (this.ledger.acknowledged > before) return;
      if (performance.now() > deadline) {
        this.faults.push(`${name}: nothing is stored ${RECOVERY_MILLISECONDS} ms later`);
        return;
      }
      await Bun.sleep(ASK_MILLISECONDS);
    }
  }

  private async verify(service: ServiceProcess, name: string, since: number): Promise<void> {
    const database = openForReading(databasePath(this.shop.dataFolder));
    let findings: MixedFindings;
    try {
      findings = verifyStored(database, this.ledger, Number.POSITIVE_INFINITY, since);
      if (since === 0) await verifyJournals(database, findings);
      const sql = "SELECT max(id) AS id FROM print";
      this.since = database.query<{ id: number | null }, []>(sql).get()?.id ?? 0;
    } finally {
      database.close();
    }
    await verifyServed(service, findings);
    this.ledger.touched.clear();
    this.total.lost += findings.lost;
    this.total.wrong += findings.wrong;
    this.total.doubles += findings.doubles;
    this.faults.push(...findings.faults.map((fault) => `${name}: ${fault}`));
    this.faults.push(...this.ledger.faults.splice(0).map((fault) => `${name}: ${fault}`));
  }
}
