import { monotonicClock, systemClock } from "../domain/clock.ts";
import { momentBefore } from "../domain/age.ts";
import { MILLISECONDS_PER_DAY } from "../domain/limits.ts";
import { Timetable } from "../operations/timetable.ts";
import type { ArchiveOptions } from "./archive-options.ts";
import type { ArchiveStorage } from "./archive-storage.ts";

/** How often what nobody needs any more is removed. Each instance does it: it is little, and does no harm twice. */
const HOURLY_MILLISECONDS = MILLISECONDS_PER_DAY / 24;

/** Begins what an archive does regularly. @param started the tasks are ended with it */
export function startArchiveTasks(
  { auditMaximumAge = null }: ArchiveOptions,
  { writer, health, log }: ArchiveStorage,
  started: AsyncDisposableStack,
): void {
  const timetable = new Timetable({ clock: systemClock, monotonic: monotonicClock, log });
  started.defer(() => timetable.close());
  health.add(timetable);
  if (auditMaximumAge === null) return;
  timetable.add({
    name: "audit log",
    schedule: { everyMilliseconds: HOURLY_MILLISECONDS },
    async run(signal) {
      const before = momentBefore(systemClock(), auditMaximumAge);
      // Some at a time, with prints between them.
      while (!signal.aborted) {
        const { id } = await writer.submit({ kind: "audit", change: { do: "expire", before } });
        if (id === 0) return;
      }
    },
  });
}
