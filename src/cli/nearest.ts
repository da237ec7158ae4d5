/** A word may have one wrong letter in each of so many. */
const LETTERS_FOR_AN_ERROR = 3;

/** The fewest letters that are looked for at the beginning of longer words. */
const BEGINNING_LETTERS = 3;

/**
 * The word of a list that was most likely meant: the one with the fewest letters wrong, when they are few; else one that
 * begins with what was written.
 * @returns `undefined` when none is like it
 */
export function nearest(given: string, words: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Math.max(1, Math.floor(given.length / LETTERS_FOR_AN_ERROR)) + 1;
  for (const word of words) {
    const distance = editDistance(given.toLowerCase(), word);
    if (distance >= least) continue;
    best = word;
    least = distance;
  }
  if (best !== undefined || given.length < BEGINNING_LETTERS) return best;
  return words.find((word) => word.startsWith(given.toLowerCase()));
}

/** Damerau and Levenshtein's distance, in which no letter is changed twice ("optimal string alignment"). */
export function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at++) {
    const next = [at];
    for (let to = 1; to <= other.length; to++) {
      const isSame = one[at - 1] === other[to - 1];
      const isSwapped = at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1];
      next[to] = Math.min(
        (next[to - 1] ?? 0) + 1,
        (row[to] ?? 0) + 1,
        (row[to - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[to - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, row] = [row, next];
  }
  return row[other.length] ?? 0;
}
