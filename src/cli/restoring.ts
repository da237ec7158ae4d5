import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { commandActor } from "../audit/audit-entry.ts";
import { backupPlace, isBucket } from "../backup/backup-place.ts";
import { serviceOf } from "../backup/backup-state.ts";
import { systemClock } from "../domain/clock.ts";
import { TillrollError } from "../domain/errors.ts";
import { userName } from "../platform/command-user.ts";
import { copiedDatabase } from "../restore/copied-database.ts";
import { placedBackup } from "../restore/placed-backup.ts";
import { restore, type RestoreReport } from "../restore/restore.ts";
import type { RestorableState } from "../restore/restore-source.ts";
import { readPastTime, TIME_EXAMPLES } from "../restore/restore-time.ts";
import { takePrint } from "../restore/take-print.ts";
import { findServiceManager } from "../service-manager/find-manager.ts";
import { PRIVATE_FILE_MODE } from "../storage/database-file.ts";
import { isTaken } from "../update/service-control.ts";
import { makeFolder } from "../storage/data-folder.ts";
import { BACKUP_TO, bucketAccessOf } from "./backup-options.ts";
import { counted, print } from "./command.ts";
import { dataFolderOf } from "./data.ts";
import { type GivenOptions, UsageError } from "./options.ts";
import { SCRATCH_OPTION } from "./restore.ts";
import { type Progress, ProgressBar } from "./running.ts";

/** The folder of {@link SCRATCH_OPTION}. */
export function scratchOf(given: GivenOptions): string {
  return resolve(given.filled(SCRATCH_OPTION.name) ?? tmpdir());
}

/** Puts a backup in the place of the data folder's database, or takes a print out of it. */
export async function runRestore(given: GivenOptions): Promise<void> {
  const printId = given.integer("print", 1, Number.MAX_SAFE_INTEGER);
  if (printId !== null) return takeOut(given, printId);
  const dataFolder = dataFolderOf(given);
  const state = await stateOf(given);
  makeFolder(dataFolder);
  const bar = new ProgressBar("restore");
  const isDryRun = given.has("dry-run");
  const report = await whileStopped(given.has("stop") ? dataFolder : null, () =>
    restore(state, {
      dataFolder,
      actor: commandActor(userName()),
      now: systemClock(),
      withSettings: given.has("with-settings"),
      isDryRun,
      onProgress: (progress) => bar.show(progress),
    }),
  );
  bar.finish();
  for (const line of tell(state, report, isDryRun)) print(line);
}

/**
 * Does work while the service of a folder is stopped, and has it started again, however that ended.
 * @param folder `null` for nothing to stop
 * @throws TillrollError when what starts services here does not know it
 */
async function whileStopped<Result>(folder: string | null, work: () => Promise<Result>): Promise<Result> {
  if (folder === null || !isTaken(folder)) return work();
  const manager = findServiceManager();
  if (manager === null || manager.installed()?.dataFolder !== folder) {
    const message = `The service on ${folder} is none that this machine starts: stop it where it was started, and start it again there.`;
    throw new TillrollError("STORAGE_UNAVAILABLE", message);
  }
  await manager.stop();
  try {
    return await work();
  } finally {
    await manager.start();
  }
}

async function takeOut(given: GivenOptions, printId: number): Promise<void> {
  const out = given.required("out");
  const bar = new ProgressBar("restore");
  const onProgress = (progress: Progress) => bar.show(progress);
  const bytes = await takePrint(await stateOf(given), printId, scratchOf(given), { onProgress });
  bar.finish();
  if (out === "-") process.stdout.write(bytes);
  else writeFileSync(out, bytes, { mode: PRIVATE_FILE_MODE });
}

/**
 * The state that a command is about.
 * @throws UsageError when the place or the time is missing or is none; TillrollError when there is no such state
 */
export async function stateOf(given: GivenOptions): Promise<RestorableState> {
  const [from = given.value(BACKUP_TO), ...more] = given.argumentsGiven;
  if (from === null || more.length > 0)
    throw new UsageError(
      "Say where the backup is: a folder, s3://bucket/prefix, or a copy of tillroll.sqlite.",
    );
  const at = timeOf(given);
  const wish = { at, service: given.filled("service"), ownService: serviceOf(dataFolderOf(given)) };
  const access = bucketAccessOf(given);
  if (isBucket(from)) return await placedBackup(backupPlace(from, access), wish);
  const copy = copiedDatabase(from);
  if (copy === null) return await placedBackup(backupPlace(resolve(from), access), wish);
  if (at !== null) {
    const message = `${from} is a copy of one moment: without segments there is no --at.`;
    throw new TillrollError("NOT_FOUND", message);
  }
  return copy;
}

function timeOf(given: GivenOptions): number | null {
  const text = given.filled("at");
  if (text === null) return null;
  const time = readPastTime(text, systemClock());
  if (time === null) throw new UsageError(`--at "${text}" is no time; write ${TIME_EXAMPLES}.`);
  return time;
}

/** What was done, or would be, and what is to be looked at. */
function tell(state: RestorableState, report: RestoreReport, isDryRun: boolean): string[] {
  const { restored, asOf, settled, unknownSince, present, settings, keptSettings, keptIn } = report;
  const newest =
    restored.newestPrintAt === null ? "" : `, the newest of ${localTime(restored.newestPrintAt)}`;
  const done = isDryRun ? "Would restore" : "Restored";
  const lines = [
    `${done} ${counted(restored.prints, "print")}${newest}, as of ${localTime(asOf)}, from ${state.title}. All of it was checked.`,
  ];
  if (present.kind === "later") {
    const later = present.laterPrints === 0 ? "nothing" : counted(present.laterPrints, "print");
    lines.push(`Stored since, and not in it: ${later}.`);
  } else if (present.kind === "other") lines.push("What was there is of another service, or older.");
  else if (present.kind === "unreadable") lines.push("What was there cannot be read.");
  if (settled.held > 0)
    lines.push(
      `${counted(settled.held, "delivery", "deliveries")} that waited then may have been printed since: a person decides on each (held).`,
    );
  if (settled.holds > 0)
    lines.push(`Legal holds that were made since, and are there again: ${counted(settled.holds, "hold")}.`);
  if (settled.erased > 0) lines.push(`Erased since, and in it too: ${counted(settled.erased, "print")}.`);
  if (unknownSince !== null)
    lines.push(
      `WHAT WAS ERASED, REVOKED OR HELD SINCE IS NOT KNOWN, and may be back: what is later in the place cannot be read (${unknownSince}).`,
    );
  if (settings.length > 0) lines.push(`Restored as well: ${settings.join(", ")}.`);
  if (keptSettings.length > 0)
    lines.push(`Left as they are: ${keptSettings.join(", ")}; --with-settings takes those of the backup.`);
  if (isDryRun) lines.push("Nothing was changed.");
  else if (keptIn !== null)
    lines.push(
      `What was there before is in ${keptIn}.`,
      `To go back: tillroll restore "${keptIn}". Delete it when nothing is missing.`,
    );
  return lines;
}

/** By the clock on the wall of this machine. */
export function localTime(at: number): string {
  return new Date(at).toLocaleString("sv-SE");
}
