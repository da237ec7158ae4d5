import type { DeliveryTimes } from "./delivery-limits.ts";

/**
 * How long to wait before the next attempt, milliseconds: twice as long each time, and up to a quarter less by chance,
 * so that the printers of a shop whose network comes back are not all called at once.
 * @param failures attempts that failed in a row, from 1
 * @param chance from 0 to below 1
 */
export function backOff(failures: number, chance: number, times: DeliveryTimes): number {
  const doubled = times.firstBackOff * 2 ** Math.min(failures - 1, 30);
  return Math.round(Math.min(doubled, times.longestBackOff) * (1 - chance / 4));
}
