import { copyFileSync, existsSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { COMPANION_FILES } from "../backup/backup-layout.ts";
import { TillrollError } from "../domain/errors.ts";
import { formatInstant } from "../domain/instant.ts";
import { databasePath } from "../platform/data-folder.ts";
import { hasForeignLog, logBytes } from "../storage/generation.ts";
import { lockDataFolder } from "../storage/service-lock.ts";
import type { RestorableState } from "./restore-source.ts";

/**
 * A plain copy of a database, as a person or another program made it: the file, or a folder with `tillroll.sqlite` in it, such
 * as what an earlier restore has kept. A log beside it that belongs to it is a part of it.
 * @returns `null` where there is none
 * @throws TillrollError STORAGE_UNAVAILABLE when a service runs on the folder
 */
export function copiedDatabase(from: string): RestorableState | null {
  const given = resolve(from);
  const stats = statSync(given, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  const path = stats.isDirectory() ? databasePath(given) : given;
  const copied = statSync(path, { throwIfNoEntry: false });
  if (copied === undefined || !copied.isFile()) return null;
  refuseInUse(dirname(path));
  const hasLog = logBytes(path) > 0 && !hasForeignLog(path);
  return {
    title: `the copy ${path} of ${formatInstant(copied.mtimeMs)}`,
    bytes: copied.size + (hasLog ? logBytes(path) : 0),
    asOf: null,
    expected: null,
    settings: COMPANION_FILES.filter((name) => existsSync(join(dirname(path), name))),
    writeDatabase(target) {
      copyFileSync(path, target);
      if (hasLog) copyFileSync(`${path}-wal`, `${target}-wal`);
      return Promise.resolve();
    },
    writeSettings(name, target) {
      copyFileSync(join(dirname(path), basename(name)), target);
      return Promise.resolve();
    },
    numbers: new Map(),
    later: null,
  };
}

/** A file that is written to while it is copied gives neither what was there before nor what comes after. */
function refuseInUse(folder: string): void {
  if (!existsSync(join(folder, "service.lock"))) return;
  using lock = lockDataFolder(folder);
  if (lock !== null) return;
  throw new TillrollError(
    "STORAGE_UNAVAILABLE",
    `A Tillroll service is running on ${folder}: a copy of what it is writing would not be whole. Make a backup with "tillroll backup".`,
  );
}
