import { SHOP_LIMITS } from "../shop-limits.ts";

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

/** What is known once a run was seen. @param run names the instance and its start */
export function noteRun(watch: RunWatch, run: string, now: number): RunWatch {
  if (watch.runs.at(-1) === run) return watch;
  const others = watch.runs.filter((other) => other !== run);
  const runs = [...others, run].slice(-SHOP_LIMITS.runs);
  if (others.length === watch.runs.length) return { ...watch, runs };
  return { runs, returns: (isOver(watch, now) ? 0 : watch.returns) + 1, returnedAt: now };
}

/** Whether a shop is to be told of as cloned. */
export function isCloned(watch: Pick<RunWatch, "returns" | "returnedAt">, now: number): boolean {
  return watch.returns >= SHOP_LIMITS.clonedAfterReturns && !isOver(watch, now);
}

function isOver({ returnedAt }: Pick<RunWatch, "returnedAt">, now: number): boolean {
  return returnedAt !== null && now - returnedAt > SHOP_LIMITS.clonedMilliseconds;
}
