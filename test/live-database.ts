import { Database } from "bun:sqlite";
import { PATIENCE_MILLISECONDS } from "./until.ts";

/**
 * Opens the database of a service that may be running, to write behind its back. Whatever the service is writing is waited
 * for: without that, SQLite refuses at once.
 */
export function openLiveDatabase(path: string): Database {
  const database = new Database(path, { readwrite: true, strict: true });
  database.run(`PRAGMA busy_timeout = ${PATIENCE_MILLISECONDS}`);
  return database;
}
