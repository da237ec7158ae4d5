import { existsSync, readFileSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import type { AuditAct } from "../audit/acts.ts";
import type { AuditDetails } from "../audit/audit-entry.ts";
import { asOwnerOf } from "../platform/folder-owner.ts";
import { lastingExecutable } from "../service-manager/executable-place.ts";
import { findServiceManager } from "../service-manager/find-manager.ts";
import type { ServiceManager } from "../service-manager/service-manager.ts";
import { sentenceOf } from "../platform/system-error.ts";
import { databasePath } from "../platform/data-folder.ts";
import { leaveLog, openForReading, openForWriting } from "../storage/database.ts";
import { checkDatabase } from "../storage/database-check.ts";
import { migrate } from "../storage/migrate.ts";
import { lockDataFolder } from "../storage/service-lock.ts";
import { factsOf } from "../update/copied-data.ts";
import type { Rehearsal } from "../update/new-version.ts";
import { packageOf, UNKNOWN_PACKAGE } from "../update/package-manager.ts";
import { refused } from "../update/refused.ts";
import { builtInReleaseKey } from "../update/release-key.ts";
import {
  InstalledServiceControl,
  isTaken,
  type ServiceControl,
  TrialService,
} from "../update/service-control.ts";
import { type PublicKey, readPublicKey } from "../update/signature.ts";
import { readJournal } from "../update/update-folder.ts";
import { installUpdate, resumeUpdate, type UpdateOutcome, type UpdateTools } from "../update/update.ts";
import { VERSION } from "../version.ts";
import { print } from "./command.ts";
import { audited } from "./audited.ts";
import { clockFor, dataFolderOf, hasData } from "./data.ts";
import type { GivenOptions } from "./options.ts";
import { PUBLIC_KEY, SUM, TRIAL } from "./update.ts";

const EXIT_FAILURE = 1;

/** Replaces this executable, or finishes what was broken off. @returns the exit code */
export async function update(given: GivenOptions): Promise<number> {
  const folder = dataFolderOf(given);
  if (given.has("resume")) return resume(folder);
  const file = resolve(given.argument("release: FILE"));
  const executable = ownExecutable();
  const manager = managerOf(folder);
  refusePackaged(executable, manager);
  if (!hasData(folder)) throw refused(`There is no Tillroll data in ${folder}. Name its folder with --data.`);
  if (manager === null) refuseRunningByHand(folder);
  else refuseOtherExecutable(executable, manager);
  const control = controlOf(executable, folder, isOn(manager));
  const outcome = await installUpdate(
    {
      file,
      executable,
      proof: {
        sha256: given.text(SUM.name),
        key: keyOf(given),
        allowUnsigned: given.has("allow-unsigned"),
      },
      trialSeconds: given.value(TRIAL),
    },
    { ...toolsFor(folder), control },
  );
  return exitCodeOf(outcome);
}

async function resume(folder: string): Promise<number> {
  const journal = readJournal(folder);
  if (journal === null) {
    print("No update was broken off.");
    return 0;
  }
  const control = controlOf(journal.executable, folder, journal.keepsRunning);
  return exitCodeOf(await resumeUpdate({ ...toolsFor(folder), control }));
}

function exitCodeOf(outcome: UpdateOutcome | null): number {
  return outcome === "reverted" ? EXIT_FAILURE : 0;
}

/** Brings a copy of a data folder up to date, and tells what is in it then. */
export async function rehearse(given: GivenOptions): Promise<void> {
  const folder = resolve(given.argument("copy of a data folder"));
  const path = databasePath(folder);
  if (!existsSync(path)) throw refused(`There is no Tillroll data in ${folder}.`);
  using lock = lockDataFolder(folder);
  if (lock === null) throw refused(`A service runs on ${folder}: this is for a copy.`);
  const before = factsOf(folder);
  {
    using database = openForWriting(path);
    migrate(database);
  }
  using database = openForReading(path);
  await checkDatabase(database);
  const rehearsal: Rehearsal = { version: VERSION, before, after: factsOf(folder) };
  print(JSON.stringify(rehearsal));
}

function keyOf(given: GivenOptions): PublicKey | null {
  const named = given.filled(PUBLIC_KEY.name);
  if (named === null) {
    const builtIn = builtInReleaseKey();
    return builtIn === null ? null : readPublicKey(builtIn);
  }
  return readPublicKey(existsSync(named) ? readFileSync(named, "utf8") : named);
}

function ownExecutable(): string {
  if (Bun.isStandaloneExecutable) return realpathSync(process.execPath);
  throw refused(
    "The source tree is brought up to date by git; only the executable can be replaced by a release.",
  );
}

/** What starts the service of a data folder at boot; `null` where nothing does. */
function managerOf(folder: string): ServiceManager | null {
  const manager = findServiceManager();
  return manager?.installed()?.dataFolder === folder ? manager : null;
}

function isOn(manager: ServiceManager | null): boolean {
  return manager !== null && ["running", "starting"].includes(manager.state().kind);
}

function controlOf(executable: string, folder: string, keepsRunning: boolean): ServiceControl {
  const manager = managerOf(folder);
  return manager === null
    ? new TrialService(executable, folder)
    : new InstalledServiceControl(manager, keepsRunning);
}

/** The service's own executable is the one that is replaced. */
function refuseOtherExecutable(executable: string, manager: ServiceManager): void {
  const lasting = lastingExecutable(executable);
  const written = manager.installed()?.file ?? "";
  const isOwn = existsSync(written)
    ? readFileSync(written, "utf8").includes(executable)
    : executable === lasting;
  if (!isOwn)
    throw refused(`The service has an executable of its own. Run that one: "${lasting} update FILE".`);
}

function refusePackaged(executable: string, manager: ServiceManager | null): void {
  const found = packageOf(executable) ?? (manager?.installed()?.isPackaged === true ? UNKNOWN_PACKAGE : null);
  if (found !== null)
    throw refused(
      `${executable} belongs to the package ${found.name}, which its manager brings up to date: ${found.advice}.`,
    );
}

/** A service that a person has started cannot be started again as they did. */
function refuseRunningByHand(folder: string): void {
  if (isTaken(folder))
    throw refused(
      `A service that somebody started runs on ${folder}. End it (Ctrl-C), do this again, and start it as before.`,
    );
}

function toolsFor(folder: string): Omit<UpdateTools, "control"> {
  return {
    folder,
    tell: print,
    record: (act, details) => record(folder, act, details),
  };
}

/** Enters how an update ended in the audit log, which both versions have, whichever of them has the database now. */
function record(folder: string, act: AuditAct, details: AuditDetails): void {
  try {
    asOwnerOf(folder, () => {
      using database = openForWriting(databasePath(folder));
      leaveLog(database);
      audited(database, clockFor(folder, database), (enter) => enter(act, String(details["to"]), details));
    });
  } catch (error) {
    process.stderr.write(`tillroll: The audit log does not tell of it: ${sentenceOf(error)}\n`);
  }
}
