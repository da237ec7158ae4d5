import type { Database } from "bun:sqlite";
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { systemClock } from "../domain/clock.ts";
import { TillrollError } from "../domain/errors.ts";
import { databasePath, defaultDataFolder } from "../platform/data-folder.ts";
import { reasonOf, systemCode } from "../platform/system-error.ts";
import { openForWriting } from "../storage/database.ts";
import { ensureAdministrator } from "../storage/first-start.ts";
import { makeFolder } from "../storage/data-folder.ts";
import { migrate } from "../storage/migrate.ts";
import type { User } from "../storage/session-store.ts";
import type { GivenOptions } from "./options.ts";

/** The data folder that a command is to use. */
export function dataFolderOf(given: GivenOptions): string {
  const folder = given.filled("data");
  return folder === null ? defaultDataFolder() : resolve(folder);
}

/**
 * Opens the database of a data folder for a command, while a service runs on it or not, and closes it after.
 * @param whenMissing whether to make the database, as the first start does, or to say that there is none
 * @throws TillrollError NOT_FOUND when there is none, and what opening it throws
 */
export function withDatabase<Result>(
  given: GivenOptions,
  whenMissing: "make" | "refuse",
  work: (database: Database, administrator: User) => Result,
): Result {
  const folder = dataFolderOf(given);
  if (whenMissing === "make") makeFolder(folder);
  else if (!hasData(folder)) {
    const advice = 'Start the service once with "tillroll serve", or name its folder with --data.';
    throw new TillrollError("NOT_FOUND", `There is no Tillroll data in ${folder}. ${advice}`);
  }
  const database = openForWriting(databasePath(folder));
  try {
    migrate(database);
    return work(database, ensureAdministrator(database, systemClock()));
  } finally {
    database.close();
  }
}

/**
 * Whether a folder holds a database.
 * @throws TillrollError NOT_FOUND when that cannot be seen
 */
export function hasData(folder: string): boolean {
  try {
    statSync(databasePath(folder));
    return true;
  } catch (error) {
    if (systemCode(error) === "ENOENT") return false;
    const advice = "Name the folder of the service with --data, and run this as the user that it runs as.";
    throw new TillrollError(
      "NOT_FOUND",
      `The data folder ${folder} cannot be read: ${reasonOf(error)}. ${advice}`,
    );
  }
}
