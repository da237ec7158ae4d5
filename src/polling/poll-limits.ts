import { KIBIBYTE, MEBIBYTE, MILLISECONDS_PER_MINUTE, MILLISECONDS_PER_SECOND } from "../domain/limits.ts";

/** Limits on asking addresses for jobs. */
export const POLLING_LIMITS = {
  /** For an answer to a question or to what is told, milliseconds. */
  answerMilliseconds: 30 * MILLISECONDS_PER_SECOND,
  /** For a plain address, which may keep the question until it has a job, milliseconds. */
  waitMilliseconds: 90 * MILLISECONDS_PER_SECOND,
  /** What a plain address is asked to wait for a job at most (RFC 7240), seconds. */
  preferredWaitSeconds: 60,
  /** Between the beginnings of two questions, at least, whatever an address wants. */
  shortestMilliseconds: 200,
  /** Between looks at what has become of a job, milliseconds. */
  progressMilliseconds: 250,
  /** The first wait for an address that cannot be asked; each further one is twice as long, up to the longest. */
  firstBackOff: MILLISECONDS_PER_SECOND,
  longestBackOff: 2 * MILLISECONDS_PER_MINUTE,
  /** Questions in vain, one after the other, of which the operator is told: a single one means little. */
  toldFailures: 3,
  /** The longest answer to a question, bytes. */
  answerBytes: 64 * KIBIBYTE,
  /** The longest answer of Server Direct Print, bytes: a printer refuses more than 2 MB. */
  requestBytes: 2 * MEBIBYTE,
  /** The longest name of a job. */
  nameCharacters: 500,
  /** How long what an address was asked to show in its own words may be, characters. */
  toldCharacters: 200,
} as const;
