import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

/*
 * The compiled binary, for tests of the real thing. It is built where a test file is loaded that needs it, and not in a
 * test: that takes longer than any test may.
 */

const ROOT = resolve(import.meta.dir, "..");
const BUILT = join(ROOT, "dist", process.platform === "win32" ? "tillroll.exe" : "tillroll");

/** What is in the binary besides the source. */
const EMBEDDED_FROM_ROOT = ["package.json", "README.md", "SECURITY.md"];

const path = findOrBuild();

/**
 * The compiled binary, built anew when a source file was newer than it. `TILLROLL_TEST_BINARY` names another, such as
 * a release, to be tested as it is.
 */
export function binary(): string {
  return path;
}

function findOrBuild(): string {
  const given = process.env["TILLROLL_TEST_BINARY"];
  if (given !== undefined) return resolve(given);
  if (!isFresh()) {
    console.log("building dist/tillroll, which the tests need");
    // Others may test at the same time: the build puts the finished file in its place, whole.
    const { exitCode, stderr } = Bun.spawnSync([process.execPath, "scripts/build.ts"], {
      cwd: ROOT,
      stderr: "pipe",
    });
    if (exitCode !== 0) throw new Error(`the build failed: ${stderr.toString()}`);
  }
  return BUILT;
}

function isFresh(): boolean {
  if (!existsSync(BUILT)) return false;
  const builtAt = statSync(BUILT).mtimeMs;
  const sources = [...new Bun.Glob("src/**/*").scanSync({ cwd: ROOT }), ...EMBEDDED_FROM_ROOT];
  return sources.every((source) => statSync(join(ROOT, source)).mtimeMs <= builtAt);
}
