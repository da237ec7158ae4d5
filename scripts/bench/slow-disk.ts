import { join } from "node:path";

const SOURCE = join(import.meta.dir, "slow-fsync.c");

/**
 * Builds what makes a process's disk slower.
 * @param folder where to put it
 * @param milliseconds by which every fsync takes longer
 * @returns the environment that a process needs for it; `null` where there is no C compiler, or no LD_PRELOAD
 */
export function slowDiskEnvironment(folder: string, milliseconds: number): Record<string, string> | null {
  const compiler = Bun.which("cc") ?? Bun.which("gcc") ?? Bun.which("clang");
  if (process.platform !== "linux" || compiler === null) return null;
  const library = join(folder, "slow-fsync.so");
  const words = [compiler, "-shared", "-fPIC", "-O2", "-o", library, SOURCE, "-ldl"];
  const { exitCode } = Bun.spawnSync(words, { stdout: "ignore", stderr: "ignore" });
  if (exitCode !== 0) return null;
  return { LD_PRELOAD: library, SLOW_FSYNC_MICROSECONDS: String(milliseconds * 1000) };
}
