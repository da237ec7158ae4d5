import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Clock, monotonicClock } from "../domain/clock.ts";
import { MILLISECONDS_PER_DAY } from "../domain/limits.ts";
import { TillrollError } from "../domain/errors.ts";
import type { ComponentHealth, HealthComponent } from "../operations/health.ts";
import type { Log } from "../operations/log.ts";
import { writeDurably } from "../platform/durable-files.ts";
import { type Sent } from "../platform/worker-channel.ts";
import { WorkerThread } from "../platform/worker-thread.ts";
import { PRIVATE_FILE_MODE } from "../storage/database-file.ts";
import type { TriedBackup } from "./drill.ts";
import { clearDrills } from "./drill-scratch.ts";
import type { DrillQuestion } from "./drill-worker.ts";

/** Where the last drill is remembered, in the data folder. */
const RECORD_FILE = "tillroll.drill";

/** From when on it is told that no backup was tried for too long: drills are nightly, and one may be missed. */
const LATE_MILLISECONDS = 2.5 * MILLISECONDS_PER_DAY;

/** What is known of the drills so far. Times are epoch milliseconds. */
export interface DrillRecord {
  readonly triedAt: number;
  /** Of what moment the newest backup is that was restored for a trial; `null` for none. */
  readonly restorableAsOf: number | null;
  /** What it held. */
  readonly prints: number;
  readonly bytes: number;
  /** How long the last one took. */
  readonly milliseconds: number;
  /** Why the last one failed, a sentence; `null` when it went well. */
  readonly fault: string | null;
}

/** Where backups are, and which are to be tried. */
export type DrillTarget = Pick<DrillQuestion, "address" | "access" | "service" | "bytesPerSecond">;

export interface NightlyDrillOptions {
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Where backups are now; `null` for nowhere. */
  readonly target: () => DrillTarget | null;
}

/** Restores the last backup for a trial, in a process of its own, and tells as of when the data can be restored. */
export class NightlyDrill implements HealthComponent {
  readonly name = "restore";
  readonly isNeededToPrint = false;
  private record: DrillRecord | null;
  private running = 0;
  private readonly ending = new AbortController();
  private readonly worker = new WorkerThread<Sent<DrillQuestion, TriedBackup>>({
    entry: "restore/drill-worker",
    isApart: true,
    restMilliseconds: 0,
  });

  constructor(private readonly options: NightlyDrillOptions) {
    this.record = readRecord(options.dataFolder);
    clearDrills(options.dataFolder);
  }

  /** What is known so far; `null` before the first. */
  get last(): DrillRecord | null {
    return this.record;
  }

  /** Whether a backup is being tried now. */
  get isRunning(): boolean {
    return this.running > 0;
  }

  /** Begins to try the newest backup now; what becomes of it {@link last} tells. @throws TillrollError CONFLICT while one is tried */
  begin(): void {
    if (this.isRunning)
      throw new TillrollError("CONFLICT", "A backup is being tried already; wait for its end.");
    // What it meets is remembered, and degrades the health.
    void this.run(this.ending.signal).catch(() => {});
  }

  /** Ends what {@link begin} has begun. */
  close(): void {
    this.ending.abort();
  }

  /** Tries the newest backup, where there is a place for them. @throws what keeps it from being restored */
  async run(signal: AbortSignal): Promise<void> {
    const { dataFolder, clock, log } = this.options;
    const target = this.options.target();
    if (target === null) return;
    const began = monotonicClock();
    const now = clock();
    const onAbort = () => this.worker.end("the service stops");
    signal.addEventListener("abort", onAbort);
    this.running++;
    try {
      const tried = await this.worker.ask({ ...target, dataFolder, now });
      const { asOf, prints, bytes } = tried;
      const milliseconds = Math.round(monotonicClock() - began);
      this.note({ triedAt: now, restorableAsOf: asOf, prints, bytes, milliseconds, fault: null });
      log.write("info", "the last backup was restored for a trial", {
        asOf: localTime(asOf),
        prints,
        milliseconds,
      });
    } catch (error) {
      if (signal.aborted) throw error;
      const fault = error instanceof Error ? error.message : String(error);
      const known = this.record ?? { restorableAsOf: null, prints: 0, bytes: 0 };
      this.note({ ...known, triedAt: now, milliseconds: Math.round(monotonicClock() - began), fault });
      throw error;
    } finally {
      this.running--;
      signal.removeEventListener("abort", onAbort);
    }
  }

  look(): ComponentHealth {
    const { record } = this;
    if (record === null)
      return {
        state: "ok",
        message: "No backup has been restored for a trial yet; that is done after the next.",
      };
    const { restorableAsOf, fault, prints, triedAt } = record;
    const asOf = restorableAsOf === null ? "" : `restorable as of ${localTime(restorableAsOf)}`;
    const details = {
      restorableAsOf: restorableAsOf === null ? null : new Date(restorableAsOf).toISOString(),
      triedAt: new Date(triedAt).toISOString(),
      prints,
    };
    if (fault !== null) {
      const before = asOf === "" ? "No backup could be restored so far." : `Before, it was ${asOf}.`;
      return {
        state: "degraded",
        message: `The last backup could not be restored for a trial: ${fault} ${before}`,
        details,
      };
    }
    const message = `${asOf.replace(/^r/, "R")}: ${prints} prints were restored for a trial and compared.`;
    if (this.options.clock() - triedAt < LATE_MILLISECONDS) return { state: "ok", message, details };
    return { state: "degraded", message: `${message} No backup has been tried since.`, details };
  }

  private note(record: DrillRecord): void {
    this.record = record;
    try {
      const path = join(this.options.dataFolder, RECORD_FILE);
      writeDurably(path, JSON.stringify(record), PRIVATE_FILE_MODE);
    } catch (error) {
      // It is known until the next start.
      this.options.log.write("warning", "the result of the restore drill is not remembered", {
        error: String(error),
      });
    }
  }
}

function readRecord(folder: string): DrillRecord | null {
  try {
    return JSON.parse(readFileSync(join(folder, RECORD_FILE), "utf8")) as DrillRecord;
  } catch {
    return null;
  }
}

/** By the clock on the wall of this machine, to the minute. */
function localTime(at: number): string {
  return new Date(at).toLocaleString("sv-SE").slice(0, 16);
}
