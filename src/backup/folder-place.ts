import { type Dirent, mkdirSync } from "node:fs";
import { open, opendir, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { syncFolder } from "../platform/durable-files.ts";
import { systemCode } from "../platform/system-error.ts";
import { PRIVATE_FILE_MODE } from "../storage/database-file.ts";
import { BACKUP_LIMITS } from "./backup-limits.ts";
import type { BackupPlace, PlacedFile } from "./backup-place.ts";
import { inOrder } from "./file-pages.ts";

const PRIVATE_FOLDER_MODE = 0o700;

/** What the names of files end with that are not finished. */
const UNFINISHED = ".unfinished";

/** A folder with backups: files come in by renaming. */
export class FolderPlace implements BackupPlace {
  readonly address: string;
  readonly folder: string;

  constructor(folder: string) {
    this.folder = resolve(folder);
    this.address = this.folder;
  }

  async list(folder: string, beginning = ""): Promise<PlacedFile[]> {
    return inOrder(this.pages(folder, beginning));
  }

  async *pages(folder: string, beginning = ""): AsyncIterable<readonly PlacedFile[]> {
    let paths: string[] = [];
    for await (const entry of entriesOf(this.pathOf(folder), (name) => name.startsWith(beginning))) {
      if (!entry.isFile() || entry.name.endsWith(UNFINISHED)) continue;
      paths.push(join(entry.parentPath, entry.name));
      if (paths.length < BACKUP_LIMITS.pageFiles) continue;
      yield await this.filesOf(paths);
      paths = [];
    }
    yield await this.filesOf(paths);
  }

  async has(path: string): Promise<boolean> {
    return (await ifThere(stat(this.pathOf(path)))) !== null;
  }

  async read(path: string, bytes?: number): Promise<Uint8Array<ArrayBuffer>> {
    const file = Bun.file(this.pathOf(path));
    return bytes === undefined ? file.bytes() : file.slice(0, bytes).bytes();
  }

  async *stream(path: string): AsyncIterable<Uint8Array> {
    yield* Bun.file(this.pathOf(path)).stream();
  }

  async write(path: string, content: Uint8Array<ArrayBuffer>): Promise<void> {
    const draft = this.draftOf(path);
    try {
      await using file = await open(draft, "w", PRIVATE_FILE_MODE);
      await file.writeFile(content);
      await file.sync();
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    await this.bring(path, draft);
  }

  draftOf(path: string): string {
    const whole = this.pathOf(path);
    this.makeFolder(dirname(whole));
    return whole + UNFINISHED;
  }

  async bring(path: string, draft: string): Promise<void> {
    const whole = this.pathOf(path);
    await rename(draft, whole);
    syncFolder(dirname(whole));
  }

  async remove(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      const whole = this.pathOf(path);
      await rm(whole, { force: true });
      await this.removeEmpty(dirname(whole));
    }
  }

  async tidy(isOurs: (folder: string) => boolean): Promise<void> {
    const entries = await Array.fromAsync(entriesOf(this.folder, isOurs));
    const files = entries.filter((entry) => entry.isFile() && entry.parentPath !== this.folder);
    for (const { name, parentPath } of files)
      if (name.endsWith(UNFINISHED)) await rm(join(parentPath, name), { force: true });
    for (const entry of entries)
      if (entry.isDirectory()) await this.removeEmpty(join(entry.parentPath, entry.name));
  }

  private async filesOf(paths: readonly string[]): Promise<PlacedFile[]> {
    const files = await Promise.all(
      paths.map(async (path) => {
        // One that was removed meanwhile is not there.
        const bytes = (await ifThere(stat(path)))?.size;
        return bytes === undefined ? [] : [{ path: relative(this.folder, path).replaceAll(sep, "/"), bytes }];
      }),
    );
    return files.flat();
  }

  private pathOf(path: string): string {
    return path === "" ? this.folder : join(this.folder, ...path.split("/"));
  }

  /** Makes a folder whose name is durable. */
  private makeFolder(folder: string): void {
    const made = mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE });
    if (made === undefined) return;
    for (let each = folder; each.length >= made.length; each = dirname(each)) syncFolder(dirname(each));
  }

  /** Removes a folder of the place, and those around it, where they are empty. */
  private async removeEmpty(folder: string): Promise<void> {
    if (folder === this.folder || !folder.startsWith(this.folder)) return;
    const names = await ifThere(readdir(folder));
    if (names === null || names.length > 0) return;
    try {
      await rmdir(folder);
    } catch (error) {
      // A file has come into it just now.
      if (["ENOTEMPTY", "EEXIST", "ENOENT"].includes(systemCode(error) ?? "")) return;
      throw error;
    }
    await this.removeEmpty(dirname(folder));
  }
}

/**
 * What is in a folder, and in the folders in it whose names are wanted, each before what is in it. In others nothing is read: a
 * disk's top folder may be the place, with what is its system's alone ("lost+found") and many other files.
 */
async function* entriesOf(
  folder: string,
  isWanted: (name: string) => boolean = () => true,
): AsyncGenerator<Dirent> {
  for await (const entry of (await ifThere(opendir(folder))) ?? []) {
    if (!isWanted(entry.name)) continue;
    yield entry;
    if (entry.isDirectory()) yield* entriesOf(join(folder, entry.name));
  }
}

async function ifThere<Result>(result: Promise<Result>): Promise<Result | null> {
  try {
    return await result;
  } catch (error) {
    if (systemCode(error) === "ENOENT") return null;
    throw error;
  }
}
