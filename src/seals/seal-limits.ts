import { MILLISECONDS_PER_MINUTE, MILLISECONDS_PER_SECOND } from "../domain/limits.ts";

/** Bounds of sealing the journals. */
export const SEAL_LIMITS = {
  /** When the journals are sealed, by the clock on the wall: the day that has just ended is covered. */
  dailyAt: "00:05",
  /** How often what could not leave the house is tried again. */
  retryMilliseconds: 10 * MILLISECONDS_PER_MINUTE,
  /** How long an authority may take for a time stamp. */
  authorityMilliseconds: 20 * MILLISECONDS_PER_SECOND,
  /** The most bytes of its answer; with a few certificates it has less than 10,000. */
  authorityBytes: 256 * 1024,
  /** Seals that are read or brought to their place at a time. */
  piece: 500,
  /** For how long a failure is none for whoever watches: a network comes back. */
  patienceMilliseconds: 36 * 60 * MILLISECONDS_PER_MINUTE,
} as const;
