import type { CheckedDatabase, DatabaseCheckOptions } from "../storage/database-check.ts";

/** How building a database is followed and held back; the progress counts bytes written. */
export type BuildOptions = Pick<DatabaseCheckOptions, "onProgress" | "pace">;

/** One state of a database that can be restored: a backup with its segments up to a time, or a plain copy. */
export interface RestorableState {
  /** What it is called, such as `the backup of …`. */
  readonly title: string;
  /** What the database takes on the disk, bytes. */
  readonly bytes: number;
  /** Of what moment it is, epoch milliseconds; `null` where only its newest print tells. */
  readonly asOf: number | null;
  /** What its source says that it holds; `null` where that is not known. */
  readonly expected: Pick<CheckedDatabase, "prints"> | null;
  /** Names of the files of settings that it has, such as certificates. */
  readonly settings: readonly string[];
  /** Writes the database, every part of it checked. @throws TillrollError BACKUP_DAMAGED; what reading the source throws */
  writeDatabase(path: string, options: BuildOptions): Promise<void>;
  /** Writes a file of settings. @throws as {@link writeDatabase} */
  writeSettings(name: string, path: string): Promise<void>;
  /** The highest numbers that its source knows to have been given, by table. */
  readonly numbers: ReadonlyMap<string, number>;
  /** The newest state of its source; `null` where it is this one. */
  readonly later: RestorableState | null;
}
