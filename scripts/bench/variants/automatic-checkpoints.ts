/*
 * Preloaded into a real service: SQLite checkpoints by itself inside a COMMIT once the log has so many pages, as it
 * does unless told otherwise.
 */

import { Database } from "bun:sqlite";
import { Checkpointer } from "../../../src/storage/checkpointer.ts";
import { preloadWorkers } from "./preload-workers.ts";

const SQLITE_DEFAULT_PAGES = 1000;

if (Bun.isMainThread) {
  preloadWorkers(import.meta.path);
} else {
  Checkpointer.prototype.afterTransaction = () => {};
  const run = Database.prototype.run;
  Database.prototype.run = function (statement, ...bindings) {
    const isOff = statement.startsWith("PRAGMA wal_autocheckpoint");
    const text = isOff ? `PRAGMA wal_autocheckpoint = ${SQLITE_DEFAULT_PAGES}` : statement;
    return run.call(this, text, ...bindings);
  };
}
