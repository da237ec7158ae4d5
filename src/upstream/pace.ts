import { MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import type { ShippingTimes } from "../domain/upstream-limits.ts";

/*
 * When a shop asks its archive again. All of it is arithmetic: the caller has the clock.
 */

/**
 * How long to wait after failures, milliseconds: longer with each, and never as long as another shop, so that a thousand of
 * them do not come at once when the archive is back.
 * @param failures in a row, from 1
 * @param random from 0 up to, and without, 1
 * @param wanted what the archive has asked for, milliseconds; at least that long
 */
export function backOff(
  failures: number,
  random: number,
  wanted: number | null,
  { backOffFirst, backOffLongest }: Pick<ShippingTimes, "backOffFirst" | "backOffLongest">,
): number {
  const full = Math.min(backOffFirst * 2 ** Math.min(failures - 1, 30), backOffLongest);
  const jittered = full * (0.5 + random / 2);
  return wanted === null ? jittered : Math.max(jittered, Math.min(wanted, backOffLongest) * (1 + random / 4));
}

/** Keeps what is sent within a limit. */
export class Pace {
  /** When what was sent is paid for, by the caller's monotonic clock. */
  private paidAt = -Infinity;

  /** Notes what was sent. @param bytesPerSecond `null` for no limit @param now milliseconds */
  note(bytes: number, bytesPerSecond: number | null, now: number): void {
    if (bytesPerSecond === null) return;
    this.paidAt = Math.max(this.paidAt, now) + (bytes / bytesPerSecond) * MILLISECONDS_PER_SECOND;
  }

  /** How long the next is to wait, milliseconds. */
  wait(now: number): number {
    return Math.max(0, this.paidAt - now);
  }
}

/** The smaller of two limits of which each may be none. */
export function smallerLimit(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}
