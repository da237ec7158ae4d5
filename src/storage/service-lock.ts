import { Database } from "bun:sqlite";
import { join } from "node:path";
import { TillrollError } from "../domain/errors.ts";

/** Held while a service runs on a data folder. */
export interface ServiceLock {
  release(): void;
}

/**
 * Makes sure that one service at most runs on a data folder. The lock is SQLite's own on a small file beside the
 * database: the operating system lets go of it however the process ends, `kill -9` included, on every platform,
 * so that no stale lock is ever left behind.
 * @throws TillrollError STORAGE_UNAVAILABLE when another service has it
 */
export function lockDataFolder(folder: string): ServiceLock {
  const database = new Database(join(folder, "service.lock"), { create: true, readwrite: true });
  try {
    database.run("PRAGMA busy_timeout = 0");
    database.run("BEGIN EXCLUSIVE");
  } catch {
    database.close();
    throw new TillrollError(
      "STORAGE_UNAVAILABLE",
      `Another Tillroll service is running on ${folder}. Stop it first, or choose another folder with --data.`,
    );
  }
  return { release: () => database.close() };
}
