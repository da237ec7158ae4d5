import { requireOutside } from "../backup/backup-options.ts";
import { NO_SEAL_OPTIONS } from "../seals/seal-options.ts";
import { SEAL_LIMITS } from "../seals/seal-limits.ts";
import { Seals } from "../seals/seals.ts";
import { JournalVerification } from "../seals/verification.ts";
import type { AppOptions } from "./app-options.ts";
import type { StorageStage } from "./storage-stage.ts";
import type { TasksStage } from "./tasks-stage.ts";

/**
 * Has the journals sealed each night, and their seals kept elsewhere.
 * @throws TillrollError BAD_REQUEST when seals are to be kept where they cannot
 */
export function startJournal(
  { dataFolder, seals: options = NO_SEAL_OPTIONS }: AppOptions,
  { storage, writer, stores, clock: { now: clock }, log, patientLog, health }: StorageStage,
  { timetable }: TasksStage,
  started: AsyncDisposableStack,
) {
  if (options.to !== null) requireOutside(dataFolder, options.to, "Seals of the journal");
  const { workspaces } = stores;
  const seals = new Seals({
    options,
    dataFolder,
    store: stores.seals,
    workspaces,
    writer,
    clock,
    log: patientLog,
  });
  started.defer(() => seals.close());
  const { record, address: place } = seals;
  const verification = new JournalVerification({
    databasePath: storage.readingPath,
    dataFolder,
    place,
    access: options.access,
    workspaces,
    record,
    clock,
    log,
  });
  started.defer(() => verification.close());
  if (storage.trouble === null) {
    health.add(record);
    timetable.add({
      name: "the seal of the journal",
      schedule: { dailyAt: SEAL_LIMITS.dailyAt, lastRanAt: () => seals.lastSealedAt() },
      run: (signal) => seals.sealAll(signal),
    });
    timetable.add({
      name: "what the journal sends out",
      schedule: { everyMilliseconds: SEAL_LIMITS.retryMilliseconds },
      run: (signal) => seals.deliver(signal),
    });
  }
  return { seals, verification };
}
