import { readFileSync } from "node:fs";
import { hasSystemd } from "./installed-service.ts";
import { LaunchdManager } from "./launchd-manager.ts";
import { refusal, type ServiceManager } from "./service-manager.ts";
import { SystemdManager } from "./systemd-manager.ts";
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
