import {
  KIBIBYTE,
  MEBIBYTE,
  MILLISECONDS_PER_SECOND,
  MILLISECONDS_PER_MINUTE,
  MILLISECONDS_PER_DAY,
} from "./limits.ts";

/** Limits on how long prints stay and on removing them, with their units. Lengths of text are in Unicode code points. */

/** Limits on how long prints stay. Lengths of what a person writes are in code points. */
export const RETENTION_LIMITS = {
  /** Rules of one workspace, and holds that are not released. */
  rules: 50,
  holds: 100,
  nameCharacters: 100,
  reasonCharacters: 500,
  /** A condition as JSON, UTF-16 units: all of a workspace are in one SQL statement, with its 32,766 values. */
  conditionCharacters: 2000,
  /** How long what would delete prints at once waits, so that somebody can see it and change it. */
  waitMilliseconds: MILLISECONDS_PER_DAY,
  /** After a leap of the clock, or an absence, of more than this nothing is deleted for that long. */
  leapMilliseconds: 7 * MILLISECONDS_PER_DAY,
  /** The least that the database may be limited to: without a print it takes a part of it. */
  leastSizeBytes: 10_000_000,
  /** Ages below this are looked at every hour, others at night. */
  shortAgeMilliseconds: 7 * MILLISECONDS_PER_DAY,
  /** Prints that are looked at in one piece. */
  scannedPrints: 500,
  /** Prints that go in one operation of the writer: a millisecond or two. */
  deletedPrints: 50,
  /** After each operation the run rests so many times as long as it took, and at least this, milliseconds. */
  restTimes: 3,
  leastRestMilliseconds: 5,
  /** Prints that a preview shows. */
  sample: 10,
  /** What a print takes in the file beside its packed bytes, roughly: its row, its events, its text and its index. */
  overheadBytes: KIBIBYTE,
} as const;

/** Limits on removing prints for good. */
export const REMOVAL_LIMITS = {
  reasonCharacters: 500,
  /** Prints removed in one transaction, which new prints share, and bytes of receipts after which it is no more of them. */
  piecePrints: 50,
  pieceBytes: MEBIBYTE,
  /** Of the time that a piece takes, so much again is left to others. */
  pauseShare: 1,
  /** After how long without more to purge the index forgets those that were, though they are few. */
  settleMilliseconds: MILLISECONDS_PER_MINUTE,
  /** How long an answer waits until nothing of an erased print is left in any file, and how often that is looked at. */
  clearMilliseconds: 10 * MILLISECONDS_PER_SECOND,
  clearLookMilliseconds: 100,
  /** How often it is looked at when it takes longer. */
  patientLookMilliseconds: 2 * MILLISECONDS_PER_SECOND,
  /** How long folding the whole log waits for readers, while nothing is written. */
  foldMilliseconds: 200,
  /** Free pages of the file given back in one transaction. */
  pagesGivenBack: 64,
  /** Free pages that new prints may use, which are not given back: so many, or this part of the file. */
  keptPages: 256,
  keptShare: 1 / 32,
  /** A database of an older Tillroll up to this size is compacted at the start, which takes a second or two. */
  compactedAtStartBytes: 64 * MEBIBYTE,
} as const;
