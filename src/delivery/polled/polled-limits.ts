import { KIBIBYTE, MILLISECONDS_PER_MINUTE, MILLISECONDS_PER_SECOND } from "../../domain/limits.ts";

/** Limits on printers that fetch their prints. */
export const POLLED_LIMITS = {
  /** How long a request waits for the job that is about to be offered, milliseconds: it is made durable that it goes. */
  offerMilliseconds: 2 * MILLISECONDS_PER_SECOND,
  /** How long a printer may leave a job that it was told of before it goes back into the queue, milliseconds. */
  fetchMilliseconds: MILLISECONDS_PER_MINUTE,
  /** How long it may say nothing of a job that it has fetched, milliseconds: 64 KiB of text print for half a minute. */
  confirmMilliseconds: 2 * MILLISECONDS_PER_MINUTE,
  /** How long a printer that is sent a job with its answer may try to print it, milliseconds. */
  printMilliseconds: MILLISECONDS_PER_MINUTE,
  /** How long a job may be on its way before that is told of, and others are sent meanwhile, milliseconds. */
  noteMilliseconds: 5 * MILLISECONDS_PER_SECOND,
  /** Questions for the next job without a word about the last one after which it counts as interrupted. */
  silentPolls: 2,
  /** A printer that has not asked for this long is out of reach, milliseconds: they ask every few seconds. */
  presentMilliseconds: MILLISECONDS_PER_MINUTE,
  /** The longest body of a question or a result, bytes. */
  requestBytes: 64 * KIBIBYTE,
} as const;
