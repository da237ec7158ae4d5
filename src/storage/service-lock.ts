import { Database } from "bun:sqlite";
import { join } from "node:path";
import { TillrollError } from "../domain/errors.ts";
import { storageError, storageReason } from "./storage-error.ts";

/** The file of a data folder that holds the lock. */
export function lockFileOf(folder: string): string {
  return join(folder, "service.lock");
}

/**
 * Makes sure that one service at most runs on a data folder. The lock is SQLite's own on a small file beside the
 * database: the operating system lets go of it however the process ends, `kill -9` included, on every platform,
 * so that no stale lock is ever left behind.
 * @returns what holds it until it is closed; `null` when another service has it
 * @throws TillrollError STORAGE_UNAVAILABLE when the file cannot be written
 */
export function lockDataFolder(folder: string): Database | null {
  let database: Database | null = null;
  try {
    database = new Database(lockFileOf(folder), { create: true, readwrite: true });
    database.run("PRAGMA busy_timeout = 0");
    // Nothing is ever in it: it needs no journal beside it, for which a full disk has no room, and never waits for the disk.
    database.run("PRAGMA journal_mode = MEMORY");
    database.run("PRAGMA synchronous = OFF");
    database.run("BEGIN EXCLUSIVE");
    return database;
  } catch (error) {
    database?.close();
    if (storageReason(error) === "DATABASE_BUSY") return null;
    throw storageError(error);
  }
}

/** Another service has the lock. */
export function alreadyRunning(folder: string): TillrollError {
  return new TillrollError(
    "STORAGE_UNAVAILABLE",
    `Another Tillroll service is running on ${folder}. Stop it first, or choose another folder with --data.`,
    { reason: "ALREADY_RUNNING" },
  );
}
