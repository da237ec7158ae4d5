import { appendFileSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Runs work on a small disk of its own, mounted on a folder. @returns `null` where it cannot be mounted: Linux, and root, only */
export async function onSmallDisk<Result>(
  folder: string,
  bytes: number,
  work: () => Promise<Result>,
): Promise<Result | null> {
  const isMounted =
    process.platform === "linux" &&
    Bun.spawnSync(["mount", "-t", "tmpfs", "-o", `size=${bytes}`, "tmpfs", folder]).exitCode === 0;
  if (!isMounted) return null;
  try {
    return await work();
  } finally {
    Bun.spawnSync(["umount", folder]);
  }
}

/** Leaves no byte of the disk under a folder free, whatever else is written meanwhile. */
export function fillDisk(folder: string): void {
  try {
    for (;;) appendFileSync(join(folder, "filler"), new Uint8Array(65_536));
  } catch {
    // It is full.
  }
}

/** Makes room again. */
export function emptyDisk(folder: string): void {
  rmSync(join(folder, "filler"), { force: true });
}
