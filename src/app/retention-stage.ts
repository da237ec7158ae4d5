import { NO_BACKUPS } from "../backup/backup-options.ts";
import type { Background } from "../background/background.ts";
import { MILLISECONDS_PER_MINUTE } from "../domain/limits.ts";
import { DEFAULT_RETENTION, retentionBy } from "../domain/retention.ts";
import type { Log } from "../operations/log.ts";
import type { Timetable } from "../operations/timetable.ts";
import type { Preview } from "../preview/preview.ts";
import { Clearing } from "../removal/clearing.ts";
import { tellRegularBackups } from "../removal/copies.ts";
import { type FindHolds, Removals } from "../removal/removals.ts";
import { Retention } from "../retention/retention.ts";
import { retentionHealth } from "../retention/retention-health.ts";
import type { Search } from "../search/search.ts";
import type { AppOptions } from "./app-options.ts";
import type { StorageStage } from "./storage-stage.ts";

/** When old prints are deleted, by the machine's time zone: after the nightly backup, which still has them. */
const NIGHT = "03:30";

const HOUR_MILLISECONDS = 60 * MILLISECONDS_PER_MINUTE;

/** Starts what deletes prints that are not to be kept, and what removes and erases them; {@link scheduleRetention} gives it its times. */
export function startRemoving(
  { retention: limits = DEFAULT_RETENTION, backups = NO_BACKUPS }: AppOptions,
  { storage, database, writer, clock, log, patientLog, metrics, health, stores }: StorageStage,
  { background, search, preview }: { background: Background; search: Search; preview: Preview },
  started: AsyncDisposableStack,
) {
  const forget = () => {
    search.forgetTexts();
    preview.forget();
  };
  const clearing = new Clearing({ writer, background, forget, log: patientLog });
  started.defer(() => clearing.close());
  if (storage.trouble === null) clearing.resume(database);
  const retention: Retention = new Retention({
    databasePath: storage.readingPath,
    database,
    writer,
    clock,
    log,
    limits,
    purge: (workspaceId, printIds, name) => removals.purge(workspaceId, printIds, retentionBy(name)),
    onRun: (report, endedAt) => metrics.retention.noteRun(report, endedAt),
  });
  started.defer(() => retention.close());
  if (storage.trouble === null)
    health.add(retentionHealth(retention, stores.workspaces, () => clock.state()));
  const findHolds: FindHolds = (workspaceId, printIds) => retention.heldBy(workspaceId, printIds);
  const removals = new Removals({ writer, background, clearing, findHolds, databasePath: storage.path });
  removals.tellBackups = () => tellRegularBackups(backups, clock.now());
  started.defer(() => removals.close());
  return { clearing, removals, retention };
}

/** Has prints deleted at night, and by the hour what cannot wait for it. What is new is looked at now. */
export function scheduleRetention(retention: Retention, timetable: Timetable, log: Log): void {
  // On a full disk nothing can be noted; the first run looks again.
  void retention.lookAtNew().catch((error: unknown) => {
    log.write("warning", "limits of retention are looked at later", { error: String(error) });
  });
  timetable.add({
    name: "retention",
    schedule: { dailyAt: NIGHT, lastRanAt: () => retention.store.lastRun()?.endedAt ?? null },
    run: (signal) => retention.run("night", signal),
  });
  timetable.add({
    name: "hourly retention",
    schedule: { everyMilliseconds: HOUR_MILLISECONDS },
    run: (signal) => retention.run("hour", signal),
  });
}
