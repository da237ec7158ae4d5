import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { databasePath } from "../../src/platform/data-folder.ts";
import { openForReading } from "../../src/storage/database.ts";
import { createToken, ownEnvironment, ServiceProcess } from "../service/service-process.ts";
import type { Endpoint } from "./client.ts";
import { SeededRandom } from "./random.ts";
import { PurgeLedger, type PurgedPrint } from "./purge-ledger.ts";

const CLIENTS = 6;
const LONGEST_LIFE_MILLISECONDS = 1500;

/** How long deleted prints stay, and how often it is looked. */
const PURGE_AFTER = "1s";
const PAUSE_MILLISECONDS = 30;

/** How long a client waits at most between two requests. */
const LONGEST_PAUSE_MILLISECONDS = 120;

/** How long the files may have something of what was erased after a start, milliseconds: machines that test are busy. */
const CLEAN_MILLISECONDS = 120_000;

export interface PurgeKillOptions {
  /** The words that run Tillroll. */
  readonly command: readonly string[];
  /** An empty folder. */
  readonly folder: string;
  readonly rounds: number;
  readonly seed: number;
  readonly onRound?: (line: string) => void;
}

export interface PurgeKillReport {
  readonly stored: number;
  readonly erased: number;
  readonly purged: number;
  readonly faults: readonly string[];
}

/**
 * Kills a service while prints are stored, deleted, purged and erased: what was erased is gone, from every file in the end, what was
 * not is whole, and nothing is half removed.
 */
export async function runPurgeKills(options: PurgeKillOptions): Promise<PurgeKillReport> {
  const { command, folder: dataFolder, rounds, seed, onRound } = options;
  const random = new SeededRandom(seed);
  const ledger = new PurgeLedger();
  const token = await createToken(command, dataFolder, ["read", "write", "admin"]);
  for (let round = 1; round <= rounds && ledger.faults.length === 0; round++) {
    const environment = { ...ownEnvironment(), TILLROLL_PURGE_AFTER: PURGE_AFTER };
    const service = await ServiceProcess.start({ command, dataFolder, environment });
    const purging = purgeOnAndOn(service, ledger);
    const endpoint = { workspaceAddress: service.workspaceAddress, token };
    const clients = Array.from({ length: CLIENTS }, () => {
      const own = new SeededRandom(random.integer(0, 2 ** 32 - 1));
      return new PurgeClient(endpoint, own, ledger).run();
    });
    await Bun.sleep(random.integer(20, LONGEST_LIFE_MILLISECONDS));
    await service.kill();
    await Promise.all([...clients, purging]);
    // With the same limits: others would wait for a day.
    const next = await ServiceProcess.start({ command, dataFolder, environment });
    try {
      const database = openForReading(databasePath(dataFolder));
      try {
        ledger.verify(database);
      } finally {
        database.close();
      }
      if (random.happens(0.3) || round === rounds) await untilClean(dataFolder, ledger);
    } finally {
      await next.kill();
    }
    onRound?.(
      `round ${round}: ${ledger.count("there")} there, ${ledger.count("erased")} erased, ${ledger.count("purged")} purged, ${ledger.faults.length} faults`,
    );
  }
  const counts = { erased: ledger.count("erased"), purged: ledger.count("purged") };
  return { stored: ledger.prints.size, ...counts, faults: ledger.faults };
}

/** Has the service purge what was deleted, again and again until it is cut off. */
async function purgeOnAndOn({ address, localToken }: ServiceProcess, ledger: PurgeLedger): Promise<void> {
  const headers = { Authorization: `Bearer ${localToken}`, "Content-Type": "application/json" };
  for (;;) {
    try {
      const response = await fetch(`${address}/api/retention/run`, { method: "POST", headers, body: "{}" });
      const text = await response.text();
      if (!response.ok) ledger.faults.push(`retention: answered ${response.status} ${text.slice(0, 200)}`);
    } catch {
      return;
    }
    await Bun.sleep(PAUSE_MILLISECONDS);
  }
}

/** A client that stores prints and takes some of its own away again, until it is cut off. */
class PurgeClient {
  private readonly own: PurgedPrint[] = [];

  constructor(
    private readonly endpoint: Endpoint,
    private readonly random: SeededRandom,
    private readonly ledger: PurgeLedger,
  ) {}

  async run(): Promise<void> {
    for (let goesOn = true; goesOn;) {
      // Purging stands back while prints come in.
      await Bun.sleep(this.random.integer(0, LONGEST_PAUSE_MILLISECONDS));
      const print = this.random.happens(0.45) ? this.random.pick(this.own) : undefined;
      if (print === undefined || print.state === "erased") goesOn = await this.create();
      else if (print.state === "there" && this.random.happens(0.75))
        goesOn = await this.change(print, "deleted");
      else goesOn = await this.change(print, "erased");
    }
  }

  private async create(): Promise<boolean> {
    // Shorter than what is compressed: it stands in the files as it is.
    const marker = `Marked-${Bun.randomUUIDv7()}`;
    this.ledger.unanswered.add(marker);
    const query = new URLSearchParams({ printKey: marker, label: marker });
    const answer = await this.send(`/prints?${query}`, "POST", marker, "application/octet-stream");
    if (answer === null) return false;
    const { id } = answer as { id: number };
    const print: PurgedPrint = { id, marker, state: "there", wanted: null };
    this.ledger.unanswered.delete(marker);
    this.ledger.prints.set(id, print);
    this.own.push(print);
    return true;
  }

  private async change(print: PurgedPrint, wanted: "deleted" | "erased"): Promise<boolean> {
    print.wanted = wanted;
    const path = `/prints/${print.id}`;
    const answer =
      wanted === "deleted"
        ? await this.send(path, "DELETE", null)
        : await this.send(`${path}/erase`, "POST", JSON.stringify({ reason: "The guest asked for it." }));
    if (answer === null) return false;
    print.state = wanted;
    print.wanted = null;
    return true;
  }

  /** @returns the answer; `null` when it was cut off */
  private async send(
    path: string,
    method: string,
    body: string | null,
    contentType = "application/json",
  ): Promise<unknown> {
    const { workspaceAddress, token } = this.endpoint;
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": contentType };
    try {
      const response = await fetch(workspaceAddress + path, { method, headers, body });
      const text = await response.text();
      if (response.ok) return JSON.parse(text);
      this.ledger.faults.push(`${method} ${path}: answered ${response.status} ${text.slice(0, 200)}`);
      return null;
    } catch {
      return null;
    }
  }
}

/** Waits until no file of the folder has anything of what was erased. */
async function untilClean(dataFolder: string, ledger: PurgeLedger): Promise<void> {
  const markers = ledger.erasedMarkers();
  const deadline = performance.now() + CLEAN_MILLISECONDS;
  for (;;) {
    const left = markers.filter((marker) => filesWith(dataFolder, marker).length > 0);
    if (left.length === 0) return;
    if (performance.now() > deadline) {
      const [first = ""] = left;
      ledger.faults.push(
        `${left.length} erased prints are still in ${filesWith(dataFolder, first).join(", ")}`,
      );
      return;
    }
    await Bun.sleep(100);
  }
}

function filesWith(folder: string, marker: string): string[] {
  const forms = [marker, marker.toLowerCase()];
  return readdirSync(folder).filter((name) => {
    if (!name.startsWith("tillroll.sqlite")) return false;
    const content = readFileSync(join(folder, name));
    return forms.some((form) => content.includes(form));
  });
}
