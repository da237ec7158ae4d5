import { MILLISECONDS_PER_DAY, MILLISECONDS_PER_MINUTE, MILLISECONDS_PER_SECOND } from "./limits.ts";

/** When a shop talks to its archive, milliseconds. */
export interface ShippingTimes {
  /** How often an archive is told that the shop is there, though there is nothing to send. */
  readonly hello: number;
  /** How long new prints gather: what rules find in them goes along. */
  readonly gather: number;
  /** The first wait after a failure, which doubles with each, and the longest. */
  readonly backOffFirst: number;
  readonly backOffLongest: number;
  /** How often a key that was refused is tried again. */
  readonly refused: number;
}

export const SHIPPING_TIMES: ShippingTimes = {
  hello: MILLISECONDS_PER_MINUTE,
  gather: MILLISECONDS_PER_SECOND,
  backOffFirst: MILLISECONDS_PER_SECOND,
  backOffLongest: 5 * MILLISECONDS_PER_MINUTE,
  refused: 60 * MILLISECONDS_PER_MINUTE,
};

/** How a shop talks to its archive. Times in milliseconds. */
export const UPSTREAM_LIMITS = {
  /** How often the Worker is told that there are new prints. */
  wake: 200,
  /** How long an answer may take. */
  answer: 2 * MILLISECONDS_PER_MINUTE,
  /** How long the first connection may take: a person waits. */
  join: 15 * MILLISECONDS_PER_SECOND,
  /** When another Worker is begun, should one have died. */
  restart: 5 * MILLISECONDS_PER_SECOND,
  /** How often it is noted durably that the archive was there. */
  contactNoted: 60 * MILLISECONDS_PER_MINUTE,
  /** From which age on what was not sent is told of. */
  backlogTold: MILLISECONDS_PER_DAY,
  /**
   * For how long it is told that somebody else uses the key, after that was last seen. Who is there says so each minute, and
   * after failures each five: whoever has not for so long has left.
   */
  clonedTold: 15 * MILLISECONDS_PER_MINUTE,
  /** For how many seconds of the limit a batch may be. */
  batchSeconds: 5,
  /**
   * For how many times as long as a batch was worked on nothing is done after it. What is behind has time, and a till has not:
   * the lowest priority keeps it from waiting for a core, but not for a cache or a disk. On a busy machine work takes longer,
   * and so does the rest.
   */
  restAfterWork: 9,
  /** Prints that are read, or looked through, at once. */
  piecePrints: 200,
  reviewPrints: 2000,
  /** As many changes are counted for whoever asks how much is not sent. */
  countedChanges: 1000,
  /** How often in a row prints are asked for again that come back. */
  pullRetries: 5,
  /** Batches without an answer whose nonces are kept. */
  unanswered: 1000,
} as const;
