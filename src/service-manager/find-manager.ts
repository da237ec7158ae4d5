import { accessSync, constants, existsSync, readFileSync, statSync } from "node:fs";
import { databasePath, defaultDataFolder } from "../platform/data-folder.ts";
import { LaunchdManager } from "./launchd-manager.ts";
import { refusal, type ServiceManager } from "./service-manager.ts";
import { hasSystemd, SystemdManager } from "./systemd-manager.ts";
import { WindowsManager } from "./windows/windows-manager.ts";

/** What starts services on this machine; `null` where it is nothing that is known here. */
export function findServiceManager(): ServiceManager | null {
  if (process.platform === "win32") return new WindowsManager();
  if (process.platform === "darwin") return new LaunchdManager();
  return hasSystemd() ? new SystemdManager() : null;
}

/** @throws TillrollError with what to do, where nothing is known that starts services */
export function requireServiceManager(): ServiceManager {
  const manager = findServiceManager();
  if (manager !== null) return manager;
  throw refusal(
    `Services of this machine are started by "${firstProcess()}", which is not known here. Have it run "tillroll serve --data DIR" ` +
      "as a user of its own, and start it again when it ends; the page Install of the guide has examples for OpenRC, runit and " +
      "containers.",
  );
}

/** The name of the first process, which starts all others. */
function firstProcess(): string {
  try {
    return readFileSync("/proc/1/comm", "utf8").trim();
  } catch {
    return "another program than systemd";
  }
}

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
  return findServiceManager()?.installed()?.dataFolder ?? null;
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
