/** Limits on comparing two prints. */
export const COMPARISON_LIMITS = {
  /** Patterns of what does not count, and code points of one. */
  ignored: 50,
  patternCharacters: 1000,
  /** Compiled size of all patterns of a comparison; see `RULE_LIMITS.patternInstructions`. */
  instructions: 5000,
  /** Characters that patterns are looked for in, one pattern after the other, in a comparison: some seconds of work. */
  searchedCharacters: 30_000_000,
  /** Such characters that a match takes as long as. */
  charactersPerMatch: 50,
  /** Dots by which ink may stand elsewhere. */
  toleranceDots: 24,
  /** Differences, and boxes of what does not count, that are told of one by one. */
  differences: 500,
  /** Lines of text, on both sides together, that hunks tell of. */
  hunkLines: 5000,
  /** Dots of the picture of both: about 3 m of paper of 80 mm; of longer ones it shows the beginning. */
  pictureDots: 32 * 1024 * 1024,
  /** Lines beside lines that are looked at to find those that were changed; of more, they are taken in their order. */
  pairedLines: 40_000,
} as const;
