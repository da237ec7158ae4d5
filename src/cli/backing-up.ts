import { closeSync, openSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { requireOutside } from "../backup/backup-options.ts";
import { backupPlace, isBucket } from "../backup/backup-place.ts";
import { BackupWork } from "../backup/backup-work.ts";
import { placedAnswer } from "../backup/backup-answer.ts";
import { readCatalogue } from "../backup/backup-catalogue.ts";
import { LiveDatabase } from "../backup/live-database.ts";
import { serviceOf } from "../backup/backup-state.ts";
import type { BackupsAnswer, PlacedBackupsAnswer } from "../contract/backup.ts";
import { systemClock } from "../domain/clock.ts";
import { TillrollError } from "../domain/errors.ts";
import { MEBIBYTE } from "../domain/limits.ts";
import { databasePath } from "../platform/data-folder.ts";
import { asOwnerOf } from "../platform/folder-owner.ts";
import type { RunningService } from "../platform/running-service.ts";
import { sentenceOf, systemCode } from "../platform/system-error.ts";
import { findServiceManager } from "../service-manager/find-manager.ts";
import { checkDatabase } from "../storage/database-check.ts";
import { openForReading } from "../storage/database.ts";
import { settleLog } from "../storage/generation.ts";
import { mendLog } from "../storage/mend-log.ts";
import { alreadyRunning, lockDataFolder } from "../storage/service-lock.ts";
import { BACKUP_TO, bucketAccessOf } from "./backup-options.ts";
import { counted, print, table } from "./command.ts";
import { dataFolderOf, hasData } from "./data.ts";
import type { GivenOptions } from "./options.ts";
import { answeringService, ask, follow, ProgressBar } from "./running.ts";

/** Lists the backups that there are. */
export async function listBackups(given: GivenOptions): Promise<void> {
  const from = given.filled("from");
  const service = from === null ? await answeringService(given) : null;
  show(service === null ? await listAt(given, from) : await ask(service, "/backups/placed"));
}

/** Has the service that runs make a backup, or makes it where none runs. */
export async function makeBackup(given: GivenOptions): Promise<void> {
  const to = given.filled("to");
  const address = to === null || isBucket(to) ? to : resolve(to);
  const service = await answeringService(given);
  const made =
    service === null
      ? await asOwnerOf(dataFolderOf(given), () => makeHere(given, address))
      : await makeThere(service, address, dataFolderOf(given));
  print(
    `Backed up ${counted(made.prints, "print")}, all that was stored by ${made.takenAt}, to ${made.place}. All of it was checked.`,
  );
}

type Made = NonNullable<NonNullable<BackupsAnswer["lastRun"]>["made"]>;

/** Has the service that runs make it. */
async function makeThere(service: RunningService, to: string | null, dataFolder: string): Promise<Made> {
  const look = () => ask<BackupsAnswer>(service, "/backups");
  const [before, begun] = await begin(service, to, look);
  const progressOf = ({ lastRun, progress }: BackupsAnswer) =>
    (lastRun?.number ?? 0) > before ? null : (progress ?? { done: 0, total: 0 });
  const { lastRun } = await follow("backup", begun, progressOf, look);
  const made = lastRun?.made;
  const fault = lastRun?.fault ?? "The service has made no backup; see its log.";
  if (!made) throw new TillrollError("UNKNOWN", `${fault}${confinementOf(dataFolder)}`);
  // A service may have a /tmp of its own, which goes when it ends.
  if (!isBucket(made.place) && isMissing(join(made.place, made.name)))
    throw new TillrollError(
      "UNKNOWN",
      `The service has written the backup to a ${made.place} that only itself sees: choose another folder.`,
    );
  return made;
}

/** Whether there is nothing at a path; what may not be seen is there. */
function isMissing(path: string): boolean {
  try {
    statSync(path);
    return false;
  } catch (error) {
    return systemCode(error) === "ENOENT";
  }
}

/** What is to be said of an installed service that could not write to a place: it may not write everywhere. */
function confinementOf(dataFolder: string): string {
  const isConfined =
    process.platform === "linux" && findServiceManager()?.installed()?.dataFolder === dataFolder;
  return isConfined
    ? " The installed service writes only where it may: see Install, Backups to another disk, in the guide."
    : "";
}

/** Begins it; one that the service makes by itself comes first. @returns the number of the run before, and how far it is */
async function begin(
  service: RunningService,
  to: string | null,
  look: () => Promise<BackupsAnswer>,
): Promise<[before: number, begun: BackupsAnswer]> {
  for (;;) {
    const present = await follow("backup under way", await look(), ({ progress }) => progress, look);
    const before = present.lastRun?.number ?? 0;
    try {
      return [before, await ask<BackupsAnswer>(service, "/backups", to === null ? {} : { to })];
    } catch (error) {
      // Unless another was begun meanwhile.
      const { progress, lastRun } = await look();
      if (progress === null && (lastRun?.number ?? 0) === before) throw error;
    }
  }
}

/** Makes it, where no service runs: none starts meanwhile. */
async function makeHere(given: GivenOptions, to: string | null): Promise<Made> {
  const folder = dataFolderOf(given);
  if (!hasData(folder)) throw new TillrollError("NOT_FOUND", `There is no Tillroll data in ${folder}.`);
  const address = to ?? given.value(BACKUP_TO);
  if (address === null) throw new TillrollError("BAD_REQUEST", "Say where the backup is to go, with --to.");
  requireOutside(folder, address);
  using lock = lockDataFolder(folder);
  if (lock === null) throw alreadyRunning(folder);
  const path = databasePath(folder);
  settleLog(path, systemClock());
  mendLog(path, systemClock());
  const file = openSync(path, "r");
  // Held until all is copied: what a command writes meanwhile stays in the log.
  const held = new LiveDatabase(path, file);
  try {
    using _view = held.view();
    return await copyHere(given, folder, file, address);
  } finally {
    held.close();
    closeSync(file);
  }
}

async function copyHere(given: GivenOptions, folder: string, file: number, address: string): Promise<Made> {
  const place = backupPlace(address, bucketAccessOf(given));
  const common = {
    dataFolder: folder,
    configurationFile: given.configuration,
    databasePath: databasePath(folder),
    file,
    bytesPerSecond: 0,
  };
  const work = new BackupWork({ ...common, changed: null, clock: systemClock, place: null });
  const bar = new ProgressBar("backup");
  try {
    const signal = new AbortController().signal;
    const draft = await work.copy({
      place,
      isManual: true,
      signal,
      onProgress: (progress) => bar.show(progress),
    });
    const copy = openForReading(draft);
    const checked = await checkDatabase(copy).finally(() => copy.close());
    const { name, manifest } = await work.publish(checked);
    const { takenAt, prints, files } = manifest;
    bar.finish();
    return { place: place.address, name, takenAt, prints, bytes: files[0]?.bytes ?? 0 };
  } catch (error) {
    // Of a file or folder that is named: it is the place, and not the database, that cannot be used.
    if (error instanceof Error && "path" in error && !(error instanceof TillrollError))
      throw new TillrollError("STORAGE_UNAVAILABLE", `${sentenceOf(error)} No backup was made.`);
    throw error;
  } finally {
    await work.close();
  }
}

async function listAt(given: GivenOptions, from: string | null): Promise<PlacedBackupsAnswer> {
  const address = from ?? given.value(BACKUP_TO);
  if (address === null) throw new TillrollError("BAD_REQUEST", "Say where the backups are, with --from.");
  const own = serviceOf(dataFolderOf(given));
  return placedAnswer(await readCatalogue(backupPlace(address, bucketAccessOf(given))), own);
}

function show({ items, unreadable }: PlacedBackupsAnswer): void {
  const rows = items.map(({ takenAt, until, prints, segments, bytes, own }) => [
    takenAt,
    until,
    String(prints),
    String(segments),
    `${Math.ceil(bytes / MEBIBYTE)} MiB`,
    own ? "" : "another service's",
  ]);
  if (rows.length === 0) print("There are no backups.");
  else print(table(["FROM", "UNTIL", "PRINTS", "ADDED", "SIZE", ""], rows));
  for (const { name, reason } of unreadable) print(`${name} cannot be read: ${reason}`);
}
