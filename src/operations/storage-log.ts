import type { MonotonicClock } from "../domain/clock.ts";
import { CLOCK_LIMITS } from "../domain/storage-limits.ts";
import { unavailable } from "../storage/storage-error.ts";
import type { StorageState } from "../storage/storage-state.ts";
import type { BatchOutcome } from "../storage/write-operation.ts";
import { type Log, ThrottledLog } from "./log.ts";
import type { Metrics } from "./metrics.ts";

/** Counts every batch, and logs its faults, and a clock that jumped back: on a full disk there is one with every print. */
export function batchLog(metrics: Metrics, log: Log, clock: MonotonicClock): (outcome: BatchOutcome) => void {
  const throttled = new ThrottledLog(log, clock);
  return (outcome) => {
    metrics.noteBatch(outcome);
    for (const fault of outcome.faults) throttled.write("error", "the database refused to write", { fault });
    const milliseconds = outcome.clockHeldBackMilliseconds;
    if (milliseconds === 0) return;
    // More than any setting of the clock that is believed: prints are dated in the future.
    const advice = milliseconds > CLOCK_LIMITS.believedStepMilliseconds ? '; see "tillroll clock"' : "";
    const message = `the clock is behind the last print; createdAt is held at its time${advice}`;
    throttled.write("warning", message, { milliseconds });
  };
}

/** Logs that requests are refused because too much waits for the disk. */
export function overloadLog(log: Log, clock: MonotonicClock): () => void {
  const throttled = new ThrottledLog(log, clock);
  return () =>
    throttled.write("warning", "requests are refused: more prints wait for the disk than it can take");
}

/** Logs when prints cannot be stored any more, why, and when they can be again. */
export function storageStateLog(log: Log): (state: StorageState) => void {
  return ({ reason, fault }) => {
    if (reason === null) log.write("info", "prints are stored again");
    else log.write("error", unavailable(reason).message, { reason, fault });
  };
}
