import { SEGMENT_KINDS } from "../../storage/index-writer.ts";
import type { ChunkLoader } from "../chunk-loader.ts";
import type { IndexConnection, SegmentRow } from "../index-connection.ts";
import { NONE, type PositionSet, setOfPositions } from "../sets/position-set.ts";
import { positionsOf, union } from "../sets/set-algebra.ts";
import { openLines } from "../segment/lines-segment.ts";
import { textVersionOf } from "../text/text-version.ts";
import type { Run } from "./view.ts";

/**
 * The text of a workspace's prints as one search finds it: segments of lines, which need not begin and end where those
 * of metadata do, and the newest prints, whose lines are rows of a table.
 */
export class WorkspaceText {
  /** Prints whose text cannot be searched yet. */
  readonly pending: number;
  private readonly segments: readonly SegmentRow[];
  private readonly end: number;
  private readonly version: number;
  private readonly found = new Map<string, PositionSet>();

  /** @param prints how many the workspace has */
  constructor(
    private readonly connection: IndexConnection,
    private readonly workspaceId: number,
    private readonly loader: ChunkLoader,
    prints: number,
  ) {
    const settings = connection.workspace(workspaceId);
    this.version = settings === null ? 0 : textVersionOf(settings);
    const published = connection.segments(workspaceId, SEGMENT_KINDS.lines);
    this.segments = published.filter(({ version }) => version === this.version);
    const last = published.at(-1);
    this.end = last === undefined ? 0 : last.firstOrdinal + last.printCount;
    const newest = connection.decodedPrints(workspaceId, this.version, this.end);
    this.pending = this.segments.reduce((left, { printCount }) => left - printCount, prints - newest);
  }

  /**
   * The positions of a run whose receipt has a line that holds a part, which is as `foldLine` makes it.
   * @throws DamagedSegment
   */
  find(run: Run, part: string): PositionSet {
    const end = run.first + run.prints;
    const sets = this.segments
      .filter(({ firstOrdinal, printCount }) => firstOrdinal < end && firstOrdinal + printCount > run.first)
      .map((segment) => moved(this.inSegment(segment, part), segment, run));
    if (end > this.end) sets.push(this.inNewest(run, part));
    return union(sets);
  }

  private inSegment(segment: SegmentRow, part: string): PositionSet {
    const key = `${segment.id}/${part}`;
    let set = this.found.get(key);
    if (set === undefined) {
      set = openLines(this.loader, segment).contains(part);
      this.found.set(key, set);
    }
    return set;
  }

  private inNewest({ first, prints }: Run, part: string): PositionSet {
    const from = Math.max(first, this.end);
    const ordinals = this.connection.textsWith(this.workspaceId, this.version, from, first + prints, part);
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
