import { MEBIBYTE, MILLISECONDS_PER_DAY, MILLISECONDS_PER_MINUTE } from "./limits.ts";

/** Limits on the shops of an archive. */
export const SHOP_LIMITS = {
  /** Of a code that a shop joins by, bits: it is typed by people, good for a day and guessed 20 times a minute. */
  codeBits: 80,
  codeMilliseconds: MILLISECONDS_PER_DAY,
  groupCharacters: 63,
  /** Of an instance, a run, a nonce or a version. */
  wordCharacters: 200,
  troubles: 50,
  troubleCharacters: 500,
  /** Orders, and prints that are wanted, of one answer: the others are told with the next. */
  toldPrints: 1000,
  /** Prints that were erased before they came, read at a time when a restored shop is to erase all of them again. */
  earlyErasuresAtOnce: 1000,
  /** Starts of a shop's service that are remembered. */
  runs: 16,
  /** How often an earlier start must come again before the shop counts as cloned: a request that was held up comes twice. */
  clonedAfterReturns: 3,
  /** How long these are counted after the last of them: a copy that leaves and comes back is told of at once. */
  returnsCountedMilliseconds: MILLISECONDS_PER_DAY,
  /** From which difference of the clocks on it is told. */
  toldSkewMilliseconds: MILLISECONDS_PER_MINUTE,
  /** A shop says how it is each minute; after this it counts as silent. */
  silentMilliseconds: 5 * MILLISECONDS_PER_MINUTE,
  /** Batches that one instance unpacks and stores, or packs for who pulls, at a time: each takes memory. */
  batchesAtOnce: 4,
  /** A packed batch: its one print may be large. */
  batchBytes: 64 * MEBIBYTE,
  /** What a shop is given back together, before it is packed, unless one print has more. */
  pullBytes: 4 * MEBIBYTE,
  pullPrints: 500,
} as const;
