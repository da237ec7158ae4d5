/** A group of a match, as the service tells it: offsets are UTF-16 units. */
export interface MatchedGroup {
  readonly number: number;
  readonly start: number;
  readonly end: number;
}

/** A piece of a text. */
export interface Piece {
  readonly text: string;
  /** The group that it belongs to, the innermost; 0 is the rest of the match, `null` what is beside it. */
  readonly group: number | null;
}

/** Cuts a text where groups of matches begin and end. */
export function markedPieces(text: string, groups: readonly MatchedGroup[]): Piece[] {
  const cuts = [0, text.length, ...groups.flatMap(({ start, end }) => [start, end])];
  const ordered = [...new Set(cuts)].filter((at) => at >= 0 && at <= text.length).toSorted((a, b) => a - b);
  return ordered.slice(1).map((end, index) => {
    const start = ordered[index] ?? 0;
    const around = groups.filter((group) => group.start <= start && group.end >= end);
    // The shortest is the innermost; of two alike the later one.
    const [innermost] = around.toSorted(
      (one, other) => one.end - one.start - (other.end - other.start) || other.number - one.number,
    );
    return { text: text.slice(start, end), group: innermost?.number ?? null };
  });
}
