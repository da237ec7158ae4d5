import type { IndexConnection, RemovedRun } from "../index-connection.ts";
import { endOf, type SegmentRow } from "../segment/segment-row.ts";
import { addRange, DENSE_WORDS, type PositionSet, setOfWords } from "../sets/position-set.ts";

/** The prints of a workspace that were removed for good and that segments of a kind may have something of, of one moment. */
export class RemovalsOf {
  private readonly runs: readonly RemovedRun[];

  constructor(connection: IndexConnection, workspaceId: number, kind: number) {
    this.runs = connection.removalsAfter(workspaceId, kind, 0);
  }

  /** How many of a segment's prints were removed since it was built, and whether it has to forget one at once. */
  within(row: SegmentRow): { readonly removed: number; readonly isToForget: boolean } {
    let removed = 0;
    let isUrgent = false;
    for (const run of this.runsOf(row)) {
      removed += Math.min(endOf(run), endOf(row)) - Math.max(run.firstOrdinal, row.firstOrdinal);
      isUrgent ||= run.isUrgent === 1;
    }
    return { removed, isToForget: isUrgent };
  }

  /** The removed prints of segments that follow each other, as positions counted from the first one's first print. */
  positions(rows: readonly SegmentRow[]): PositionSet {
    const words = new Uint32Array(DENSE_WORDS);
    const first = rows[0]?.firstOrdinal ?? 0;
    for (const row of rows)
      for (const run of this.runsOf(row))
        addRange(
          words,
          Math.max(run.firstOrdinal, row.firstOrdinal) - first,
          Math.min(endOf(run), endOf(row)) - first,
        );
    return setOfWords(words);
  }

  private runsOf(row: SegmentRow): RemovedRun[] {
    return this.runs.filter(
      (run) =>
        run.sequence > row.throughRemoval && run.firstOrdinal < endOf(row) && endOf(run) > row.firstOrdinal,
    );
  }
}
