/** How many characters must be changed, added, left out or swapped with the next one to make another text of a text. */
export function distanceOf(left: string, right: string): number {
  const rows: number[][] = [Array.from({ length: right.length + 1 }, (_, index) => index)];
  const cell = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= left.length; row++) {
    rows[row] = [row];
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1];
      let least = Math.min(
        cell(row - 1, column) + 1,
        cell(row, column - 1) + 1,
        cell(row - 1, column - 1) + Number(!same),
      );
      const isSwapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (row > 1 && column > 1 && isSwapped) least = Math.min(least, cell(row - 2, column - 2) + 1);
      (rows[row] as number[])[column] = least;
    }
  }
  return cell(left.length, right.length);
}

/** Words longer than this are compared with nothing: nobody mistypes so much. */
const LONGEST = 40;

/** The word that was most likely meant: mistyped in one place, in two of a longer one. @returns `null` where none is near */
export function nearest(written: string, words: Iterable<string>): string | null {
  const most = written.length <= 3 ? 1 : 2;
  if (written.length > LONGEST) return null;
  const typed = written.toLowerCase();
  let best: { word: string; likeness: number } | null = null;
  for (const word of words) {
    if (Math.abs(word.length - written.length) > most) continue;
    const distance = distanceOf(typed, word.toLowerCase());
    // The first letter is seldom the wrong one.
    const likeness = distance + (word[0]?.toLowerCase() === typed[0] ? 0 : 1 / 2);
    const isNear = distance <= most && distance < word.length;
    if (isNear && likeness < (best?.likeness ?? Infinity)) best = { word, likeness };
  }
  return best?.word ?? null;
}
