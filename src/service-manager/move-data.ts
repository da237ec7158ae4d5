import { copyFileSync, existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { databasePath } from "../platform/data-folder.ts";
import { syncFile, syncFolder } from "../platform/durable-files.ts";
import { removeTree } from "../platform/remove-tree.ts";
import { reasonOf, systemCode } from "../platform/system-error.ts";
import { lockDataFolder } from "../storage/service-lock.ts";
import { refusal } from "./service-manager.ts";

const PRIVATE_FOLDER_MODE = 0o700;

/** What a folder is called while it is copied, and what the one it was copied from is called until that is removed. */
const UNFINISHED = ".unfinished-copy";
const MOVED = ".moved";

/** How a data folder came to its new place: by its name alone, or as a copy that was compared with it. */
export type Moved = "renamed" | "copied";

/** Whether a folder holds data. */
export function holdsData(folder: string): boolean {
  return existsSync(databasePath(folder));
}

/** @throws TillrollError when a service runs on a folder: its data cannot be moved from under it */
export function refuseWhileRunning(folder: string): void {
  if (!holdsData(folder)) return;
  using lock = lockDataFolder(folder);
  if (lock === null)
    throw refusal(
      `A Tillroll that was started by hand runs on ${folder}. Stop it (Ctrl-C where it runs), then do this again.`,
    );
}

/**
 * Moves a data folder to another place, on this disk or on another one. Wherever it is interrupted, there is one folder at
 * most that looks like the current one, and moving again goes on from there.
 * @param rename renames a folder; given for tests of another disk
 * @throws TillrollError when a service runs on it, or there is data at the new place already; what the system says otherwise
 */
export async function moveDataFolder(
  from: string,
  to: string,
  rename: (from: string, to: string) => void = renameSync,
): Promise<Moved | null> {
  // What an interrupted move had set aside is what is to be moved.
  const source = !holdsData(from) && holdsData(from + MOVED) ? from + MOVED : from;
  if (holdsData(to) || !holdsData(source)) {
    if (holdsData(to) && holdsData(source) && source === from)
      throw refusal(`There is data in ${to} already; that of ${from} cannot be moved there.`);
    if (holdsData(to)) removeTree(from + MOVED);
    return null;
  }
  removeEmpty(to);
  mkdirSync(dirname(to), { recursive: true });
  const lock = lockDataFolder(source);
  if (lock === null) refuseWhileRunning(source);
  // Windows renames no folder with an open file in it.
  if (process.platform === "win32") lock?.close();
  try {
    rename(source, to);
    syncParents(source, to);
    return "renamed";
  } catch (error) {
    if (systemCode(error) !== "EXDEV") throw error;
    await copyOver(source, from + MOVED, to);
    return "copied";
  } finally {
    if (process.platform !== "win32") lock?.close();
  }
}

async function copyOver(source: string, aside: string, to: string): Promise<void> {
  const copy = to + UNFINISHED;
  removeTree(copy);
  try {
    copyFolder(source, copy);
    await compare(source, copy);
  } catch (error) {
    // A disk that it has filled must not stay full.
    removeTree(copy);
    throw error;
  }
  // From here on the old place holds nothing that looks current.
  if (source !== aside) renameSync(source, aside);
  renameSync(copy, to);
  syncParents(aside, to);
  removeTree(aside);
}

/** Copies files and folders, and makes them durable. */
function copyFolder(from: string, to: string): void {
  mkdirSync(to, { mode: PRIVATE_FOLDER_MODE });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyFolder(source, target);
    else if (entry.isFile()) {
      copyFileSync(source, target);
      syncFile(target);
    } else
      throw refusal(
        `${source} is no file and no folder, such as a link to elsewhere: it cannot be moved to another disk. Put what it stands ` +
          "for in its place, or remove it, then do this again. Nothing was moved.",
      );
  }
  syncFolder(to);
}

/** @throws TillrollError when a copy is not what it was made of */
async function compare(from: string, to: string): Promise<void> {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await compare(source, target);
    else if (entry.isFile() && (await digestOf(source)) !== (await digestOf(target)))
      throw refusal(
        `The copy of ${source} is not the same: a program changes it, or a disk is not sound. Nothing was moved.`,
      );
  }
}

async function digestOf(path: string): Promise<string> {
  const hasher = new Bun.CryptoHasher("blake2b256");
  for await (const chunk of Bun.file(path).stream()) hasher.update(chunk);
  return hasher.digest("hex");
}

/** An empty folder, such as one that was made for the service, makes room. @throws TillrollError when there is something in it */
function removeEmpty(folder: string): void {
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) return;
  try {
    rmdirSync(folder);
  } catch (error) {
    throw refusal(
      `${folder} cannot make room for the data: ${reasonOf(error)}. Empty it, or name a folder in it with --data; then do this again.`,
    );
  }
}

function syncParents(from: string, to: string): void {
  syncFolder(dirname(to));
  syncFolder(dirname(from));
}
