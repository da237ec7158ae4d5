import type { SearchFilter } from "../../domain/search-query.ts";
import type { Segment } from "../segment/segment.ts";
import { firstIndex } from "../sets/bisect.ts";
import { roomAt } from "../sets/bitmaps.ts";
import { NONE, type PositionSet, rangeSet, setOfPositions } from "../sets/position-set.ts";
import { intersect, isInRoom, movedTo, subtract, union } from "../sets/set-algebra.ts";
import type { Run } from "../view/view.ts";
import type { Condition } from "./condition.ts";
import { ConditionSets, type RunSets } from "./condition-sets.ts";

/** A search's filter, with its conditions made ready once for all segments. */
export interface PreparedFilter {
  readonly conditions: readonly Condition[];
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly deleted: SearchFilter["deleted"];
}

/** Matches of a run that were only counted yet. */
export interface LazySet {
  readonly kind: "lazy";
  readonly count: number;
  /** Works out which they are. */
  readonly read: () => PositionSet;
}

/** Gives the positions of a run whose receipt has a part in one of its lines. */
export type FindText = (run: Run, part: string) => PositionSet;

/** The positions of a run whose prints match a filter. @throws DamagedSegment */
export function evaluate(run: Run, filter: PreparedFilter, findText: FindText): PositionSet {
  return movedTo(null, evaluateInRoom(run, filter, findText));
}

/** The same, maybe in the room of the outermost conditions, which the next run's are worked out in. */
function evaluateInRoom(run: Run, filter: PreparedFilter, findText: FindText): PositionSet {
  const inside = inTime(run, filter);
  const within = run.removed === null ? inside : subtract(inside, run.removed);
  if (within.count === 0) return NONE;
  const sets = setsOf(run, findText);
  const { overlay } = run;
  if (overlay === null) return matching(run, run.segment, filter, within, sets);
  const unchanged = movedTo(
    null,
    matching(run, run.segment, filter, subtract(within, overlay.changed), sets),
  );
  const changed = matching(run, overlay.prints, filter, intersect(within, overlay.changed), sets);
  return union([unchanged, movedTo(null, changed)]);
}

/**
 * The same as {@link evaluate}, but only counted where there are many, or where their number is known without looking at
 * the prints: a page shows a hundred of a million matches, and of all others nothing but their number is wanted. Which
 * they are is worked out once more for the runs that the page is in.
 * @throws DamagedSegment, then or when the set is read
 */
export function evaluateLazily(run: Run, filter: PreparedFilter, findText: FindText): PositionSet | LazySet {
  const read = () => evaluate(run, filter, findText);
  const count = counted(run, filter);
  if (count !== null) return count === 0 ? NONE : { kind: "lazy", count, read };
  const found = evaluateInRoom(run, filter, findText);
  return isInRoom(found) ? { kind: "lazy", count: found.count, read } : found;
}

/** How many prints of a run match; `null` where a column does not know, or not all of its prints are asked about. */
function counted(run: Run, filter: PreparedFilter): number | null {
  const [condition, another] = filter.conditions;
  if (another !== undefined || (condition?.kind !== "column" && condition?.kind !== "range")) return null;
  if (run.overlay !== null || run.removed !== null) return null;
  if (inTime(run, filter).count < run.prints) return null;
  const column = run.segment.column(condition.column);
  if (column === null) return 0;
  const tally =
    condition.kind === "range"
      ? column.tallyInRange(condition.inRange)
      : column.tally(condition.op, condition.value);
  if (tally === null) return null;
  if (filter.deleted === "any") return tally.all;
  return filter.deleted ? tally.all - tally.live : tally.live;
}

/** `createdAt` never decreases along the ordinals, and a segment goes when it is changed: bounds of time are of positions. */
function inTime({ segment, prints }: Run, { from, to }: Pick<PreparedFilter, "from" | "to">): PositionSet {
  const first = from === undefined ? 0 : segment.firstCreatedFrom(from);
  const end = to === undefined ? prints : Math.min(segment.firstCreatedFrom(to + 1), prints);
  return rangeSet(first, end);
}

function setsOf(run: Run, findText: FindText): RunSets {
  return {
    text: (part) => findText(run, part),
    time: (bounds) => inTime(run, bounds),
    ordinals: (all) => {
      const before = firstIndex(all.length, (index) => (all[index] as number) >= run.first);
      const end = firstIndex(all.length, (index) => (all[index] as number) >= run.first + run.prints);
      return setOfPositions(Uint16Array.from(all.slice(before, end), (ordinal) => ordinal - run.first));
    },
  };
}

function matching(
  run: Run,
  segment: Segment,
  filter: PreparedFilter,
  within: PositionSet,
  sets: RunSets,
): PositionSet {
  const { conditions, deleted } = filter;
  const sought = new ConditionSets(segment, run.prints, sets);
  if (deleted === true) {
    const marked = subtract(segment.deleted(), segment.removed());
    return sought.allOf(conditions, intersect(within, marked), 0);
  }
  const found = sought.allOf(conditions, within, 0);
  const room = roomAt(0);
  if (deleted === "any") return subtract(found, segment.removed(), room);
  // A set of few is looked up in the set of the many; of a set of many the few that are deleted are taken out.
  return found.kind === "dense"
    ? subtract(found, segment.deleted(), room)
    : intersect(found, segment.live(), room);
}
