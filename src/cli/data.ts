import type { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Clock, systemClock } from "../domain/clock.ts";
import { TillrollError } from "../domain/errors.ts";
import { TrustedClock } from "../domain/trusted-clock.ts";
import { databasePath, defaultDataFolder } from "../platform/data-folder.ts";
import { machineClocks } from "../platform/machine-clocks.ts";
import { findService } from "../platform/running-service.ts";
import { ClockStore } from "../storage/clock-store.ts";
import { openForWriting } from "../storage/database.ts";
import { ensureAdministrator } from "../storage/first-start.ts";
import { migrate } from "../storage/migrate.ts";
import type { User } from "../storage/session-store.ts";
import type { GivenOptions } from "./options.ts";

/** The data folder that a command is to use. */
export function dataFolderOf(given: GivenOptions): string {
  const folder = given.text("data");
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
  work: (database: Database, administrator: User, clock: Clock) => Result,
): Result {
  const folder = dataFolderOf(given);
  if (whenMissing === "refuse" && !existsSync(databasePath(folder))) {
    const advice = 'Start the service once with "tillroll serve", or name its folder with --data.';
    throw new TillrollError("NOT_FOUND", `There is no Tillroll data in ${folder}. ${advice}`);
  }
  const database = openForWriting(databasePath(folder));
  try {
    migrate(database);
    const clock = clockFor(folder, database);
    return work(database, ensureAdministrator(database, clock()), clock);
  } finally {
    database.close();
  }
}

/** The trusted time: that of the service that runs on the folder, else what the next one would begin with. */
function clockFor(folder: string, database: Database): Clock {
  const store = new ClockStore(database);
  const stored = store.read();
  if (stored !== null && findService(folder) !== null) return () => systemClock() - stored.ahead;
  const clock = new TrustedClock(machineClocks);
  clock.begin(stored, store.newestPrintAt());
  return clock.now;
}
