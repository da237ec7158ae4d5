import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { systemCode } from "./system-error.ts";

/** What systems say where a file system cannot be asked to make names durable, such as a share of another system's (9p, FUSE). */
const CANNOT_SYNC = new Set(["EINVAL", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"]);

/** Makes names in a folder durable, where its file system can; Windows does so by itself. @throws what the system says */
export function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  try {
    syncAt(folder, "r");
  } catch (error) {
    if (!CANNOT_SYNC.has(systemCode(error) ?? "")) throw error;
  }
}

/** Makes what was written to a file durable. @throws what the system says */
export function syncFile(path: string): void {
  // Windows does so only where a file was opened for writing.
  syncAt(path, "r+");
}

/**
 * Writes a file whole and durable: a crash leaves what was there before, or all of it.
 * @param mode its permissions
 * @throws what the system says
 */
export function writeDurably(path: string, text: string, mode: number): void {
  const unfinished = `${path}.unfinished`;
  const descriptor = openSync(unfinished, "w", mode);
  try {
    // All of it, also where the system takes a part at a time.
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(unfinished, path);
  syncFolder(dirname(path));
}

function syncAt(path: string, flags: string): void {
  const descriptor = openSync(path, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
