/** A published segment of the index. */
export interface SegmentRow {
  readonly id: number;
  readonly version: number;
  readonly firstOrdinal: number;
  readonly printCount: number;
  /** Changes up to this sequence are in it. */
  readonly throughChange: number;
  /** Removals of prints up to this sequence are in it. */
  readonly throughRemoval: number;
}

/** The prints that a segment holds. */
type HeldPrints = Pick<SegmentRow, "firstOrdinal" | "printCount">;

/** The ordinal behind a segment. */
export function endOf({ firstOrdinal, printCount }: HeldPrints): number {
  return firstOrdinal + printCount;
}

/** The ordinal behind the last of some segments. */
export function sealedEnd(segments: readonly HeldPrints[]): number {
  const last = segments.at(-1);
  return last === undefined ? 0 : endOf(last);
}

/** How many prints some segments hold. */
export function printsOf(segments: readonly HeldPrints[]): number {
  return segments.reduce((sum, { printCount }) => sum + printCount, 0);
}

/** The segments with prints of ordinals from `from` up to, and without, `to`. */
export function overlapping<Held extends HeldPrints>(
  segments: readonly Held[],
  from: number,
  to: number,
): Held[] {
  return segments.filter((segment) => segment.firstOrdinal < to && endOf(segment) > from);
}
