import { mkdirSync } from "node:fs";
import { removeTree } from "../platform/remove-tree.ts";
import type { BackupPlace } from "../backup/backup-place.ts";
import { Pace } from "../backup/pace.ts";
import { TillrollError } from "../domain/errors.ts";
import { MEBIBYTE } from "../domain/limits.ts";
import { databasePath } from "../platform/data-folder.ts";
import { openForReading } from "../storage/database.ts";
import { freeBytesUnder, requireRoom } from "../storage/disk-room.ts";
import { buildDatabase, finishDatabase } from "./build-database.ts";
import { type Comparison, comparePrints } from "./compare-prints.ts";
import { removeDrills, scratchIn } from "./drill-scratch.ts";
import { NOTHING_KNOWN } from "./known-since.ts";
import { placedBackup } from "./placed-backup.ts";
import { areOfOneService } from "./present-state.ts";
import type { RestorableState } from "./restore-source.ts";

/** What is left free of the disk where a backup is restored for a trial: prints go on. */
const LEFT_FREE_BYTES = 512 * MEBIBYTE;

/** A backup that was restored for a trial. */
export interface TriedBackup {
  /** Of what moment it is, epoch milliseconds. */
  readonly asOf: number;
  readonly prints: number;
  readonly bytes: number;
  /** Prints that are the same in the present database; `null` where there is none, or another service's. */
  readonly same: number | null;
}

export interface TrialOptions {
  /** An empty folder with room, which is left as it is then. */
  readonly scratch: string;
  /** The database that went on from the backup; `null` for none. */
  readonly present: string | null;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly pace: Pick<Pace, "spend">;
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

/**
 * Restores a state as `tillroll restore` does, but for putting it in its place, and compares it with the present database.
 * @throws TillrollError BACKUP_DAMAGED when it cannot be restored, or is not the same; what reading it throws
 */
export async function tryState(state: RestorableState, options: TrialOptions): Promise<TriedBackup> {
  const { scratch, present, now, pace, onProgress } = options;
  const building = { pace: pace.spend, ...(onProgress !== undefined && { onProgress }) };
  const { prints, bytes, newestPrintAt } = await buildDatabase(state, scratch, building);
  const asOf = state.asOf ?? newestPrintAt ?? 0;
  finishDatabase(scratch, { asOf, restoredAt: now, since: NOTHING_KNOWN });
  if (present === null) return { asOf, prints, bytes, same: null };
  const { same, differences } = await compareFiles(databasePath(scratch), present, pace);
  if (differences.length === 0) return { asOf, prints, bytes, same };
  const message = `The backup of ${new Date(asOf).toISOString()} is not what is stored: ${differences.join("; ")}.`;
  throw new TillrollError("BACKUP_DAMAGED", message, { differences });
}

async function compareFiles(
  restored: string,
  present: string,
  pace: Pick<Pace, "spend">,
): Promise<Comparison | { readonly same: null; readonly differences: readonly [] }> {
  const [those, these] = [openForReading(restored), openForReading(present)];
  try {
    if (!areOfOneService(those, these)) return { same: null, differences: [] };
    return await comparePrints(those, these, () => pace.spend(0));
  } finally {
    those.close();
    these.close();
  }
}

export interface DrillOptions {
  readonly place: BackupPlace;
  /** Whose backups, where several services share the place. */
  readonly service: string;
  readonly dataFolder: string;
  readonly now: number;
  readonly bytesPerSecond: number;
}

/**
 * Tries the newest backup of a service, beside the service: in a folder of its own, on the data's disk where there is room,
 * else on the place's.
 * @throws TillrollError STORAGE_UNAVAILABLE when there is no room; as {@link tryState}
 */
export async function drill(options: DrillOptions): Promise<TriedBackup> {
  const { place, service, dataFolder, now, bytesPerSecond } = options;
  removeDrills([dataFolder, place.folder], service);
  const state = await placedBackup(place, { at: null, service });
  const folder = [dataFolder, place.folder].find((each) => each !== null && hasRoom(each, state.bytes));
  if (folder === undefined || folder === null) throw noRoom(state.bytes);
  const scratch = scratchIn(folder, service);
  mkdirSync(scratch, { mode: 0o700 });
  try {
    const pace = new Pace(bytesPerSecond);
    return await tryState(state, { scratch, present: databasePath(dataFolder), now, pace });
  } finally {
    removeTree(scratch);
  }
}

function hasRoom(folder: string, bytes: number): boolean {
  return freeBytesUnder(folder) >= bytes + LEFT_FREE_BYTES;
}

/** @throws TillrollError STORAGE_UNAVAILABLE when a folder has no room for a state */
export function requireScratch({ bytes }: RestorableState, folder: string): void {
  requireRoom({
    folder,
    bytes,
    refusal: (needed) =>
      `${folder} has no room for the database: ${needed} MiB would have to be free. Name another folder with --scratch.`,
  });
}

function noRoom(bytes: number): TillrollError {
  const needed = Math.ceil((bytes + LEFT_FREE_BYTES) / MEBIBYTE);
  return new TillrollError(
    "STORAGE_UNAVAILABLE",
    `No disk has room to try the backup: ${needed} MiB would have to be free, on the disk of the data or of the backups.`,
    { reason: "DISK_FULL" },
  );
}
