import { MILLISECONDS_PER_DAY, MILLISECONDS_PER_MINUTE } from "../domain/limits.ts";

/** How long certificates are for, milliseconds. */
export const CERTIFICATE_LIMITS = {
  /** The local authority: longer than the machine it is on. */
  authorityMilliseconds: 20 * 365 * MILLISECONDS_PER_DAY,
  /** What browsers take at most is 398 days (CA/Browser Forum, section 6.3.2; Apple since 2020). */
  leafMilliseconds: 397 * MILLISECONDS_PER_DAY,
  /** A certificate is renewed when it has no longer than this: it is a year old then. */
  renewMilliseconds: 32 * MILLISECONDS_PER_DAY,
  /** How long before its end one is told of that nobody here can renew. */
  warnMilliseconds: 21 * MILLISECONDS_PER_DAY,
  /** By how much the clocks of others may be behind. */
  clockMilliseconds: MILLISECONDS_PER_DAY,
  /** How often this machine's names, the ends and the files are looked at. */
  lookMilliseconds: MILLISECONDS_PER_MINUTE,
} as const;

/** The most bytes of a file with certificates or a key. */
export const CERTIFICATE_FILE_BYTES = 1024 * 1024;
