import { accessSync, constants, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TillrollError } from "../domain/errors.ts";
import { MEBIBYTE, MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import { RESERVE_BYTES } from "../domain/storage-limits.ts";
import type { Log } from "../operations/log.ts";
import { databasePath } from "../platform/data-folder.ts";
import { openDataFolder, openDataFolderForReading, tellLogDamage, tellMovedLog } from "./data-folder.ts";
import { type HeldFile, PRIVATE_FILE_MODE } from "./database-file.ts";
import { storageError, storageReason } from "./storage-error.ts";
import { Writer, type WriterEvents } from "./writer.ts";

/** How often a disk that could not be written is tried again, milliseconds. */
const TRIAL_MILLISECONDS = 3 * MILLISECONDS_PER_SECOND;

/** A data folder as a service has it: to write and read, or, on a full or read-only disk, to read alone. */
export interface OpenedStorage {
  readonly path: string;
  /** What reading connections open. */
  readonly readingPath: string;
  /** The database's file; `null` when it is only read. */
  readonly held: HeldFile | null;
  /** Why it can only be read; `null` when it can be written. */
  readonly trouble: TillrollError | null;
  release(): void;
}

/**
 * Takes a data folder for a service, to be released after all connections have been closed.
 * @throws TillrollError STORAGE_UNAVAILABLE when it can be neither written nor read, or another service has it
 */
export function openStorage(
  folder: string,
  now: number,
  firstPrinter: { readonly rawPort: number | null } | null,
  log: Log,
): OpenedStorage {
  const path = databasePath(folder);
  try {
    const opened = openDataFolder(folder, now, firstPrinter);
    if (opened.logMovedTo !== null) log.write("warning", tellMovedLog(opened.logMovedTo));
    const { logDamage } = opened;
    if (logDamage !== null)
      log.write(logDamage.lost === "cut" ? "error" : "warning", tellLogDamage(logDamage));
    const { held } = opened.file;
    return { path, readingPath: path, held, trouble: null, release: opened.release };
  } catch (error) {
    const trouble = storageError(error) as TillrollError;
    const readingPath = readingPathAfter(folder, trouble);
    if (readingPath === null) throw error;
    log.write("error", "nothing can be stored; what is stored can be read", { error: trouble.message });
    return { path, readingPath, held: null, trouble, release() {} };
  }
}

/** Starts the writer of a storage: one that refuses everything where it can only be read. */
export function startWriter({ path, held, trouble }: OpenedStorage, events: WriterEvents): Writer {
  if (trouble === null) return Writer.start(path, events, held);
  return Writer.refusing(storageReason(trouble) ?? "DISK_ERROR", trouble.message);
}

/** Tries from time to time whether a folder can be written, and tells it once. */
export function awaitWritable(folder: string, onWritable: () => void): Disposable {
  const timer = setInterval(() => {
    if (!canWriteFolder(folder)) return;
    clearInterval(timer);
    onWritable();
  }, TRIAL_MILLISECONDS);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** Where a folder that cannot be written is read; `null` where it cannot be. */
function readingPathAfter(folder: string, trouble: unknown): string | null {
  if (!["DISK_FULL", "READ_ONLY", "DISK_ERROR"].includes(storageReason(trouble) ?? "")) return null;
  try {
    return openDataFolderForReading(folder);
  } catch {
    return null;
  }
}

/** Whether a folder that could not be written can be now, with room to work. */
function canWriteFolder(folder: string): boolean {
  const trial = join(folder, "tillroll.trial");
  try {
    accessSync(databasePath(folder), constants.W_OK);
    // As much as the reserve: less would be gone at once.
    writeFileSync(trial, new Uint8Array(RESERVE_BYTES + MEBIBYTE), { mode: PRIVATE_FILE_MODE, flush: true });
    return true;
  } catch {
    return false;
  } finally {
    try {
      rmSync(trial, { force: true });
    } catch {
      // On a disk that is read-only there is none.
    }
  }
}
