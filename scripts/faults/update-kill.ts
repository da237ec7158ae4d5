import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { databasePath } from "../../src/platform/data-folder.ts";
import { findService } from "../../src/platform/running-service.ts";
import { readJournal, updatePaths } from "../../src/update/update-folder.ts";
import { compile, DISTRIBUTION } from "../build/compile.ts";
import { createToken, ownEnvironment, ServiceProcess } from "../service/service-process.ts";
import { sendCreate } from "./client.ts";
import { killAt, killMoment } from "./kill-moment.ts";
import type { PrintAnswer } from "./ledger.ts";
import { SeededRandom } from "./random.ts";
import { storedPrints, type StoredPrints } from "./stored-prints.ts";

const PRINTS = 30;
const PRINT_BYTES = 5000;
const NEWER_VERSION = "9.9.9";
const NEWER_FILE = "tillroll-update-kill";
/** What the newer version's migration does. */
const MIGRATION = "CREATE TABLE of_a_later_version (id INTEGER PRIMARY KEY) STRICT;";

/** How long the newer version is watched, and how long an update may take before it is killed, milliseconds. */
const TRIAL = "1s";
const LONGEST_LIFE_MILLISECONDS = 5000;

/** How long a service of a trial may take until it can be ended, milliseconds: machines that test are busy. */
const END_MILLISECONDS = 30_000;

const PAUSE_MILLISECONDS = 10;

export interface UpdateKillOptions {
  /** The executable that is updated. */
  readonly binary: string;
  /** An empty folder. */
  readonly folder: string;
  readonly rounds: number;
  readonly seed: number;
  readonly onRound?: (line: string) => void;
}

export interface UpdateKillReport {
  readonly kills: number;
  readonly installed: number;
  /** Prints that were stored while a version was tried. */
  readonly meanwhile: number;
  readonly faults: readonly string[];
}

/**
 * Kills an update again and again: what is installed then is the old version with its database or the new one with its own,
 * and every print is there that either has acknowledged.
 */
export async function runUpdateKills(options: UpdateKillOptions): Promise<UpdateKillReport> {
  const { binary, folder, rounds, seed, onRound } = options;
  const newer = await buildNewer(folder);
  const begun = await prepare(binary, join(folder, "before"));
  const random = new SeededRandom(seed);
  const report = { kills: 0, installed: 0, meanwhile: 0, faults: [] as string[] };
  for (let round = 1; round <= rounds && report.faults.length === 0; round++) {
    const here = new UpdatedInstallation(join(folder, `round-${round}`), binary, begun);
    const wasKilled = await here.updateAndKill(newer, random);
    if (wasKilled) report.kills++;
    if (random.happens(0.5)) await here.serveOnce();
    const version = await here.finish();
    if (version === NEWER_VERSION) report.installed++;
    report.meanwhile += here.meanwhile;
    report.faults.push(...here.faults.map((fault) => `round ${round}: ${fault}`));
    onRound?.(
      `round ${round}: ${wasKilled ? "killed" : "ended"} ${here.phase}, ${here.meanwhile} prints meanwhile, now ${version}, ${here.faults.length} faults`,
    );
    if (here.faults.length === 0) rmSync(here.folder, { recursive: true });
  }
  return report;
}

/** An executable that is a later version, with a migration more. */
async function buildNewer(folder: string): Promise<string> {
  const variant = { version: NEWER_VERSION, migrations: [MIGRATION] };
  await compile({ file: NEWER_FILE, marks: [] }, variant);
  const path = join(folder, "newer");
  copyFileSync(join(DISTRIBUTION, NEWER_FILE), path);
  rmSync(join(DISTRIBUTION, NEWER_FILE));
  return path;
}

interface Prepared {
  readonly dataFolder: string;
  readonly token: string;
  readonly prints: StoredPrints;
}

/** A data folder with some prints, from which each round begins. */
async function prepare(binary: string, dataFolder: string): Promise<Prepared> {
  const token = await createToken([binary], dataFolder);
  const service = await ServiceProcess.start({ command: [binary], dataFolder });
  const random = new SeededRandom(1);
  for (let print = 0; print < PRINTS; print++) await store(service.workspaceAddress, token, random);
  await service.stop();
  return { dataFolder, token, prints: storedPrints(dataFolder) };
}

/** @returns the print's id and hash; `null` where nobody answered */
async function store(
  workspaceAddress: string,
  token: string,
  random: SeededRandom,
): Promise<readonly [id: number, hash: string] | null> {
  const raw = random.bytes(random.integer(1, PRINT_BYTES));
  const sha256 = new Bun.CryptoHasher("sha256").update(raw).digest("hex");
  const printKey = Bun.randomUUIDv7();
  const sent = { printKey, idempotencyKey: null, label: printKey, raw, sha256 };
  try {
    const response = await sendCreate({ workspaceAddress, token }, sent);
    return response.status === 201 ? [((await response.json()) as PrintAnswer).id, sha256] : null;
  } catch {
    return null;
  }
}

/** An executable and data of their own, that are updated once. */
class UpdatedInstallation {
  readonly faults: string[] = [];
  /** In which phase it was when it was killed, or ended. */
  phase = "before it began";
  meanwhile = 0;
  private readonly executable: string;
  private readonly dataFolder: string;
  private readonly prints: Map<number, string>;
  private readonly environment: Record<string, string>;

