import type { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type AuditActor, audit } from "../audit/audit-entry.ts";
import { TillrollError } from "../domain/errors.ts";
import { formatInstant } from "../domain/instant.ts";
import { databasePath } from "../platform/data-folder.ts";
import { leaveToOwnerOf } from "../platform/folder-owner.ts";
import type { CheckedDatabase } from "../storage/database-check.ts";
import { openForReading } from "../storage/database.ts";
import {
  abandonReplacement,
  beginReplacement,
  finishReplacement,
  isReplacing,
  replaceFiles,
} from "../storage/replacement.ts";
import { requireRoom } from "../storage/disk-room.ts";
import { lockDataFolder, lockFileOf } from "../storage/service-lock.ts";
import { buildDatabase, finishDatabase, writeSettings } from "./build-database.ts";
import { knownSince } from "./known-since.ts";
import type { Settled } from "./old-state.ts";
import { lookAtPresent, type PresentState } from "./present-state.ts";
import type { BuildOptions, RestorableState } from "./restore-source.ts";

/** What the names of folders begin with that keep what was there before a restore. */
const KEPT_PREFIX = "before-restore-";

export interface RestoreOptions extends BuildOptions {
  readonly dataFolder: string;
  /** Who restores. */
  readonly actor: AuditActor;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Whether settings that are there are replaced by the backup's. */
  readonly withSettings: boolean;
  /** Whether to do all but put it in its place. */
  readonly isDryRun: boolean;
}

/** What was restored, or would be. */
export interface RestoreReport {
  readonly restored: CheckedDatabase;
  readonly asOf: number;
  readonly settled: Settled;
  /** Why it is not known what was erased, revoked or held after it; `null` where it is, as far as there is anything. */
  readonly unknownSince: string | null;
  readonly present: PresentState;
  /** Names of the files of settings that were taken from the backup, and of those left as they are. */
  readonly settings: readonly string[];
  readonly keptSettings: readonly string[];
  /** The folder that has what was there; `null` where there was nothing, and after a dry run. */
  readonly keptIn: string | null;
}

/**
 * Puts a state in the place of a folder's database: builds and checks it beside the present one, which is touched only when
 * all of it is ready, and kept. A restore that ends at any point leaves the old or the new: see `storage/replacement.ts`.
 * @throws TillrollError STORAGE_UNAVAILABLE when a service runs there, or there is no room; BACKUP_DAMAGED; what reading the
 *   state throws
 */
export async function restore(state: RestorableState, options: RestoreOptions): Promise<RestoreReport> {
  const { dataFolder, isDryRun } = options;
  using lock = lockDataFolder(dataFolder);
  if (lock === null) throw isRunning(dataFolder);
  finishReplacement(dataFolder);
  const incoming = beginReplacement(dataFolder);
  try {
    const report = await build(state, incoming, options);
    if (isDryRun) return report;
    const keptAs = newKeptName(dataFolder, options.now);
    leaveToOwnerOf(dataFolder, incoming, lockFileOf(dataFolder));
    replaceFiles(dataFolder, { keptAs, alongside: report.settings });
    const keptIn = join(dataFolder, keptAs);
    if (!existsSync(keptIn)) return report;
    leaveToOwnerOf(dataFolder, keptIn);
    return { ...report, keptIn };
  } finally {
    // Where it was decided and could not be finished, what is to come in is still needed.
    if (!isReplacing(dataFolder)) abandonReplacement(dataFolder);
  }
}

async function build(
  state: RestorableState,
  incoming: string,
  options: RestoreOptions,
): Promise<RestoreReport> {
  const { dataFolder, now, withSettings } = options;
  requireRoom({
    folder: dataFolder,
    bytes: state.bytes,
    refusal: (needed, free) =>
      `The restored database needs ${needed} MiB beside the present one, and ${free} MiB are free on the disk of ${dataFolder}. ` +
      "Nothing was changed. Make room, or restore into a folder on another disk with --data.",
  });
  const restored = await buildDatabase(state, incoming, options);
  const present = withDatabaseAt(incoming, (database) => lookAtPresent(dataFolder, database, restored));
  const asOf = state.asOf ?? restored.newestPrintAt ?? 0;
  const since = await knownSince(state, present.known, incoming, options);
  const details = { asOf: formatInstant(asOf), prints: restored.prints };
  const note = audit(options.actor, "backup.restored", state.title, details);
  const settled = finishDatabase(incoming, { asOf, restoredAt: now, since }, note);
  const isThere = (name: string) => existsSync(join(dataFolder, name));
  const settings = state.settings.filter((name) => withSettings || !isThere(name));
  await writeSettings(state, incoming, settings);
  return {
    restored,
    asOf,
    settled,
    unknownSince: since.fault,
    present,
    settings,
    keptSettings: state.settings.filter((name) => !settings.includes(name)),
    keptIn: null,
  };
}

/** A name that no folder has: two restores may be within a second. */
function newKeptName(dataFolder: string, now: number): string {
  const name = `${KEPT_PREFIX}${new Date(now).toISOString().replace(/[-:]|\.\d+/g, "")}`;
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}-${number}`;
    if (!existsSync(join(dataFolder, candidate))) return candidate;
  }
}

function withDatabaseAt<Result>(folder: string, work: (database: Database) => Result): Result {
  const database = openForReading(databasePath(folder));
  try {
    return work(database);
  } finally {
    database.close();
  }
}

function isRunning(folder: string): TillrollError {
  return new TillrollError(
    "STORAGE_UNAVAILABLE",
    `A Tillroll service is running on ${folder}: nothing was changed. Stop it first, or have it stopped and started again with ` +
      "--stop, where it is one that the machine starts.",
    { reason: "ALREADY_RUNNING" },
  );
}
