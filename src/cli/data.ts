import type { Database } from "bun:sqlite";
import { accessSync, constants, statSync } from "node:fs";
import { resolve } from "node:path";
import { type Clock, systemClock } from "../domain/clock.ts";
import { TillrollError } from "../domain/errors.ts";
import { TrustedClock } from "../domain/trusted-clock.ts";
import { databasePath } from "../platform/data-folder.ts";
import { asOwnerOf } from "../platform/folder-owner.ts";
import { machineClocks } from "../platform/machine-clocks.ts";
import { findService } from "../platform/running-service.ts";
import { adviceForForeignFolder, reasonOf, systemCode } from "../platform/system-error.ts";
import { ClockStore } from "../storage/clock-store.ts";
import { makeFolder, tellLogDamage, tellMovedLog } from "../storage/data-folder.ts";
import { leaveLog, openForWriting } from "../storage/database.ts";
import { ensureAdministrator } from "../storage/first-start.ts";
import { hasForeignLog, isForeign, logBytes, settleLog } from "../storage/generation.ts";
import { mendLog } from "../storage/mend-log.ts";
import { migrate } from "../storage/migrate.ts";
import { finishReplacement, isReplacing } from "../storage/replacement.ts";
import { withReserve } from "../storage/reserve.ts";
import { alreadyRunning, lockDataFolder } from "../storage/service-lock.ts";
import { storageError, unavailable } from "../storage/storage-error.ts";
import type { User } from "../domain/session.ts";
import { usualDataFolder } from "../service-manager/service-folder.ts";
import { DATA_OPTION } from "./command.ts";
import type { GivenOptions } from "./options.ts";

/** The data folder that a command is to use. */
export function dataFolderOf(given: GivenOptions): string {
  const folder = given.value(DATA_OPTION);
  return folder === null ? usualDataFolder() : resolve(folder);
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
  finishBefore(folder);
  if (whenMissing === "make") makeFolder(folder);
  else if (!hasData(folder)) {
    const advice = 'Start the service once with "tillroll serve", or name its folder with --data.';
    throw new TillrollError("NOT_FOUND", `There is no Tillroll data in ${folder}. ${advice}`);
  }
  try {
    return asOwnerOf(folder, () => {
      settleForCommand(folder);
      return withReserve(folder, () => {
        using database = openForWriting(databasePath(folder));
        leaveLog(database);
        migrate(database);
        const clock = clockFor(folder, database);
        return work(database, ensureAdministrator(database, clock()), clock);
      });
    });
  } catch (error) {
    throw storageError(error);
  }
}

/** A replacement of the database that was interrupted is finished before a command opens it, as a start of the service would. */
function finishBefore(folder: string): void {
  if (!isReplacing(folder)) return;
  using lock = lockDataFolder(folder);
  if (lock === null) throw alreadyRunning(folder);
  finishReplacement(folder);
}

/**
 * A log that does not belong to the database is moved aside before a command opens it, and one that is damaged is mended, as a start
 * of the service would.
 */
function settleForCommand(folder: string): void {
  const path = databasePath(folder);
  const isOther = isForeign(path);
  // What cannot be written is read as it is.
  if (!isOther && (logBytes(path) === 0 || !canWrite(path))) return;
  using lock = lockDataFolder(folder);
  // What a service has replayed is not replayed again.
  if (lock === null && !isOther) return;
  // Between two of its steps, a service that starts may look so for a moment.
  if (lock === null && !hasForeignLog(path)) return;
  if (lock === null) throw unavailable("DATABASE_REPLACED");
  const movedTo = settleLog(path, systemClock());
  if (movedTo !== null) process.stderr.write(`tillroll: ${tellMovedLog(movedTo)}\n`);
  const damage = mendLog(path, systemClock());
  if (damage !== null) process.stderr.write(`tillroll: ${tellLogDamage(damage)}\n`);
}

function canWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The trusted time: that of the service that runs on the folder, else what the next one would begin with. */
export function clockFor(folder: string, database: Database): Clock {
  const store = new ClockStore(database);
  const stored = store.read();
  if (stored !== null && findService(folder) !== null) return () => systemClock() - stored.ahead;
  return trustedClockOf(store).now;
}

/** The clock as the next start of a service would take it. */
export function trustedClockOf(store: ClockStore): TrustedClock {
  const clock = new TrustedClock(machineClocks);
  clock.begin(store.read(), store.newestPrintAt());
  return clock;
}

/** Whether a folder holds a database. @throws TillrollError NOT_FOUND when that cannot be seen */
export function hasData(folder: string): boolean {
  try {
    statSync(databasePath(folder));
    return true;
  } catch (error) {
    if (systemCode(error) === "ENOENT") return false;
    throw new TillrollError(
      "NOT_FOUND",
      `The data folder ${folder} cannot be read: ${reasonOf(error)}. ${adviceForForeignFolder()}`,
    );
  }
}
