import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { BackupOptions } from "../backup/backup-options.ts";
import { formatInstant } from "../domain/instant.ts";
import { MILLISECONDS_PER_DAY, MILLISECONDS_PER_SECOND } from "../domain/limits.ts";

/** Tells of the backups that still have prints which were erased just now, in a sentence; `null` where there are none. */
export type TellBackups = () => string | null;

/** What is said where nobody knows the backups. */
export const UNKNOWN_BACKUPS =
  "Backups that were made before it was erased still have it until they are removed; remove them yourself where that is " +
  "not to wait.";

/** What is said of the regular backups, up to a day; of others nobody knows when they go. */
export function tellRegularBackups(
  { to, keep, maxAgeSeconds }: Pick<BackupOptions, "to" | "keep" | "maxAgeSeconds">,
  now: number,
): string {
  if (to === null) return UNKNOWN_BACKUPS;
  // The newest has it, and goes when so many newer ones are there, one each night, or by its age, counted from the next one.
  const byAge =
    maxAgeSeconds === null ? Infinity : MILLISECONDS_PER_DAY + maxAgeSeconds * MILLISECONDS_PER_SECOND;
  const until = formatInstant(now + Math.min(keep * MILLISECONDS_PER_DAY, byAge)).slice(0, 10);
  return (
    `The regular backups have it until about ${until}, when the last of those is removed that were made before it was ` +
    "erased. Backups that were made by hand, or copied elsewhere, have it until you remove them."
  );
}

/**
 * The names of what lies in a data folder and may have prints of earlier: logs moved aside, and databases that were replaced by
 * a restore or kept by an update (`update/before`).
 */
export function copiesBeside(databasePath: string): string[] {
  const [folder, name] = [dirname(databasePath), basename(databasePath)];
  const logs = readdirSync(folder).filter((entry) => entry.startsWith(`${name}-wal.aside`));
  const folders = foldersIn(folder).flatMap((each) => [each, ...foldersIn(join(folder, each), `${each}/`)]);
  return [...logs, ...folders.filter((each) => existsSync(join(folder, each, name)))].toSorted();
}

function foldersIn(folder: string, before = ""): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => before + entry.name);
  } catch {
    // What is not the service's, such as "lost+found" on a disk of its own.
    return [];
  }
}

/** A sentence about each such copy. */
export function tellCopies(databasePath: string): string[] {
  return copiesBeside(databasePath).map(
    (name) =>
      `${name} in the data folder was kept when another database or version came, and may still have it; delete it ` +
      "when you do not need it.",
  );
}
