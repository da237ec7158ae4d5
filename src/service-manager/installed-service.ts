import { existsSync } from "node:fs";
import { join, win32 } from "node:path";
import { programFolder } from "./executable-place.ts";
import { dataFolderOfPlist, PLIST_FILE } from "./launchd-plist.ts";
import { readText } from "./read-text.ts";
import type { InstalledService } from "./service-manager.ts";
import { dataFolderOfUnit, UNIT_FILE } from "./systemd-unit.ts";

/*
 * What is installed, as it is written down. It stands apart from what installs it: each start and each command asks for it.
 */

/** Where an administrator's units are, and where packages have theirs. */
export const OWN_UNIT = join("/etc/systemd/system", UNIT_FILE);
const PACKAGED_UNITS = ["/usr/lib/systemd/system", "/lib/systemd/system"].map((folder) =>
  join(folder, UNIT_FILE),
);

/** What is noted of an installation, beside the executable, where all may read and administrators alone may write. */
export interface WindowsNote {
  readonly by: "service manager" | "task scheduler";
  readonly dataFolder: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The service that is installed on this machine; `null` for none. */
export function installedService(): InstalledService | null {
  if (process.platform === "win32") return installedNote(windowsNoteFile(process.env));
  if (process.platform === "darwin") return installedPlist();
  return hasSystemd() ? installedUnit() : null;
}

/** Whether systemd runs this machine (sd_booted(3)). */
export function hasSystemd(root = "/"): boolean {
  return process.platform === "linux" && existsSync(join(root, "/run/systemd/system"));
}

/** The service that systemd has. @param root the folder that stands for the root of the file system, for tests */
export function installedUnit(root = "/"): InstalledService | null {
  for (const file of [OWN_UNIT, ...PACKAGED_UNITS]) {
    const unit = readText(join(root, file));
    const dataFolder = unit === null ? null : dataFolderOfUnit(unit);
    if (dataFolder !== null) return { dataFolder, isPackaged: file !== OWN_UNIT, file };
  }
  return null;
}

/** The service that launchd has. @param root the folder that stands for the root of the file system, for tests */
export function installedPlist(root = "/"): InstalledService | null {
  const plist = readText(join(root, PLIST_FILE));
  const dataFolder = plist === null ? null : dataFolderOfPlist(plist);
  return dataFolder === null ? null : { dataFolder, isPackaged: false, file: PLIST_FILE };
}

/** The service that Windows has. */
export function installedNote(noteFile: string): InstalledService | null {
  const note = readWindowsNote(noteFile);
  return note && { dataFolder: note.dataFolder, isPackaged: false, file: noteFile };
}

/** Where an installation is noted on Windows. */
export function windowsNoteFile(environment: Environment): string {
  return win32.join(programFolder(environment), "Tillroll", "service.json");
}

/** The note of an installation; `null` where there is none that can be read. */
export function readWindowsNote(file: string): WindowsNote | null {
  try {
    return JSON.parse(readText(file) ?? "null") as WindowsNote | null;
  } catch {
    return null;
  }
}
