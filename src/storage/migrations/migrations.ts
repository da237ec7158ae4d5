import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A step of the schema; `version` becomes SQLite's `user_version`. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly statements: string;
}

/** What `readMigrations` gave when the binary was built, which has no folder to read: the build puts it here. */
declare const EMBEDDED_MIGRATIONS: readonly Migration[];

/** All steps of the schema, the first one first: one for each SQL file beside this one. */
export const MIGRATIONS: readonly Migration[] = Bun.isStandaloneExecutable
  ? EMBEDDED_MIGRATIONS
  : readMigrations();

/** Reads the SQL files of this folder. @throws Error as {@link orderMigrations} */
export function readMigrations(): Migration[] {
  const files = readdirSync(import.meta.dir).filter((file) => file.endsWith(".sql"));
  return orderMigrations(
    new Map(files.map((file) => [file, readFileSync(join(import.meta.dir, file), "utf8")])),
  );
}

/**
 * Puts migrations in order: the version and the name of each are those of its file, such as `0004-printers.sql`.
 * @param files statements by file
 * @throws Error when a file is named otherwise, or the versions do not go from 1 up, each once
 */
export function orderMigrations(files: ReadonlyMap<string, string>): Migration[] {
  const ordered = [...files].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return ordered.map(([file, statements], index) => {
    const version = index + 1;
    const [, number, words] = /^(\d{4})-([a-z0-9-]+)\.sql$/.exec(file) ?? [];
    if (words === undefined || Number(number) !== version) {
      const expected = `${String(version).padStart(4, "0")}-NAME.sql`;
      throw new Error(
        `the migration ${file} should be ${expected}: each version is there once, from 0001 up`,
      );
    }
    return { version, name: words.replaceAll("-", " "), statements };
  });
}
