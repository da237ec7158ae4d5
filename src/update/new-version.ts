import { lstatSync } from "node:fs";
import { refused } from "./refused.ts";
import type { DataFacts } from "./copied-data.ts";

/** What a version says of a copy of the data that it has brought up to date. */
export interface Rehearsal {
  readonly version: string;
  readonly before: DataFacts;
  readonly after: DataFacts;
}

/**
 * Asks an executable which version of Tillroll it is.
 * @throws TillrollError BAD_REQUEST when it is none, or one for another system
 */
export function versionOf(executable: string): string {
  const { exitCode, stdout } = run(executable, ["--version"]);
  const version = stdout.trim();
  if (exitCode === 0 && /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version)) return version;
  throw refused(
    `The release is no Tillroll that runs here (${process.platform}, ${process.arch}): take the one for this system.`,
  );
}

/** Has a version check the settings of a data folder. @throws TillrollError BAD_REQUEST with what is wrong for it */
export function checkSettings(executable: string, folder: string): void {
  const { exitCode, stdout, stderr } = run(executable, ["config", "check", "--data", folder]);
  if (exitCode === 0) return;
  throw refused(`The new version does not take the settings of this service: ${(stdout || stderr).trim()}`);
}

/**
 * Has a version bring a copy of the data up to date and check all of it.
 * @throws TillrollError BAD_REQUEST when it fails, or prints are missing after
 */
export function rehearse(executable: string, copy: string): Rehearsal {
  const { exitCode, stdout, stderr } = run(executable, ["update", "rehearse", copy]);
  const rehearsal = exitCode === 0 ? (JSON.parse(stdout) as Rehearsal) : null;
  if (rehearsal === null)
    throw refused(
      `The new version could not bring a copy of the database up to date; nothing was changed. It says: ${stderr.trim()}`,
    );
  if (rehearsal.before.prints !== rehearsal.after.prints)
    throw refused(
      `The new version would have lost prints: ${rehearsal.before.prints} before, ${rehearsal.after.prints} after. Nothing was changed.`,
    );
  return rehearsal;
}

function run(executable: string, words: readonly string[]) {
  try {
    lstatSync(executable);
    const { exitCode, stdout, stderr } = Bun.spawnSync([executable, ...words], {
      stdin: "ignore",
      stderr: "pipe",
    });
    return { exitCode, stdout: stdout.toString(), stderr: stderr.toString() };
  } catch (error) {
    // Such as the executable of another system.
    return { exitCode: null, stdout: "", stderr: String(error) };
  }
}
