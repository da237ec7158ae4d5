import { homedir } from "node:os";
import { join } from "node:path";

/**
 * Where the platform expects a service's data: `%LOCALAPPDATA%\Tillroll` on Windows,
 * `~/Library/Application Support/Tillroll` on macOS, `$XDG_DATA_HOME/tillroll` (else `~/.local/share/tillroll`)
 * elsewhere.
 */
export function defaultDataFolder(
  platform: NodeJS.Platform = process.platform,
  environment: Readonly<Record<string, string | undefined>> = process.env,
  home: string = homedir(),
): string {
  if (platform === "win32") {
    return join(environment["LOCALAPPDATA"] ?? join(home, "AppData", "Local"), "Tillroll");
  }
  if (platform === "darwin") return join(home, "Library", "Application Support", "Tillroll");
  // The XDG base directory specification: a relative path is to be ignored.
  const data = environment["XDG_DATA_HOME"];
  return join(data !== undefined && data.startsWith("/") ? data : join(home, ".local", "share"), "tillroll");
}

/** The database file in a data folder. */
export function databasePath(folder: string): string {
  return join(folder, "tillroll.sqlite");
}
