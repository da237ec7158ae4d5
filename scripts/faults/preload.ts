import { join } from "node:path";

/**
 * Builds a library of this folder that is put before the C library of processes (LD_PRELOAD).
 * @param folder where to put it
 * @returns its path; `null` where there is no C compiler, or no LD_PRELOAD
 */
export function buildPreload(source: `${string}.c`, folder: string): string | null {
  const compiler = Bun.which("cc") ?? Bun.which("gcc") ?? Bun.which("clang");
  if (process.platform !== "linux" || compiler === null) return null;
  const library = join(folder, source.replace(/c$/, "so"));
  const words = [compiler, "-shared", "-fPIC", "-O2", "-o", library, join(import.meta.dir, source), "-ldl"];
  const { exitCode } = Bun.spawnSync(words, { stdout: "ignore", stderr: "inherit" });
  return exitCode === 0 ? library : null;
}
