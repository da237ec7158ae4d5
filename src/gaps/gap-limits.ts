/** Limits on looking for gaps, which bound its memory. */
export const GAP_LIMITS = {
  /** A longer number is none: it is a key or a code. */
  largestNumber: 999_999_999_999_999,
  patternCharacters: 100,
  /** Groups of numbers: devices, days and series. */
  groups: 100_000,
  /** Runs of numbers without a gap, of all groups together. */
  runs: 200_000,
  /** Findings of a kind that are told one by one; of more it is only told how many there are. */
  findings: 50_000,
  /** Groups that are told one by one, those with most findings first. */
  toldGroups: 1000,
  /** Prints whose value is no number that are named. */
  examples: 10,
  pageSizeDefault: 100,
  pageSizeMaximum: 1000,
} as const;
