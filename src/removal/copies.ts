import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Tells of the backups that still have prints which were erased just now, in a sentence; `null` where there are none. */
export type TellBackups = () => string | null;

/** What is said where nobody knows the backups. */
export const UNKNOWN_BACKUPS =
  "Backups that were made before it was erased still have it until they are removed; remove them yourself where that is " +
  "not to wait.";

/** The names of what lies in a data folder and may have prints of earlier: logs moved aside, and databases that were replaced. */
export function copiesBeside(databasePath: string): string[] {
  const [folder, name] = [dirname(databasePath), basename(databasePath)];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => {
      if (entry.isDirectory()) return existsSync(join(folder, entry.name, name));
      return entry.name.startsWith(`${name}-wal.aside`);
    })
    .map((entry) => entry.name)
    .toSorted();
}

/** A sentence about each such copy. */
export function tellCopies(databasePath: string): string[] {
  return copiesBeside(databasePath).map(
    (name) =>
      `${name} in the data folder was kept aside when another database was put in its place, and may still have it; delete it ` +
      "when you do not need it.",
  );
}
