import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { binary } from "./binary.ts";

/* The executable as a later version would be: with another number, and with a migration more. */

const ROOT = resolve(import.meta.dir, "..");

/** Its version. */
export const NEWER_VERSION = "9.9.9";

/** What its migration does: what a release may add. */
const MIGRATION =
  "ALTER TABLE print ADD COLUMN cashier TEXT; CREATE TABLE cashier (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT; " +
  "INSERT INTO cashier (name) VALUES ('somebody');";

/**
 * The path of a later version's executable. It is built where a test file is loaded that needs it, when the present one is newer.
 * @param migrates whether it has a migration more
 */
export function newerBinary(migrates: boolean): string {
  const file = migrates ? "tillroll-newer" : "tillroll-newer-same-schema";
  const path = join(ROOT, "dist", file);
  if (existsSync(path) && statSync(path).mtimeMs >= statSync(binary()).mtimeMs) return path;
  const variant = { version: NEWER_VERSION, migrations: migrates ? [MIGRATION] : [] };
  const script =
    'import { compile } from "./scripts/build/compile.ts";' +
    `await compile({ file: "${file}", marks: [] }, ${JSON.stringify(variant)});`;
  // In a process of its own: the build holds much memory.
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, "--eval", script], {
    cwd: ROOT,
    stderr: "pipe",
  });
  if (exitCode !== 0) throw new Error(`the build failed: ${stderr.toString()}`);
  return path;
}
