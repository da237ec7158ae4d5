import { accessSync, constants, existsSync, statSync } from "node:fs";
import { databasePath, defaultDataFolder } from "../platform/data-folder.ts";
import { installedService } from "./installed-service.ts";
import { refusal } from "./service-manager.ts";

/**
 * The folder that a command without `--data` is about: that of the service that is installed, for whoever may read it; for
 * others their own, where they have data of their own.
 */
export function usualDataFolder(): string {
  const own = defaultDataFolder();
  const installed = serviceFolder();
  if (installed === null) return own;
  return canRead(installed) || !existsSync(databasePath(own)) ? installed : own;
}

/** The data folder of the service that is installed; `null` where none is. */
function serviceFolder(): string | null {
  return installedService()?.dataFolder ?? null;
}

/**
 * @throws TillrollError when a service that was started by hand is to use the folder of the one that is installed, as another
 *   user: what it makes there the other could not read
 */
export function refuseInPlaceOfService(folder: string): void {
  if (serviceFolder() !== folder || process.geteuid?.() === ownerOf(folder)) return;
  // Windows has no owners of this kind: whoever can read it may use it.
  if (process.geteuid === undefined && canRead(folder)) return;
  throw refusal(
    `Tillroll is installed as a service here, and ${folder} is its folder: "tillroll service start" starts it. For another one ` +
      "beside it, name another folder with --data, and other ports.",
  );
}

function ownerOf(folder: string): number | null {
  try {
    return statSync(folder).uid;
  } catch {
    return null;
  }
}

function canRead(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
