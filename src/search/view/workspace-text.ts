import { type ChunkLoader, openLines } from "../chunk-loader.ts";
import type { IndexConnection } from "../index-connection.ts";
import type { TextCoverage } from "../index-status.ts";
import { overlapping, type SegmentRow } from "../segment/segment-row.ts";
import { NONE, type PositionSet, setOfPositions } from "../sets/position-set.ts";
import { positionsOf, union } from "../sets/set-algebra.ts";
import type { TextRun } from "../text/text-settings.ts";
import type { Run } from "./view.ts";

/**
 * The text of a workspace's prints as one search finds it: segments of lines, which need not begin and end where those
 * of metadata do, and the newest prints, whose lines are rows of a table.
 */
export class WorkspaceText {
  private readonly found = new Map<string, PositionSet>();

  /** @param coverage as of the connection's snapshot */
  constructor(
    private readonly connection: IndexConnection,
    private readonly workspaceId: number,
    private readonly loader: ChunkLoader,
    private readonly coverage: TextCoverage,
  ) {}

  /** Prints whose text cannot be searched yet. */
  get pending(): number {
    return this.coverage.pending;
  }

  /** The positions of a run whose receipt has a line with a part (as `foldLine` makes it). @throws DamagedSegment */
  find(run: Run, part: string): PositionSet {
    const end = run.first + run.prints;
    const { segments, newest } = this.coverage;
    const sets = overlapping(segments, run.first, end).map((segment) =>
      moved(this.inSegment(segment, part), segment, run),
    );
    for (const { from, to, version } of newest) {
      const text = { from: Math.max(run.first, from), to: Math.min(end, to), version };
      if (text.from < text.to) sets.push(this.inNewest(run, text, part));
    }
    sets.push(this.inRecognised(run, part));
    return union(sets);
  }

  private inSegment(segment: SegmentRow, part: string): PositionSet {
    return this.found.getOrInsertComputed(`${segment.id}/${part}`, () =>
      openLines(this.loader, segment).contains(part),
    );
  }

  private inNewest({ first }: Run, text: TextRun, part: string): PositionSet {
    const ordinals = this.connection.textsWith(this.workspaceId, text, part);
    return setOfPositions(Uint16Array.from(ordinals, (ordinal) => ordinal - first));
  }

  /** An empty part is in every print's text, and these are found by that. */
  private inRecognised({ first, prints }: Run, part: string): PositionSet {
    const ordinals = this.connection.recognisedWith(this.workspaceId, first, first + prints, part);
    return setOfPositions(Uint16Array.from(ordinals, (ordinal) => ordinal - first));
  }
}

/** A set of a segment's positions as positions of a run. */
function moved(set: PositionSet, segment: SegmentRow, run: Run): PositionSet {
  const distance = segment.firstOrdinal - run.first;
  if (set.count === 0) return NONE;
  if (distance === 0 && segment.printCount === run.prints) return set;
  const positions = positionsOf(set);
  const kept = new Uint16Array(positions.length);
  let count = 0;
  for (let index = 0; index < positions.length; index++) {
    const position = (positions[index] as number) + distance;
    if (position >= 0 && position < run.prints) kept[count++] = position;
  }
  return setOfPositions(kept.subarray(0, count));
}
