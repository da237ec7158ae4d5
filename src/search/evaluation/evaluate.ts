import type { SearchFilter } from "../../domain/search-query.ts";
import type { Segment } from "../segment/segment.ts";
import { NONE, type PositionSet, rangeSet } from "../sets/position-set.ts";
import { intersect, subtract, union } from "../sets/set-algebra.ts";
import type { Run } from "../view/view.ts";
import type { ColumnCondition, Condition } from "./condition.ts";

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
  const inside = inTime(run, filter);
  const within = run.removed === null ? inside : subtract(inside, run.removed);
  if (within.count === 0) return NONE;
  const text = (part: string) => findText(run, part);
  const { overlay } = run;
  if (overlay === null) return matching(run.segment, filter, within, text);
  const unchanged = matching(run.segment, filter, subtract(within, overlay.changed), text);
  const changed = matching(overlay.prints, filter, intersect(within, overlay.changed), text);
  return union([unchanged, changed]);
}

/**
 * The same as {@link evaluate}, but only counted where that is known without looking at the prints: a page shows a
 * hundred of a million matches, and of all others nothing but their number is wanted.
 * @throws DamagedSegment, then or when the set is read
 */
export function evaluateLazily(run: Run, filter: PreparedFilter, findText: FindText): PositionSet | LazySet {
  const count = counted(run, filter);
  if (count === null) return evaluate(run, filter, findText);
  return count === 0 ? NONE : { kind: "lazy", count, read: () => evaluate(run, filter, findText) };
}

/** How many prints of a run match; `null` where a column does not know, or not all of its prints are asked about. */
function counted(run: Run, filter: PreparedFilter): number | null {
  const [condition, another] = filter.conditions;
  if (condition?.kind !== "column" || another !== undefined) return null;
  if (run.overlay !== null || run.removed !== null) return null;
  if (inTime(run, filter).count < run.prints) return null;
  const column = run.segment.column(condition.column);
  if (column === null) return 0;
  const tally = column.tally(condition.op, condition.value);
  if (tally === null) return null;
  if (filter.deleted === "any") return tally.all;
  return filter.deleted ? tally.all - tally.live : tally.live;
}

/** `createdAt` never decreases along the ordinals, and a segment goes when it is changed: bounds of time are of positions. */
function inTime({ segment, prints }: Run, { from, to }: PreparedFilter): PositionSet {
  const first = from === undefined ? 0 : segment.firstCreatedFrom(from);
  const end = to === undefined ? prints : Math.min(segment.firstCreatedFrom(to + 1), prints);
  return rangeSet(first, end);
}

type FindTextHere = (part: string) => PositionSet;

function matching(
  segment: Segment,
  filter: PreparedFilter,
  within: PositionSet,
  findText: FindTextHere,
): PositionSet {
  const { conditions, deleted } = filter;
  if (deleted === true) {
    const marked = subtract(segment.deleted(), segment.removed());
    return allOf(segment, conditions, intersect(within, marked), findText);
  }
  const found = allOf(segment, conditions, within, findText);
  if (deleted === "any") return subtract(found, segment.removed());
  // A set of few is looked up in the set of the many; of a set of many the few that are deleted are taken out.
  return found.kind === "dense" ? subtract(found, segment.deleted()) : intersect(found, segment.live());
}

function allOf(
  segment: Segment,
  conditions: readonly Condition[],
  within: PositionSet,
  findText: FindTextHere,
): PositionSet {
  let left = within;
  for (const condition of conditions) {
    if (left.count === 0) return NONE;
    left = holding(segment, condition, left, findText);
  }
  return left;
}

/** The positions of `within` for which a condition holds. */
function holding(
  segment: Segment,
  condition: Condition,
  within: PositionSet,
  findText: FindTextHere,
): PositionSet {
  switch (condition.kind) {
    case "column":
      return inColumn(segment, condition, within);
    case "range":
      return intersect(within, segment.column(condition.column)?.inRange(condition.inRange, within) ?? NONE);
    case "text":
      return intersect(within, findText(condition.part));
    case "and":
      return allOf(segment, condition.entries, within, findText);
    case "or":
      return union(condition.entries.map((entry) => holding(segment, entry, within, findText)));
  }
}

/** A print without a value never matches, with `neq` either (contract, 4.3 rule 5). */
function inColumn(segment: Segment, condition: ColumnCondition, within: PositionSet): PositionSet {
  const column = segment.column(condition.column);
  if (column === null) return NONE;
  switch (condition.op) {
    case "eq":
      return intersect(within, column.equal(condition.value));
    case "neq":
      return subtract(intersect(within, column.present()), column.equal(condition.value));
    case "contains":
      return intersect(within, column.contains(condition.value, within));
  }
}
