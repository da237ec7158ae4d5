import { CENTRED, NO_EDGES, type Edges } from "./text-edges.ts";
import type { TextRun } from "./text-run.ts";
import { type Segment, segmentsOf } from "./text-segments.ts";

/**
 * The characters of a line on paper, and blanks between words and columns only: letters of double width, or set apart,
 * stay together. What takes fewer columns as text than on paper ends where it ended, if other lines end there,
 * else it begins where it began.
 *
 * @param edges where the lines of the receipt begin and end; needed to keep columns, not to read words
 */
export function textLine(runs: readonly TextRun[], edges: () => Edges = edgesOfNothing): string {
  const [only] = runs;
  // The usual line: one run of plain characters.
  if (runs.length === 1 && only !== undefined && only.plain) {
    return (" ".repeat(Math.round(only.x / only.unit)) + only.text).trimEnd();
  }
  const unit = runs.reduce((least, run) => Math.min(least, run.unit), Infinity);
  const segments = segmentsOf(runs);
  let line = "";
  let columns = 0;
  for (const [index, segment] of segments.entries()) {
    const place = columnOf(segment, unit, segments[index - 1], segments[index + 1], edges);
    const blanks = Math.max(index === 0 ? 0 : 1, place - columns);
    line += " ".repeat(blanks) + segment.text;
    columns += blanks + segment.columns;
  }
  return line;
}

function edgesOfNothing(): Edges {
  return NO_EDGES;
}

/**
 * The column that a segment begins in.
 *
 * @param unit dots of a column
 * @param previous the segment before it in the line
 */
function columnOf(
  { text, columns, from, to }: Segment,
  unit: number,
  previous: Segment | undefined,
  next: Segment | undefined,
  edges: () => Edges,
): number {
  const start = Math.round(from / unit);
  const end = Math.round(to / unit);
  if (end - start <= columns || from <= 0) return start;
  const known = edges();
  const isBetween =
    previous !== undefined && next !== undefined && isMiddle(previous.to, from, to, next.from);
  const isAlone = previous === undefined && next === undefined;
  if (isBetween || (isAlone && known.isCentred(from, to))) {
    return Math.round((from + to) / 2 / unit - columns / 2);
  }
  // Of a column it may be the first word or the last one; numbers stand at its right.
  const isRight = !known.begins(from) || (previous !== undefined && /\d$/.test(text));
  return isRight && known.ends(to) ? end - columns : start;
}

/** True if what stands from `from` to `to` is as far from what is before it as from what is behind it. */
function isMiddle(before: number, from: number, to: number, behind: number): boolean {
  return Math.abs(from - before - (behind - to)) <= CENTRED;
}
