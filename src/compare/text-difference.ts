import { align, type Pair } from "./align.ts";

/** A line of a hunk: in both texts, in the first alone, or in the second alone. */
export interface HunkLine {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** Lines of a text: the number of the first one, from 1, and how many. */
export interface LineRange {
  readonly from: number;
  readonly count: number;
}

/** Lines that differ, with some that do not around them. */
export interface Hunk {
  readonly a: LineRange;
  readonly b: LineRange;
  readonly lines: readonly HunkLine[];
}

/** Lines that are the same around those that differ. */
const CONTEXT = 2;

/**
 * The lines in which two texts differ.
 * @param keyOf what of a line counts
 */
export function differingLines(
  a: readonly string[],
  b: readonly string[],
  keyOf: (line: string) => string = (line) => line,
): Hunk[] {
  const pairs = align(a.map(keyOf), b.map(keyOf));
  const differing = pairs.flatMap(([one, other], index) => (one === null || other === null ? [index] : []));
  const hunks: Hunk[] = [];
  // How many lines of each text are before `counted`.
  const before = { a: 0, b: 0 };
  let counted = 0;
  for (let next = 0; next < differing.length;) {
    const first = differing[next] ?? 0;
    let last = first;
    while (next < differing.length && (differing[next] ?? 0) - last <= 2 * CONTEXT + 1) {
      last = differing[next] ?? 0;
      next++;
    }
    const start = Math.max(0, first - CONTEXT);
    const end = Math.min(pairs.length, last + 1 + CONTEXT);
    before.a += countOf(pairs, counted, start, 0);
    before.b += countOf(pairs, counted, start, 1);
    hunks.push({
      a: { from: before.a + 1, count: countOf(pairs, start, end, 0) },
      b: { from: before.b + 1, count: countOf(pairs, start, end, 1) },
      lines: pairs.slice(start, end).map((pair) => lineOf(a, b, pair)),
    });
    counted = start;
  }
  return hunks;
}

function countOf(pairs: readonly Pair[], start: number, end: number, side: 0 | 1): number {
  let count = 0;
  for (let index = start; index < end; index++) if (pairs[index]?.[side] !== null) count++;
  return count;
}

function lineOf(a: readonly string[], b: readonly string[], [one, other]: Pair): HunkLine {
  if (other === null) return { kind: "removed", text: a[one ?? 0] ?? "" };
  return { kind: one === null ? "added" : "same", text: b[other] ?? "" };
}
