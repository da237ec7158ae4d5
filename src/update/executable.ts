import { chmodSync, copyFileSync, existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { syncFile, syncFolder } from "../platform/durable-files.ts";
import { reasonOf } from "../platform/system-error.ts";
import { refused } from "./refused.ts";
import { besideExecutable, giveToOwner, updatePaths } from "./update-folder.ts";

const EXECUTABLE_MODE = 0o755;

/** The SHA-256 of a file, in hexadecimal digits. @throws what the system says */
export async function sha256Of(file: string): Promise<string> {
  const hasher = new Bun.CryptoHasher("sha256");
  for await (const chunk of Bun.file(file).stream()) hasher.update(chunk);
  return hasher.digest("hex");
}

/** Keeps the executable that is replaced in the data folder, durable when this returns. */
export function keepExecutable(executable: string, folder: string): void {
  const { oldExecutable } = updatePaths(folder);
  const unfinished = `${oldExecutable}.unfinished`;
  copyFileSync(executable, unfinished);
  chmodSync(unfinished, EXECUTABLE_MODE);
  syncFile(unfinished);
  giveToOwner(unfinished, folder);
  renameSync(unfinished, oldExecutable);
  syncFolder(dirname(oldExecutable));
}

/**
 * Puts the file that lies beside it in an executable's place; at every moment there is one of both, except on Windows, where
 * a program that runs can be renamed and not replaced.
 */
export function swapExecutable(executable: string): void {
  const incoming = besideExecutable(executable, "new");
  if (process.platform === "win32" && existsSync(executable)) renameSync(executable, freeName(executable));
  renameSync(incoming, executable);
  syncFolder(dirname(executable));
}

/** A name for what has run so far: what has that name may run still, such as the update itself, and cannot be removed then. */
function freeName(executable: string): string {
  for (let number = 1; ; number++) {
    const name = besideExecutable(executable, number === 1 ? "old" : `old${number}`);
    try {
      rmSync(name, { force: true });
      return name;
    } catch {
      // It runs.
    }
  }
}

/** Puts the executable that was kept back in its place. */
export function putBackExecutable(executable: string, folder: string): void {
  const incoming = besideExecutable(executable, "new");
  copyFileSync(updatePaths(folder).oldExecutable, incoming);
  chmodSync(incoming, EXECUTABLE_MODE);
  syncFile(incoming);
  swapExecutable(executable);
}

/** Tries whether files can be put beside an executable. @throws TillrollError BAD_REQUEST with what to do */
export function refuseUnwritable(executable: string): void {
  const trial = besideExecutable(executable, "new");
  try {
    writeFileSync(trial, "");
    rmSync(trial);
  } catch (error) {
    throw refused(
      `${executable} cannot be replaced: ${reasonOf(error)}. Run this as root or as an administrator.`,
    );
  }
}
