import type { Column, ColumnName } from "../format/column.ts";
import type { Segment } from "../segment/segment.ts";
import { type Room, roomAt } from "../sets/bitmaps.ts";
import { NONE, type PositionSet } from "../sets/position-set.ts";
import { intersect, isInRoom, movedTo, subtract, union } from "../sets/set-algebra.ts";
import type { ColumnCondition, Condition } from "./condition.ts";

/** The positions of a run that something holds for, whichever of its prints were changed. */
export interface RunSets {
  readonly text: (part: string) => PositionSet;
  readonly time: (bounds: {
    readonly from: number | undefined;
    readonly to: number | undefined;
  }) => PositionSet;
  readonly ordinals: (ordinals: readonly number[]) => PositionSet;
}

/**
 * Works out for which positions of a segment conditions hold. Dense sets on the way there are in the rooms of the depths
 * of groups: each step writes over what it began with, and takes no memory.
 */
export class ConditionSets {
  /** Those that were opened, since conditions often ask for the same. */
  private readonly columns = new Map<ColumnName, Column | null>();

  /** @param prints how many positions the segment has at most */
  constructor(
    private readonly segment: Segment,
    private readonly prints: number,
    private readonly sets: RunSets,
  ) {}

  /** The positions of `within` for which all conditions hold. It may be in the room of `depth`, where the result may be. */
  allOf(conditions: readonly Condition[], within: PositionSet, depth: number): PositionSet {
    let left = within;
    for (const condition of conditions.length < 2 ? conditions : this.fewestFirst(conditions)) {
      if (left.count === 0) return NONE;
      left = this.holding(condition, left, depth);
    }
    return left;
  }

  /** The positions of `within` for which any condition holds. */
  private anyOf(conditions: readonly Condition[], within: PositionSet, depth: number): PositionSet {
    const room = roomAt(depth + 1);
    const own: PositionSet[] = [];
    let all: PositionSet = NONE;
    for (const condition of conditions) {
      const set = this.holding(condition, within, depth + 2);
      if (!isInRoom(set)) own.push(set);
      else all = all.count === 0 ? movedTo(room, set) : union([all, set], room);
    }
    return movedTo(roomAt(depth), union([all, ...own], room));
  }

  /** The positions of `within` for which a condition holds. */
  private holding(condition: Condition, within: PositionSet, depth: number): PositionSet {
    const room = roomAt(depth);
    switch (condition.kind) {
      case "column":
        return this.inColumn(condition, within, depth);
      case "range": {
        const found = this.column(condition.column)?.inRange(condition.inRange, within) ?? NONE;
        return intersect(within, found, room);
      }
      case "text":
        return intersect(within, this.sets.text(condition.part), room);
      case "time":
        return intersect(within, this.sets.time(condition), room);
      case "deleted":
        return intersect(within, this.segment.deleted(), room);
      case "ordinals":
        return intersect(within, this.sets.ordinals(condition.ordinals), room);
      case "not":
        return subtract(within, this.holding(condition.entry, within, depth + 1), room);
      case "and":
        return this.allOf(condition.entries, within, depth);
      case "or":
        return this.anyOf(condition.entries, within, depth);
    }
  }

  /** A print without a value never matches, with `neq` either (contract, 4.3 rule 5). */
  private inColumn(
    { column: name, op, value }: ColumnCondition,
    within: PositionSet,
    depth: number,
  ): PositionSet {
    const column = this.column(name);
    if (column === null) return NONE;
    const room = roomAt(depth);
    switch (op) {
      case "eq":
        return intersect(within, column.equal(value), room);
      case "neq":
        return subtract(this.presentIn(column, within, room), column.equal(value), room);
      case "contains":
        if (value === "") return this.presentIn(column, within, room);
        return intersect(within, column.contains(value, within), room);
    }
  }

  /** The positions of `within` that have a value. */
  private presentIn(column: Column, within: PositionSet, room: Room | null): PositionSet {
    const isEverywhere = column.tally("contains", "")?.all === this.prints;
    return isEverywhere ? within : intersect(within, column.present(), room);
  }

  private column(name: ColumnName): Column | null {
    return this.columns.getOrInsertComputed(name, () => this.segment.column(name));
  }

  /** Those that hold for the fewest prints first: what is left makes all later steps quicker. Of none, the one that says so. */
  private fewestFirst(conditions: readonly Condition[]): readonly Condition[] {
    const estimates: number[] = [];
    for (const condition of conditions) {
      const estimate = this.estimate(condition);
      if (estimate === 0) return [condition];
      estimates.push(estimate);
    }
    // In the order given where they are alike, which is the cheapest first.
    const isInOrder = estimates.every(
      (estimate, index) => index === 0 || estimate >= (estimates[index - 1] as number),
    );
    if (isInOrder) return conditions;
    return [...conditions.keys()]
      .toSorted((one, other) => {
        const [left, right] = [estimates[one] as number, estimates[other] as number];
        return left === right ? 0 : left - right;
      })
      .map((index) => conditions[index] as Condition);
  }

  /**
   * For about how many prints a condition holds, as far as columns know without a look at any: 0 only where there are
   * none, and infinitely many where they have to be looked for, which is left to the end.
   */
  private estimate(condition: Condition): number {
    switch (condition.kind) {
      case "column": {
        if (condition.op === "contains" && condition.value !== "") return Infinity;
        const column = this.column(condition.column);
        if (column === null) return 0;
        if (condition.op !== "eq") return this.prints;
        // A column that cannot tell has so many values that few prints have the same.
        return column.tally("eq", condition.value)?.all ?? 1;
      }
      case "and":
      case "or": {
        const estimates = condition.entries.map((entry) => this.estimate(entry));
        if (condition.kind === "or") return estimates.reduce((sum, count) => sum + count, 0);
        return estimates.includes(0) || !estimates.includes(Infinity) ? Math.min(...estimates) : Infinity;
      }
      case "not":
        return this.estimate(condition.entry) === Infinity ? Infinity : this.prints;
      case "range":
      case "text":
        return Infinity;
      case "time":
      case "deleted":
      case "ordinals":
        // Known at once, whichever they are.
        return 1;
    }
  }
}
