import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { databasePath } from "../../src/platform/data-folder.ts";
import { isReplacing } from "../../src/storage/replacement.ts";
import { createToken, ownEnvironment, ServiceProcess } from "../service/service-process.ts";
import { sendCreate } from "./client.ts";
import { killAt, killMoment } from "./kill-moment.ts";
import type { PrintAnswer } from "./ledger.ts";
import { SeededRandom } from "./random.ts";
import { difference, storedPrints, type StoredPrints } from "./stored-prints.ts";

/** Prints of each round; enough that building takes longer than starting the command. */
const PRINTS_PER_ROUND = 40;
const PRINT_BYTES = 20_000;

/** The longest that a restore goes on before it is killed, milliseconds. */
const LONGEST_LIFE_MILLISECONDS = 400;

/** Backups that are kept to be restored. */
const BACKUPS = 3;

export interface RestoreKillOptions {
  /** The words that run Tillroll. */
  readonly command: readonly string[];
  /** An empty folder. */
  readonly folder: string;
  readonly rounds: number;
  readonly seed: number;
  readonly onRound?: (line: string) => void;
}

export interface RestoreKillReport {
  /** How many restores were killed, and how many of these had happened all the same, or are there as before. */
  readonly kills: number;
  readonly restored: number;
  readonly faults: readonly string[];
}

/** A backup, and what it has. */
interface Backup {
  readonly from: string;
  readonly prints: StoredPrints;
}

/**
 * Kills a restore again and again, at any moment and in the midst of the swap: what is there after the next start is all of
 * the old state or all of the new one, the old one is kept where it is the new one, and no number is given to two prints.
 */
export async function runRestoreKills(options: RestoreKillOptions): Promise<RestoreKillReport> {
  const loop = new RestoreKills(options);
  await loop.begin();
  for (let round = 1; round <= options.rounds && loop.faults.length === 0; round++) await loop.run(round);
  return { kills: loop.kills, restored: loop.restored, faults: loop.faults };
}

class RestoreKills {
  readonly faults: string[] = [];
  kills = 0;
  restored = 0;
  private readonly random;
  private readonly dataFolder;
  private readonly backups: Backup[] = [];
  /** Every number that was ever given, with the hash of its print. */
  private readonly given = new Map<number, string>();
  private present: StoredPrints = new Map();
  private token = "";

  constructor(private readonly options: RestoreKillOptions) {
    this.random = new SeededRandom(options.seed);
    this.dataFolder = join(options.folder, "data");
  }

  async begin(): Promise<void> {
    this.token = await createToken(this.options.command, this.dataFolder);
    await this.printSome();
    this.backUp("backup-0");
  }

  async run(round: number): Promise<void> {
    const { random, dataFolder } = this;
    await this.printSome();
    const backup = random.pick(this.backups);
    if (backup === undefined) throw new Error("there is no backup");
    const before = this.present;
    const keptBefore = this.kept();
    // A second one may be killed while it finishes, or undoes, what the first has begun.
    let [kills, attempts] = [0, random.happens(0.3) ? 2 : 1];
    for (; attempts > 0; attempts--) if (await this.killRestore(backup)) kills++;
    this.kills += kills;
    const service = await ServiceProcess.start({ command: this.options.command, dataFolder });
    await service.stop();
    if (isReplacing(dataFolder) || existsSync(join(dataFolder, "replacement")))
      this.fault(round, "something of the replacement is left");
    this.present = storedPrints(dataFolder);
    const isNew = difference(this.present, backup.prints) === null;
    const isOld = difference(this.present, before) === null;
    if (!isNew && !isOld) this.fault(round, `neither old (${difference(this.present, before)}) nor new`);
    const kept = this.kept().filter((folder) => !keptBefore.includes(folder));
    if (isNew && !isOld) this.verifyKept(round, kept, before);
    if (isNew) this.restored++;
    for (const folder of kept) rmSync(folder, { recursive: true });
    if (random.happens(0.4)) this.backUp(`backup-${round}`);
    const what = isOld ? "as before" : "restored";
    this.options.onRound?.(
      `round ${round}: killed ${kills} times, ${what}: ${this.present.size} prints, ${this.faults.length} faults`,
    );
  }

  /** @returns whether it was killed before its end */
  private async killRestore({ from }: Backup): Promise<boolean> {
    const { dataFolder, random } = this;
    const { command } = this.options;
    const child = Bun.spawn([...command, "restore", from, "--data", dataFolder], {
      env: ownEnvironment(),
      stdin: "ignore",
      stdout: "ignore",
      stderr: "pipe",
    });
    const said = new Response(child.stderr).text();
    const marks = ["tillroll.replacement", "replacement", join("replacement", "tillroll.sqlite")];
    const moment = killMoment(
      random,
      LONGEST_LIFE_MILLISECONDS,
      marks.map((name) => join(dataFolder, name)),
    );
    const wasKilled = await killAt(child, moment);
    if (!wasKilled && child.exitCode !== 0) this.faults.push(`a restore failed: ${await said}`);
    return wasKilled;
  }

  /** The old state is kept in one of the folders, whole. */
  private verifyKept(round: number, kept: readonly string[], before: StoredPrints): void {
    const isKept = kept.some((folder) => {
      const hasDatabase = existsSync(databasePath(folder));
      return hasDatabase && difference(storedPrints(folder), before) === null;
    });
    if (!isKept) this.fault(round, `the old state is not in ${kept.join(", ") || "any folder"}`);
  }

  /** Has a service store prints, and ends it, by a kill or in order. */
  private async printSome(): Promise<void> {
    const { command } = this.options;
    const { dataFolder, token, random } = this;
    const service = await ServiceProcess.start({ command, dataFolder });
    const endpoint = { workspaceAddress: service.workspaceAddress, token };
    const stored = new Map(this.present);
    for (let number = 0; number < PRINTS_PER_ROUND; number++) {
      const raw = random.bytes(random.integer(1, PRINT_BYTES));
      const hash = new Bun.CryptoHasher("sha256").update(raw).digest("hex");
      const printKey = Bun.randomUUIDv7();
      const sent = { printKey, idempotencyKey: null, label: printKey, raw, sha256: hash };
      const response = await sendCreate(endpoint, sent);
      if (response.status !== 201) throw new Error(await response.text());
      const { id } = (await response.json()) as PrintAnswer;
      if (this.given.has(id)) this.faults.push(`number ${id} was given to two prints`);
      this.given.set(id, hash);
      stored.set(id, hash);
    }
    if (random.happens(0.5)) await service.kill();
    else await service.stop();
    this.present = stored;
    const lost = difference(storedPrints(dataFolder), stored);
    if (lost !== null) this.faults.push(`after prints were stored: ${lost}`);
  }

  private kept(): string[] {
    const names = readdirSync(this.dataFolder).filter((name) => name.startsWith("before-restore-"));
    return names.map((name) => join(this.dataFolder, name));
  }

  /** Copies the database with its log, as a person does while no service runs. */
  private backUp(name: string): void {
    const from = join(this.options.folder, name);
    mkdirSync(from);
    for (const file of readdirSync(this.dataFolder))
      if (/^tillroll\.sqlite(-wal|-generation)?$/.test(file))
        cpSync(join(this.dataFolder, file), join(from, file));
    this.backups.push({ from, prints: storedPrints(from) });
    while (this.backups.length > BACKUPS)
      rmSync(this.backups.shift()?.from ?? "", { recursive: true, force: true });
  }

  private fault(round: number, what: string): void {
    this.faults.push(`round ${round}: ${what}`);
  }
}
