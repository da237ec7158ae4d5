import { monotonicClock } from "../domain/clock.ts";
import { Timetable } from "../operations/timetable.ts";
import type { PrintsStage } from "./prints-stage.ts";
import { scheduleRetention } from "./retention-stage.ts";
import type { StorageStage } from "./storage-stage.ts";

/** What the service does regularly. */
export type TasksStage = ReturnType<typeof startTasks>;

/**
 * Begins what is done regularly, when the service answers already.
 * @param started the tasks are ended with it, before anything that they work with
 */
export function startTasks({ clock, log, health }: StorageStage, started: AsyncDisposableStack) {
  const timetable = new Timetable({ clock: clock.now, monotonic: monotonicClock, log });
  started.defer(() => timetable.close());
  health.add(timetable);
  return { timetable };
}

/** Watches the clock, and adds what is done with prints, when the service prints already. */
export function beginTasks(
  { timetable }: TasksStage,
  { patientLog }: StorageStage,
  { retention, clockWatch }: PrintsStage,
): void {
  clockWatch.start();
  scheduleRetention(retention, timetable, patientLog);
}
