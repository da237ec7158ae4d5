import { addToBlocks } from "../storage/postgres/chain-counts.ts";
import { forgetCommitted } from "../storage/postgres/committed.ts";
import { monotonicClock, systemClock } from "../domain/clock.ts";
import { momentBefore } from "../domain/age.ts";
import { MILLISECONDS_PER_DAY } from "../domain/limits.ts";
import { Timetable } from "../operations/timetable.ts";
import type { ArchiveOptions } from "./archive-options.ts";
import type { ArchiveStorage } from "./archive-storage.ts";

/** How often what nobody needs any more is removed. Each instance does it: it is little, and does no harm twice. */
const HOURLY_MILLISECONDS = MILLISECONDS_PER_DAY / 24;

/** How often it is looked whether much was counted that the counts of all shops do not have yet, milliseconds. */
const COUNTED_MILLISECONDS = 30_000;

/** How long bytes in a bucket may outlive a print that was erased, milliseconds, where its service answers. */
const ERASED_MILLISECONDS = 10_000;

/** Begins what an archive does regularly. @param started the tasks are ended with it */
export function startArchiveTasks(
  { auditMaximumAge = null }: ArchiveOptions,
  { database, objects, stores, writer, health, log }: ArchiveStorage,
  started: AsyncDisposableStack,
): void {
  const timetable = new Timetable({ clock: systemClock, monotonic: monotonicClock, log });
  started.defer(() => timetable.close());
  health.add(timetable);
  timetable.add({
    name: "what was noted of old transactions",
    schedule: { everyMilliseconds: HOURLY_MILLISECONDS },
    run: async () => void (await forgetCommitted(database, systemClock() - MILLISECONDS_PER_DAY)),
  });
  const counts = timetable.add({
    name: "counts of all shops",
    schedule: { everyMilliseconds: COUNTED_MILLISECONDS },
    run: (signal) => addToBlocks(database, { signal }),
  });
  // An upgrade leaves all that was counted to be added. What it throws the timetable tells, and does it again.
  void counts.runNow().catch(() => {});
  if (objects !== null) {
    timetable.add({
      name: "bytes of erased prints",
      schedule: { everyMilliseconds: ERASED_MILLISECONDS },
      run: async () => void (await objects.removeErased()),
    });
    timetable.add({
      name: "bytes that no print has",
      schedule: { everyMilliseconds: MILLISECONDS_PER_DAY },
      async run(signal) {
        for (const { id } of await stores.workspaces.list())
          if (!signal.aborted) await objects.removeUnused(id, systemClock() - MILLISECONDS_PER_DAY, signal);
      },
    });
  }
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
