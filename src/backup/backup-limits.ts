import { MEBIBYTE, MILLISECONDS_PER_MINUTE, MILLISECONDS_PER_SECOND } from "../domain/limits.ts";

/** Limits of backups, with their units. */
export const BACKUP_LIMITS = {
  /** How fast the database is read, copied and verified: reading and printing go on beside it. */
  bytesPerSecond: 24 * MEBIBYTE,
  /** What is copied, hashed or verified in one go, bytes: what else the thread has to do comes after it. */
  pieceBytes: MEBIBYTE,
  /** Pages of one segment, bytes: so much memory they take. More goes in several. */
  segmentBytes: 32 * MEBIBYTE,
  /** How often new prints go out, from the end of one time to the begin of the next. */
  segmentMilliseconds: 30 * MILLISECONDS_PER_SECOND,
  /** From when on it is told that the last time was too long ago. */
  lateMilliseconds: 5 * MILLISECONDS_PER_MINUTE,
  /** How long a stop of the service waits for the last segment, and for the end of each other thing. */
  lastSegmentMilliseconds: MILLISECONDS_PER_SECOND,
  /** How long the other end of a bucket may say nothing. */
  silenceMilliseconds: 60 * MILLISECONDS_PER_SECOND,
  /** Files of a place that are listed at a time: no bucket tells of more at once. */
  pageFiles: 1000,
  /** Parts of a large file to a bucket, bytes. */
  partBytes: 8 * MEBIBYTE,
  /** How often the state of the hashes is stored where they are many. */
  stateMilliseconds: 10 * MILLISECONDS_PER_MINUTE,
  /** Hashes that are stored after every segment, bytes. */
  smallStateBytes: MEBIBYTE,
} as const;
