/** What speaks against a mask: penalties of ISO/IEC 18004, table 11. All lines are looked at 32 modules at once. */

import { type BitMatrix, countBits } from "./bit-matrix.ts";

/**
 * The penalty of a masked QR code; once it is known to be `limit` or more, only that.
 *
 * @param rows its modules
 * @param columns the same with x and y exchanged
 */
export function penaltyOf(rows: BitMatrix, columns: BitMatrix, limit = Infinity): number {
  let penalty = balancePenalty(rows) + blockPenalty(rows);
  if (penalty < limit) penalty += runPenalty(rows);
  if (penalty < limit) penalty += runPenalty(columns);
  if (penalty < limit) penalty += finderPenalty(rows);
  if (penalty < limit) penalty += finderPenalty(columns);
  return penalty;
}

/** The bits of a column of words that are modules. */
function modulesIn({ size, rowWords }: BitMatrix, column: number): number {
  return column < rowWords - 1 ? -1 : -1 << (32 * rowWords - size);
}

/** Five modules alike down the matrix, 3, and 1 for each more: 1 for each window of five, and 2 for the first. */
function runPenalty(matrix: BitMatrix): number {
  const { rowWords, words } = matrix;
  let penalty = 0;
  for (let column = 0; column < rowWords; column++) {
    const modules = modulesIn(matrix, column);
    // Of the lines above, the last first: where each is like the one above it.
    let [like1, like2, like3, windowsAbove] = [0, 0, 0, 0];
    for (let at = column + rowWords; at < words.length; at += rowWords) {
      const like = modules & ~((words[at] ?? 0) ^ (words[at - rowWords] ?? 0));
      const windows = like & like1 & like2 & like3;
      if (windows !== 0) penalty += countBits(windows) + 2 * countBits(windows & ~windowsAbove);
      windowsAbove = windows;
      like3 = like2;
      like2 = like1;
      like1 = like;
    }
  }
  return penalty;
}

const FINDER_PENALTY = 40;

/** Dark 1, light 1, dark 3, light 1, dark 1 down the matrix, with four light modules before or behind. */
function finderPenalty({ rowWords: step, words }: BitMatrix): number {
  let count = 0;
  const line = (at: number): number => words[at] ?? 0;
  for (let at = 6 * step; at < words.length; at++) {
    const dark = line(at) & line(at - 2 * step) & line(at - 3 * step) & line(at - 4 * step);
    const core = dark & line(at - 6 * step) & ~(line(at - step) | line(at - 5 * step));
    if (core === 0) continue;
    const before = at - 10 * step;
    if (before >= 0) count += countBits(core & ~fourLines(words, before, step));
    if (at + 4 * step < words.length) count += countBits(core & ~fourLines(words, at + step, step));
  }
  return count * FINDER_PENALTY;
}

/** The dark modules of a line and the three below it, one over the other. */
function fourLines(words: Int32Array, at: number, step: number): number {
  return (
    (words[at] ?? 0) | (words[at + step] ?? 0) | (words[at + 2 * step] ?? 0) | (words[at + 3 * step] ?? 0)
  );
}

const BLOCK_PENALTY = 3;

/** Two by two modules alike. */
function blockPenalty(matrix: BitMatrix): number {
  const { rowWords, words } = matrix;
  let count = 0;
  for (let column = 0; column < rowWords; column++) {
    // No module stands left of the first.
    const modules = column === 0 ? modulesIn(matrix, 0) & ~(1 << 31) : modulesIn(matrix, column);
    let lineAbove = words[column] ?? 0;
    let leftAbove = column === 0 ? 0 : (words[column - 1] ?? 0);
    for (let at = column + rowWords; at < words.length; at += rowWords) {
      const line = words[at] ?? 0;
      const left = column === 0 ? 0 : (words[at - 1] ?? 0);
      const likeAbove = ~(line ^ lineAbove);
      const likeLeft = ~(line ^ ((line >>> 1) | (left << 31)));
      const leftLikeAbove = ~(left ^ leftAbove);
      const blocks = modules & likeAbove & likeLeft & ((likeAbove >>> 1) | (leftLikeAbove << 31));
      if (blocks !== 0) count += countBits(blocks);
      lineAbove = line;
      leftAbove = left;
    }
  }
  return count * BLOCK_PENALTY;
}

const BALANCE_PENALTY = 10;

/** Each five percent of dark modules away from half of them. */
function balancePenalty({ size, words }: BitMatrix): number {
  let dark = 0;
  for (const word of words) dark += countBits(word);
  const percent = (dark * 100) / (size * size);
  return Math.floor(Math.abs(percent - 50) / 5) * BALANCE_PENALTY;
}
