import { showBackups } from "../backup/backup-metrics.ts";
import { Backups } from "../backup/backups.ts";
import { NO_BACKUPS } from "../backup/backup-options.ts";
import { snapshotMoment } from "../backup/backup-layout.ts";
import { knownState } from "../backup/backup-state.ts";
import { monotonicClock } from "../domain/clock.ts";
import { Timetable } from "../operations/timetable.ts";
import { scheduleRetention } from "./retention-stage.ts";
import { NightlyDrill } from "../restore/nightly-drill.ts";
import { JournalAdoption } from "../storage/journal-adoption.ts";
import type { AppOptions } from "./app-options.ts";
import type { PrintsStage } from "./prints-stage.ts";
import type { StorageStage } from "./storage-stage.ts";

/** What the service does regularly. */
export type TasksStage = ReturnType<typeof startTasks>;

/**
 * Begins what is done regularly, when the service answers already.
 * @param started the tasks are ended with it, before anything that they work with
 * @throws TillrollError BAD_REQUEST when backups are to go where they cannot
 */
export function startTasks(options: AppOptions, stage: StorageStage, started: AsyncDisposableStack) {
  const { clock, log, health } = stage;
  const backups = createBackups(options, stage);
  started.defer(() => backups.close());
  const timetable = new Timetable({ clock: clock.now, monotonic: monotonicClock, log });
  started.defer(() => timetable.close());
  health.add(timetable);
  showBackups(stage.metrics.registry, backups.place === null ? null : backups.record);
  const drill = backups.place === null ? null : scheduleBackups(backups, timetable, options, stage);
  started.defer(() => drill?.close());
  return { timetable, backups, drill };
}

function createBackups(
  { dataFolder, backups, configurationFile = null }: AppOptions,
  stage: StorageStage,
): Backups {
  const { storage, changedPages, clock, log } = stage;
  return new Backups({
    options: backups ?? NO_BACKUPS,
    dataFolder,
    configurationFile,
    databasePath: storage.path,
    file: storage.held?.descriptor ?? null,
    changedPages,
    clock: clock.now,
    clockMemory: clock.memory,
    log,
  });
}

/** Has backups made by themselves, and the newest tried each night. */
function scheduleBackups(
  backups: Backups,
  timetable: Timetable,
  { dataFolder, backups: wanted = NO_BACKUPS }: AppOptions,
  { clock, log, health }: StorageStage,
): NightlyDrill {
  const { access, bytesPerSecond } = wanted;
  const target = () =>
    backups.place === null
      ? null
      : { address: backups.place, access, service: backups.service, bytesPerSecond };
  const drill = new NightlyDrill({ dataFolder, clock: clock.now, log, target });
  health.add(backups.record);
  health.add(drill);
  timetable.add({
    name: "what is new to the backup",
    schedule: { everyMilliseconds: wanted.everyMilliseconds },
    run: (signal) => backups.send(signal),
  });
  timetable.add({
    name: "the backup",
    schedule: { dailyAt: wanted.at, lastRanAt: () => lastSnapshotAt(dataFolder) },
    async run(signal) {
      await backups.snapshot(signal);
      await drill.run(signal);
    },
  });
  return drill;
}

/** When the last snapshot was taken, as far as the data folder remembers; epoch milliseconds. */
function lastSnapshotAt(dataFolder: string): number | null {
  const name = knownState(dataFolder)?.head?.snapshot;
  return name === undefined ? null : snapshotMoment(name);
}

/**
 * Watches the clock, and adds what is done with prints, when the service prints already.
 * @param started what goes on by itself is ended with it
 */
export function beginTasks(
  { timetable }: TasksStage,
  { storage, patientLog, database, writer }: StorageStage,
  { retention, clockWatch, scrub }: PrintsStage,
  started: AsyncDisposableStack,
): void {
  clockWatch.start();
  scrub?.begin();
  // What cannot be written may be a database of before there was retention, or a journal.
  if (storage.trouble !== null) return;
  scheduleRetention(retention, timetable, patientLog);
  const adoption = new JournalAdoption(database, writer);
  started.defer(() => adoption.close());
  adoption.start();
}
