import { UPSTREAM_LIMITS } from "../../domain/upstream-limits.ts";
import { SHOP_LIMITS } from "../../domain/shop-limits.ts";

/*
 * Whether two services use the key of one shop: after a folder was cloned, both say hello in turn. A service that starts again
 * is a new run, and the one before never comes back; of two, each does.
 */

/** Which starts of a shop's service were seen. */
export interface RunWatch {
  /** The newest last. */
  readonly runs: readonly string[];
  /** How often an earlier one came again. */
  readonly returns: number;
  /** When that was last, epoch milliseconds. */
  readonly returnedAt: number | null;
}

/** Before any was seen. */
export const NOBODY_SEEN: RunWatch = { runs: [], returns: 0, returnedAt: null };

/** What is known once a run was seen. @param run names the instance and its start */
export function noteRun(watch: RunWatch, run: string, now: number): RunWatch {
  if (watch.runs.at(-1) === run) return watch;
  const others = watch.runs.filter((other) => other !== run);
  const runs = [...others, run].slice(-SHOP_LIMITS.runs);
  if (others.length === watch.runs.length) return { ...watch, runs };
  const isCounted = now - (watch.returnedAt ?? now) <= SHOP_LIMITS.returnsCountedMilliseconds;
  return { runs, returns: (isCounted ? watch.returns : 0) + 1, returnedAt: now };
}

/**
 * Whether a shop is to be told of as cloned: until only one of the two has been there for a while. Where nobody is, as when the
 * line is down, nothing is known of either.
 * @param lastSeen when any of them was seen last, epoch milliseconds
 */
export function isCloned(
  { returns, returnedAt }: Pick<RunWatch, "returns" | "returnedAt">,
  lastSeen: number,
): boolean {
  if (returnedAt === null || returns < SHOP_LIMITS.clonedAfterReturns) return false;
  return lastSeen - returnedAt <= UPSTREAM_LIMITS.clonedTold;
}
