import { KIBIBYTE } from "../domain/limits.ts";

/** Limits on the text feed. */
export const TEXT_FEED_LIMITS = {
  /** Readers at a time, and of one address. */
  readers: 32,
  readersOfClient: 8,
  /** What waits for a reader; one that takes less is closed, bytes. */
  waitingBytes: 512 * KIBIBYTE,
  /** Prints read together. */
  prints: 50,
  /** Prints that the feed may be behind; older ones are left out then: what is told late is of no use to a camera. */
  behindPrints: 500,
} as const;
