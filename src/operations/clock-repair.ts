import type { TrustedClock } from "../domain/trusted-clock.ts";
import { CLOCK_LIMITS } from "../domain/storage-limits.ts";
import { type ClockChange, type ClockStore, CORRECTED_TABLES } from "../storage/clock-store.ts";

/** How far a repair has got, in ids of records. */
export interface RepairProgress {
  readonly done: number;
  readonly total: number;
}

/**
 * Accepts the machine's clock, and corrects times in a wrong future in small steps, between which prints are stored. The order
 * of prints stays; `timeCorrection` gives the new times. A repair that was interrupted is started again.
 * @param run has the one writer of the database make a change
 */
export async function* repairTimes(
  clock: TrustedClock,
  store: ClockStore,
  run: (change: ClockChange) => Promise<number> | number,
): AsyncGenerator<RepairProgress> {
  const { machine, trusted, isBelieved } = clock.state();
  // A clock that still goes on in the wrong future tells how wrong everything was that it dated.
  const isAhead = !isBelieved && trusted - machine > CLOCK_LIMITS.believedStepMilliseconds;
  clock.accept();
  await run({ do: "note", ...clock.stored() });
  const now = clock.now();
  const corrections = store.corrections(now, isAhead ? trusted - machine : null);
  const totals = CORRECTED_TABLES.map((table) => store.lastId(table));
  const total = totals.reduce((sum, last) => sum + last, 0);
  let before = 0;
  for (const [index, table] of CORRECTED_TABLES.entries()) {
    let after = 0;
    do {
      yield { done: Math.min(before + after, total), total };
      after = await run({ do: "correct", table, after, corrections });
    } while (after > 0);
    before += totals[index] ?? 0;
  }
  while ((await run({ do: "correctKeys", now })) > 0);
  await run({ do: "correctOthers", now });
  yield { done: total, total };
}
