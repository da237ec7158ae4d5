import { Database } from "bun:sqlite";
import { constants, copyFileSync, existsSync, mkdirSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { MEBIBYTE } from "../domain/limits.ts";
import { databasePath } from "../platform/data-folder.ts";
import { syncFile, syncFolder } from "../platform/durable-files.ts";
import { asOwnerOf } from "../platform/folder-owner.ts";
import { removeTree } from "../platform/remove-tree.ts";
import { WorkerProcess } from "../platform/worker-process.ts";
import { openForReading } from "../storage/database.ts";
import { countOf } from "../storage/database-check.ts";
import { requireRoom } from "../storage/disk-room.ts";
import { hasForeignLog, logBytes } from "../storage/generation.ts";
import { schemaVersion } from "../storage/migrate.ts";
import { lockDataFolder } from "../storage/service-lock.ts";
import type { CopyEnd, CopyTask } from "./copy-worker.ts";
import { refused } from "./refused.ts";
import { UPDATE_LIMITS } from "./update-limits.ts";

const PRIVATE_FOLDER_MODE = 0o700;

/** What a database holds, to be compared with what it holds after a migration. */
export interface DataFacts {
  readonly schema: number;
  readonly prints: number;
}

/**
 * Copies the database of a data folder, whether a service runs on it or not.
 * @param into the folder of the copy, made anew
 * @throws what the system says
 */
export async function copyData(folder: string, into: string): Promise<DataFacts> {
  makeAnew(into);
  const isStopped = asOwnerOf(folder, () => {
    using lock = lockDataFolder(folder);
    if (lock !== null) copyStopped(folder, databasePath(into));
    return lock !== null;
  });
  if (!isStopped) await copyBesideService(databasePath(folder), databasePath(into));
  return factsOf(into);
}

/**
 * Keeps the database of a data folder as it is, durable when this returns: all of it, or nothing.
 * @param into the folder of the copy; what is there already is kept
 * @throws TillrollError when a service runs on the folder; what the system says
 */
export function keepData(folder: string, into: string): void {
  if (!existsSync(databasePath(into))) asOwnerOf(folder, () => keep(folder, into));
}

function keep(folder: string, into: string): void {
  const unfinished = `${into}.unfinished`;
  makeAnew(unfinished);
  using lock = lockDataFolder(folder);
  if (lock === null) throw refused(`A service runs on ${folder}, which was stopped for the update.`);
  const copy = databasePath(unfinished);
  copyStopped(folder, copy);
  foldLog(copy);
  syncFile(copy);
  syncFolder(unfinished);
  renameSync(unfinished, into);
  syncFolder(dirname(into));
}

/** @throws TillrollError STORAGE_UNAVAILABLE, with how much is needed, when there is no room for copies of the database */
export function requireRoomForCopies(folder: string, copies: number): void {
  requireRoom({
    folder,
    bytes: (statSync(databasePath(folder)).size + logBytes(databasePath(folder))) * copies,
    spareBytes: SPARE_BYTES,
    refusal: (needed, free) =>
      `The update needs ${needed} MiB on the disk of ${folder} for copies of the database; there are ${free} MiB. ` +
      "Make room first; nothing was changed.",
  });
}

/** What stays free beside the copies, bytes: the service goes on. */
const SPARE_BYTES = 256 * MEBIBYTE;

/** What the database in a folder holds. */
export function factsOf(folder: string): DataFacts {
  using database = openForReading(databasePath(folder));
  return { schema: schemaVersion(database), prints: countOf(database).prints };
}

function makeAnew(folder: string): void {
  removeTree(folder);
  mkdirSync(folder, { mode: PRIVATE_FOLDER_MODE, recursive: true });
}

/** The file, and its log where a crash left one that belongs to it. */
function copyStopped(folder: string, target: string): void {
  const path = databasePath(folder);
  // Where the file system can, the copy shares its blocks, which takes no time.
  copyFileSync(path, target, constants.COPYFILE_FICLONE);
  if (logBytes(path) > 0 && !hasForeignLog(path)) copyFileSync(`${path}-wal`, `${target}-wal`);
}

/**
 * A consistent copy while the service writes. Its log grows meanwhile, and must not become full: prints would be refused.
 * @throws TillrollError when so much comes in that the copy was given up
 */
async function copyBesideService(path: string, target: string): Promise<void> {
  const worker = new WorkerProcess("update/copy-worker");
  const ended = Promise.withResolvers<CopyEnd>();
  worker.onmessage = ({ data }: MessageEvent<CopyEnd>) => ended.resolve(data);
  worker.onerror = ({ message }) => ended.resolve({ fault: message });
  const watch = setInterval(() => {
    if (logBytes(path) > UPDATE_LIMITS.copyLogBytes)
      ended.resolve({ fault: "so much is printed that the copy was given up; do it at a quieter time" });
  }, UPDATE_LIMITS.copyLookMilliseconds);
  worker.postMessage({ path, target } satisfies CopyTask);
  const { fault } = await ended.promise;
  clearInterval(watch);
  worker.terminate();
  if (fault !== null) throw refused(`The data could not be copied: ${fault}. Nothing was changed.`);
}

/** Folds the log of a copy into its file, so that the file alone is everything. */
function foldLog(path: string): void {
  using database = new Database(path, { readwrite: true });
  database.run("PRAGMA journal_mode = WAL");
  database.run("PRAGMA wal_checkpoint(TRUNCATE)");
}
