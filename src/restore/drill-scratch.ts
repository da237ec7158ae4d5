import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const PREFIX = "restore-drill-";

/** The folder in which a drill restores: in the data folder, or in a place that is a folder, which others may share. */
export function scratchIn(folder: string, service: string): string {
  return join(folder, PREFIX + service);
}

/** Removes what drills that broke off have left. */
export function removeDrills(folders: readonly (string | null)[], service: string): void {
  for (const folder of folders)
    if (folder !== null) rmSync(scratchIn(folder, service), { recursive: true, force: true });
}

/** Removes what drills of a data folder have left there that a kill has broken off. No other may be under way. Never throws. */
export function clearDrills(dataFolder: string): void {
  try {
    for (const name of readdirSync(dataFolder))
      if (name.startsWith(PREFIX)) rmSync(join(dataFolder, name), { recursive: true, force: true });
  } catch {
    // The next drill tries again.
  }
}
