import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
} from "node:fs";
import { basename, join } from "node:path";
import { syncFile, syncFolder, writeDurably } from "../platform/durable-files.ts";
import { removeTree } from "../platform/remove-tree.ts";
import { databasePath } from "../platform/data-folder.ts";
import { PRIVATE_FILE_MODE } from "./database-file.ts";
import { notePath } from "./generation.ts";

/*
 * Another database in the place of a data folder's own, such as one that a backup was restored to, all at once whatever
 * happens meanwhile. What is to come is made whole in a folder of its own on the same disk. Then
 *
 *   1. a note says that the replacement is decided, and where what is there now is kept    2. the old files go there
 *   3. the new ones come in, the database last                                            4. the note goes
 *
 * each durable before the next, by names alone: nothing is written over. Until the first nothing has happened. From then on
 * whoever takes the folder next, a service or a command, finishes it before anything is opened, so that what is there is
 * either all of the old or all of the new. Both are done with the service's lock held.
 */

const NOTE = "tillroll.replacement";
const INCOMING = "replacement";
const FOLDER_MODE = 0o700;

/** A replacement as its note has it. */
export interface Replacement {
  /** The name of a folder in the data folder, to be made, that keeps what was there. */
  readonly keptAs: string;
  /** Names of files that come in beside the database, such as settings. */
  readonly alongside: readonly string[];
}

/** Files beside a database that belong to that one alone. */
const companions = (path: string) => [`${path}-wal`, `${path}-shm`, notePath(path)];

/**
 * Makes the folder in which what is to come is made; what an attempt that broke off left there is removed.
 * @returns its path
 * @throws what the system says
 */
export function beginReplacement(folder: string): string {
  const incoming = join(folder, INCOMING);
  abandonReplacement(folder);
  mkdirSync(incoming, { mode: FOLDER_MODE });
  return incoming;
}

/** Removes what an attempt that broke off left. Not to be called where a decided one is not finished. */
export function abandonReplacement(folder: string): void {
  removeTree(join(folder, INCOMING));
}

/**
 * Replaces the database and the files alongside by those in the folder of {@link beginReplacement}. None of them may be open.
 * @param onStep told before each step, for tests
 * @throws what the system says; whatever was begun is finished by {@link finishReplacement} then
 */
export function replaceFiles(folder: string, replacement: Replacement, onStep = () => {}): void {
  const incoming = join(folder, INCOMING);
  const names = [...replacement.alongside, basename(databasePath(folder))];
  for (const name of names) syncFile(join(incoming, name));
  syncFolder(incoming);
  onStep();
  writeDurably(join(folder, NOTE), JSON.stringify(replacement), PRIVATE_FILE_MODE);
  finishReplacement(folder, onStep);
}

/** Whether a replacement was decided and is not finished. */
export function isReplacing(folder: string): boolean {
  return existsSync(join(folder, NOTE));
}

/**
 * Finishes a replacement that was decided. To be called with the service's lock held, before SQLite opens the database.
 * @returns whether there was one
 * @throws what the system says
 */
export function finishReplacement(folder: string, onStep = () => {}): boolean {
  const note = join(folder, NOTE);
  if (!isReplacing(folder)) return false;
  const { keptAs, alongside } = JSON.parse(readFileSync(note, "utf8")) as Replacement;
  const [incoming, kept, database] = [join(folder, INCOMING), join(folder, keptAs), databasePath(folder)];
  mkdirSync(kept, { recursive: true, mode: FOLDER_MODE });
  syncFolder(folder);
  for (const name of [...alongside, basename(database)]) {
    // What is in its place is the old one as long as the new one is not.
    if (!existsSync(join(incoming, name))) continue;
    const path = join(folder, name);
    const going = name === basename(database) ? [...companions(path), path] : [path];
    for (const old of going) {
      onStep();
      if (existsSync(old)) renameSync(old, join(kept, basename(old)));
    }
    syncFolder(kept);
    syncFolder(folder);
    onStep();
    renameSync(join(incoming, name), path);
    syncFolder(folder);
  }
  onStep();
  abandonReplacement(folder);
  if (readdirSync(kept).length === 0) rmdirSync(kept);
  onStep();
  rmSync(note);
  syncFolder(folder);
  return true;
}

/** What replacements have kept in a data folder: paths of folders, the newest last. */
export function keptFolders(folder: string, prefix: string): string[] {
  const names = readdirSync(folder).filter((name) => name.startsWith(prefix));
  return names
    .map((name) => join(folder, name))
    .filter((path) => lstatSync(path).isDirectory())
    .toSorted();
}