  constructor(
    readonly folder: string,
    binary: string,
    private readonly begun: Prepared,
  ) {
    this.executable = join(folder, "bin", "tillroll");
    this.dataFolder = join(folder, "data");
    mkdirSync(join(folder, "bin"), { recursive: true });
    copyFileSync(binary, this.executable);
    cpSync(begun.dataFolder, this.dataFolder, { recursive: true });
    this.prints = new Map(begun.prints);
    this.environment = { ...ownEnvironment(), TILLROLL_PORT: "0", TILLROLL_HOST: "127.0.0.1" };
  }

  /** @returns whether it was killed before its end */
  async updateAndKill(newer: string, random: SeededRandom): Promise<boolean> {
    const child = this.start(["update", newer, "--allow-unsigned", "--trial", TRIAL]);
    const paths = updatePaths(this.dataFolder);
    const marks = [paths.journal, databasePath(paths.before), paths.oldExecutable];
    const printing = this.printMeanwhile(child, random);
    const wasKilled = await killAt(child, killMoment(random, LONGEST_LIFE_MILLISECONDS, marks));
    this.phase = readJournal(this.dataFolder)?.phase ?? (wasKilled ? "before it began" : "in order");
    // A power cut ends what was started for the trial as well.
    if (random.happens(0.5)) await this.endTrial();
    await printing;
    return wasKilled;
  }

  /** Has what is installed serve for a moment. */
  async serveOnce(): Promise<void> {
    await this.endTrial();
    if (!existsSync(this.executable)) return;
    const { environment, dataFolder, executable } = this;
    const service = await ServiceProcess.start({ command: [executable], dataFolder, environment });
    await this.storeOne(service.workspaceAddress, new SeededRandom(2));
    await service.stop();
  }

  /** Finishes what was broken off, and compares. @returns the version that is installed */
  async finish(): Promise<string> {
    const deadline = performance.now() + END_MILLISECONDS;
    for (;;) {
      const resuming = this.start(["update", "--resume"]);
      const said = await new Response(resuming.stderr).text();
      const exitCode = await resuming.exited;
      // A version that was not well in time was taken back: that is an end too.
      if (exitCode === 0 || (said === "" && readJournal(this.dataFolder) === null)) break;
      // A service that was just starting cannot be found yet, and is to be stopped first: it says so.
      const isTold = said.includes("A service runs on");
      if (!isTold || performance.now() > deadline) {
        this.faults.push(`it cannot be finished: ${said}`);
        break;
      }
      await this.endTrial();
    }
    if (readJournal(this.dataFolder) !== null) this.faults.push("it is not finished");
    await this.endTrial();
    const { environment, dataFolder, executable } = this;
    const service = await ServiceProcess.start({ command: [executable], dataFolder, environment });
    await service.stop();
    const found = storedPrints(dataFolder);
    for (const [id, hash] of this.prints)
      if (found.get(id) !== hash)
        this.faults.push(`print ${id} ${found.has(id) ? "has other bytes" : "is lost"}`);
    return Bun.spawnSync([executable, "--version"]).stdout.toString().trim();
  }

  /** Stores prints for as long as the update goes on, whenever a service is there. */
  private async printMeanwhile(child: Bun.Subprocess, random: SeededRandom): Promise<void> {
    const own = new SeededRandom(random.integer(0, 2 ** 32 - 1));
    while (child.exitCode === null && child.signalCode === null) {
      const service = findService(this.dataFolder);
      if (service !== null && (await this.storeOne(`${service.address}/api/workspace/default`, own)))
        this.meanwhile++;
      await Bun.sleep(PAUSE_MILLISECONDS);
    }
  }

  private async storeOne(workspaceAddress: string, random: SeededRandom): Promise<boolean> {
    const stored = await store(workspaceAddress, this.begun.token, random);
    if (stored === null) return false;
    const [id, hash] = stored;
    if (this.prints.has(id)) this.faults.push(`number ${id} was given to two prints`);
    this.prints.set(id, hash);
    return true;
  }

  /** Kills the service that an update has started, also one that has not said yet where it is. */
  private async endTrial(): Promise<void> {
    const started = servicesOf(this.dataFolder);
    for (const processId of started) process.kill(processId, "SIGKILL");
    while (started.some(isAlive)) await Bun.sleep(PAUSE_MILLISECONDS);
  }

  private start(words: readonly string[]) {
    return Bun.spawn([this.executable, ...words, "--data", this.dataFolder], {
      env: this.environment,
      stdin: "ignore",
      stdout: "ignore",
      stderr: "pipe",
    });
  }
}

/** The processes that serve a folder: by their words, where the system tells them, else the one that the folder's note names. */
function servicesOf(dataFolder: string): number[] {
  if (process.platform !== "linux") {
    const noted = findService(dataFolder);
    return noted !== null && isAlive(noted.processId) ? [noted.processId] : [];
  }
  return readdirSync("/proc")
    .map(Number)
    .filter((processId) => {
      try {
        const words = readFileSync(`/proc/${processId}/cmdline`, "utf8").split("\0");
        return words.includes("serve") && words.includes(dataFolder);
      } catch {
        // It has ended meanwhile, or is no process.
        return false;
      }
    });
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}
