import { join } from "node:path";

const SOURCE = join(import.meta.dir, "failing-fsync.c");

/**
 * Builds what makes every fsync of a process fail while a file exists.
 * @param folder where to put it
 * @param switchFile the path of that file
 * @returns the environment that a process needs for it; `null` where there is no C compiler, or no LD_PRELOAD
 */
export function failingDiskEnvironment(folder: string, switchFile: string): Record<string, string> | null {
  const compiler = Bun.which("cc") ?? Bun.which("gcc") ?? Bun.which("clang");
  if (process.platform !== "linux" || compiler === null) return null;
  const library = join(folder, "failing-fsync.so");
  const words = [compiler, "-shared", "-fPIC", "-O2", "-o", library, SOURCE, "-ldl"];
  const { exitCode } = Bun.spawnSync(words, { stdout: "ignore", stderr: "ignore" });
  if (exitCode !== 0) return null;
  return { LD_PRELOAD: library, FAILING_FSYNC_FILE: switchFile };
}
