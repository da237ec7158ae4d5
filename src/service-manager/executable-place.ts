import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, posix, win32 } from "node:path";
import { syncFile, syncFolder } from "../platform/durable-files.ts";
import { refusal } from "./service-manager.ts";

const EXECUTABLE_MODE = 0o755;

/** Folders whose programs stay: what is elsewhere, such as in a download folder, may be gone at the next start. */
const LASTING: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: ["/usr", "/opt", "/bin"],
  darwin: ["/usr/local", "/opt", "/Applications", "/Library"],
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Where the service's executable is to be: where it is already, or where it is to be copied to. */
export function lastingExecutable(
  executable: string,
  platform: NodeJS.Platform = process.platform,
  environment: Environment = process.env,
): string {
  if (platform === "win32") {
    const programs = programFolder(environment);
    const isThere = executable.toLowerCase().startsWith(`${programs.toLowerCase()}\\`);
    return isThere ? executable : win32.join(programs, "Tillroll", "tillroll.exe");
  }
  const isThere = (LASTING[platform] ?? []).some((folder) => executable.startsWith(`${folder}/`));
  return isThere ? executable : posix.join("/usr/local/bin", "tillroll");
}

/** Where programs are on Windows. */
export function programFolder(environment: Environment): string {
  return environment["ProgramFiles"] ?? "C:\\Program Files";
}

/**
 * Copies the executable, whole or not at all; one that is there is replaced.
 * @returns whether it was copied: the same file need not be
 */
export function copyExecutable(from: string, to: string): boolean {
  if (from === to || (existsSync(to) && readFileSync(from).equals(readFileSync(to)))) return false;
  mkdirSync(dirname(to), { recursive: true });
  const unfinished = `${to}.unfinished`;
  copyFileSync(from, unfinished);
  chmodSync(unfinished, EXECUTABLE_MODE);
  syncFile(unfinished);
  // Windows replaces no program that runs, but renames it.
  const old = `${to}.old`;
  rmSync(old, { force: true });
  if (process.platform === "win32" && existsSync(to)) renameSync(to, old);
  renameSync(unfinished, to);
  syncFolder(dirname(to));
  return true;
}

/** The executable that runs. @throws TillrollError when that is Bun with the source, which nobody may rely on at boot */
export function ownExecutable(): string {
  if (Bun.isStandaloneExecutable) return process.execPath;
  throw refusal(
    'The source tree is no place for a service. Build the executable with "bun run build", then "dist/tillroll service install".',
  );
}
