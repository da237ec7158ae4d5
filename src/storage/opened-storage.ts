import type { TillrollError } from "../domain/errors.ts";
import { MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import type { Log } from "../operations/log.ts";
import { databasePath } from "../platform/data-folder.ts";
import {
  canServeReading,
  canWriteFolder,
  openDataFolder,
  openDataFolderForReading,
  tellMovedLog,
} from "./data-folder.ts";
import type { HeldFile } from "./database-file.ts";
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
    const { held } = opened.file;
    return { path, readingPath: path, held, trouble: null, release: opened.release };
  } catch (error) {
    if (!canServeReading(error)) throw error;
    const readingPath = readingPathOr(folder, error);
    const trouble = storageError(error) as TillrollError;
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

/** @throws why the folder cannot be written, when there is nothing to read either */
function readingPathOr(folder: string, error: unknown): string {
  try {
    return openDataFolderForReading(folder);
  } catch {
    throw error;
  }
}
