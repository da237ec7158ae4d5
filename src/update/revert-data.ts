import { Database } from "bun:sqlite";
import { constants, copyFileSync, existsSync } from "node:fs";
import { basename } from "node:path";
import { databasePath } from "../platform/data-folder.ts";
import { asOwnerOf } from "../platform/folder-owner.ts";
import { beginReplacement, finishReplacement, replaceFiles } from "../storage/replacement.ts";
import { lockDataFolder } from "../storage/service-lock.ts";
import { type CarriedBack, carryBack } from "./carry-back.ts";
import { factsOf } from "./copied-data.ts";
import { refused } from "./refused.ts";
import { updatePaths } from "./update-folder.ts";

/** What became of the data when the version before came back. */
export interface RevertedData {
  /** What was stored meanwhile and is there again; `null` where it could not be carried back. */
  readonly carried: CarriedBack | null;
  /** Why it could not. */
  readonly fault: string | null;
  /** The folder that keeps the database of the version that was tried. */
  readonly keptAs: string;
}

/**
 * Puts the database from before a migration back in its place, with what was stored since. It can be done again after whatever
 * broke it off: until the databases change places nothing has happened.
 * @param version the one that was tried
 * @returns `null` when it was done already
 * @throws TillrollError when a service runs on the folder; what the system says
 */
export function revertData(folder: string, version: string): RevertedData | null {
  // What root leaves there, the service could not read.
  return asOwnerOf(folder, () => revert(folder, version));
}

function revert(folder: string, version: string): RevertedData | null {
  using lock = lockDataFolder(folder);
  if (lock === null)
    throw refused(`A service runs on ${folder}. Stop it, and run "tillroll update --resume".`);
  const { before } = updatePaths(folder);
  finishReplacement(folder);
  // It was not brought up to date, or that was taken back already.
  if (!existsSync(databasePath(before)) || factsOf(before).schema === factsOf(folder).schema) return null;
  const path = databasePath(folder);
  const incoming = beginReplacement(folder);
  const target = `${incoming}/${basename(path)}`;
  const bringBefore = () => copyFileSync(databasePath(before), target, constants.COPYFILE_FICLONE);
  bringBefore();
  let carried: CarriedBack | null = null;
  let fault: string | null = null;
  try {
    carried = carryBack(target, path);
  } catch (error) {
    fault = error instanceof Error ? error.message : String(error);
    bringBefore();
  }
  foldLog(target);
  const keptAs = `reverted-${version}-${new Date().toISOString().replace(/[-:]|\.\d+/g, "")}`;
  replaceFiles(folder, { keptAs, alongside: [] });
  return { carried, fault, keptAs };
}

/** Leaves one file that is everything. */
function foldLog(path: string): void {
  using database = new Database(path, { readwrite: true });
  database.run("PRAGMA wal_checkpoint(TRUNCATE)");
  database.run("PRAGMA journal_mode = DELETE");
}
