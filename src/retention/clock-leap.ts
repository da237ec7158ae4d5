import { RETENTION_LIMITS } from "../domain/retention-limits.ts";
import type { RetentionRun } from "../domain/retention.ts";

/**
 * Until when nothing is deleted because the time has gone on by more since the last run than it does from run to run: a clock
 * that was set ahead by months may be believed, and prints would be old that are not. A day is time to see it.
 * @param now the trusted time, epoch milliseconds
 * @returns `null` when it can go on
 */
export function leapOf(last: Pick<RetentionRun, "endedAt" | "resumesAt"> | null, now: number): number | null {
  if (last === null) return null;
  const { leapMilliseconds, waitMilliseconds } = RETENTION_LIMITS;
  const latest = now + waitMilliseconds;
  if (last.resumesAt === null) return now - last.endedAt > leapMilliseconds ? latest : null;
  // Set back since: it need not wait for a time that is far away.
  if (last.resumesAt > latest) return latest;
  // Ahead once more, so that what it waits for is long past.
  if (now - last.resumesAt > leapMilliseconds) return latest;
  return now < last.resumesAt ? last.resumesAt : null;
}
