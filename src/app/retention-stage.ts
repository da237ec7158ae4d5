import { MILLISECONDS_PER_MINUTE } from "../domain/limits.ts";
import { DEFAULT_RETENTION } from "../domain/retention.ts";
import type { Log } from "../operations/log.ts";
import type { Timetable } from "../operations/timetable.ts";
import { Retention, type RetentionOptions } from "../retention/retention.ts";
import { retentionHealth } from "../retention/retention-health.ts";
import type { AppOptions } from "./app-options.ts";
import type { StorageStage } from "./storage-stage.ts";

/** When old prints are deleted, by the machine's time zone: after the nightly backup, which still has them. */
const NIGHT = "03:30";

const HOUR_MILLISECONDS = 60 * MILLISECONDS_PER_MINUTE;

/** Makes what deletes prints that are not to be kept; its times are for {@link scheduleRetention}. */
export function createRetention(
  { retention: limits = DEFAULT_RETENTION }: AppOptions,
  { storage, database, writer, clock, log, metrics, health, stores }: StorageStage,
  purge: RetentionOptions["purge"],
): Retention {
  const databasePath = storage.readingPath;
  const onRun: RetentionOptions["onRun"] = (report) => metrics.retention.noteRun(report);
  const retention = new Retention({ databasePath, database, writer, clock, log, limits, purge, onRun });
  health.add(retentionHealth(retention, stores.workspaces, () => clock.state()));
  return retention;
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
