import { join, resolve } from "node:path";
import { commandActor } from "../audit/audit-entry.ts";
import { backupPlace, isBucket } from "../backup/backup-place.ts";
import { serviceOf } from "../backup/backup-state.ts";
import { systemClock } from "../domain/clock.ts";
import { userName } from "../platform/command-user.ts";
import { repair } from "../repair/repair.ts";
import { reportLines } from "../repair/repair-report.ts";
import { copiedDatabase } from "../restore/copied-database.ts";
import { placedBackup } from "../restore/placed-backup.ts";
import type { RestorableState } from "../restore/restore-source.ts";
import { BACKUP_TO, bucketAccessOf } from "./backup-options.ts";
import { print } from "./command.ts";
import { dataFolderOf } from "./data.ts";
import { type GivenOptions, UsageError } from "./options.ts";
import { scratchOf } from "./restoring.ts";
import { ProgressBar } from "./running.ts";

/** Repairs the database of a data folder. @returns 0, and 1 where prints are gone */
export async function runRepair(given: GivenOptions): Promise<number> {
  const dataFolder = dataFolderOf(given);
  const isInPlace = given.has("in-place");
  const named = given.filled("out");
  if (isInPlace && named !== null)
    throw new UsageError("--in-place puts the new database into the data folder: leave --out away.");
  const now = systemClock();
  const time = new Date(now).toISOString().replace(/[-:]|\.\d+/g, "");
  const bar = new ProgressBar("repair");
  const report = await repair({
    dataFolder,
    out: isInPlace ? null : resolve(named ?? join(dataFolder, `repaired-${time}`)),
    backup: await backupOf(given, dataFolder),
    scratch: scratchOf(given),
    actor: commandActor(userName()),
    now,
    onProgress: (progress) => bar.show(progress),
  });
  bar.finish();
  if (given.has("json")) print(JSON.stringify(report, null, 2));
  else {
    for (const line of reportLines(report)) print(line);
    if (report.keptIn === null)
      print(
        `Nothing was changed. The new database is ${report.to}; tillroll repair --in-place puts such a one in place.`,
      );
    else print(`It is in place. The damaged one and this report are in ${report.keptIn}.`);
  }
  return report.prints.gone.length > 0 ? 1 : 0;
}

/** What is missing is taken from where `--backup` says, or from where the service puts its backups; `null` for neither. */
async function backupOf(given: GivenOptions, dataFolder: string): Promise<RestorableState | null> {
  const from = given.filled("backup") ?? given.value(BACKUP_TO);
  if (from === null) return null;
  const wish = { at: null, service: given.filled("service"), ownService: serviceOf(dataFolder) };
  const copy = isBucket(from) ? null : copiedDatabase(from);
  return (
    copy ??
    (await placedBackup(backupPlace(isBucket(from) ? from : resolve(from), bucketAccessOf(given)), wish))
  );
}
