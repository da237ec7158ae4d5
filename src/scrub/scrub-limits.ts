import { MEBIBYTE, MILLISECONDS_PER_DAY, MILLISECONDS_PER_SECOND } from "../domain/limits.ts";

/** How the stored data is checked. */
export const SCRUB_LIMITS = {
  /** Of one piece: prints, and the bytes of their contents. */
  stepPrints: 256,
  stepBytes: MEBIBYTE,
  /** Entries of the index of ordinals in one piece. */
  stepPlaces: 4096,
  /** What a table weighs in the pace, bytes: how large it is, only its check knows. */
  tableBytes: MEBIBYTE / 16,
  /** How often a round begins by default, milliseconds: from the end of one to the beginning of the next. */
  everyMilliseconds: 7 * MILLISECONDS_PER_DAY,
  /** Bytes a second at most by default, and at least, however much time there is: a small database is done at once. */
  bytesPerSecond: 8 * MEBIBYTE,
  leastBytesPerSecond: MEBIBYTE / 4,
  /** How long it is quiet before a piece, and how long it waits for that at most, milliseconds. */
  quietMilliseconds: 500,
  patienceMilliseconds: 10 * MILLISECONDS_PER_SECOND,
  /** How often it is noted where a round is, milliseconds: what was checked since is checked again after a restart. */
  noteMilliseconds: 15 * MILLISECONDS_PER_SECOND,
  /** After a start, and after something went wrong, milliseconds. */
  restMilliseconds: 60 * MILLISECONDS_PER_SECOND,
  /** How often what was found is looked at again, milliseconds: it may have been mended. */
  recheckMilliseconds: 10 * 60 * MILLISECONDS_PER_SECOND,
  /** Findings of a print that are told again at the earliest after, milliseconds. */
  toldMilliseconds: 60 * 60 * MILLISECONDS_PER_SECOND,
  /** Findings that are kept: of a disk that is gone it is enough to know that. */
  findings: 10_000,
  /** Findings that are listed, and prints that are named in the health. */
  listed: 1000,
  named: 20,
  /** Faults of a table that are told. */
  tableFaults: 3,
} as const;
