import { fold } from "../../domain/text.ts";
import type { InRange } from "../../domain/value-range.ts";
import { type PositionSet, setOf } from "../sets/position-set.ts";
import { hasPosition } from "../sets/set-algebra.ts";
import type { Column, ColumnRun, VisitValue, VisitValueAt } from "./column.ts";

/** Values shown in one step. */
const STEP_VALUES = 1024;

/** A column in plain arrays: of new prints, of changed ones, and of rare tag keys. It may grow at its end. */
export class RunColumn implements Column {
  private readonly folded: string[] = [];

  constructor(private readonly run: ColumnRun) {}

  present(): PositionSet {
    return setOf(this.run.positions);
  }

  equal(value: string): PositionSet {
    return this.where(this.run.values, (other) => other === value);
  }

  contains(foldedPart: string): PositionSet {
    const { values } = this.run;
    for (let index = this.folded.length; index < values.length; index++) {
      this.folded.push(fold(values[index] as string));
    }
    return this.where(this.folded, (value) => value.includes(foldedPart));
  }

  inRange(inRange: InRange): PositionSet {
    return this.where(this.run.values, (value) => {
      const bytes = Buffer.from(value);
      return inRange(bytes, 0, bytes.length);
    });
  }

  /** There are few prints in memory, and more may come. */
  tally(): null {
    return null;
  }

  tallyInRange(): null {
    return null;
  }

  counts(within: PositionSet, visit: VisitValue): Generator<void, void> {
    return this.each(within, (_position, bytes, from, to) => visit(bytes, from, to, 1));
  }

  *each(within: PositionSet, visit: VisitValueAt): Generator<void, void> {
    const { positions, values } = this.run;
    for (const [index, value] of values.entries()) {
      if (index % STEP_VALUES === STEP_VALUES - 1) yield;
      const position = positions[index] as number;
      if (!hasPosition(within, position)) continue;
      const bytes = Buffer.from(value);
      visit(position, bytes, 0, bytes.length);
    }
  }

  private where(values: readonly string[], holds: (value: string) => boolean): PositionSet {
    const { positions } = this.run;
    const matching: number[] = [];
    for (let index = 0; index < values.length; index++) {
      if (holds(values[index] as string)) matching.push(positions[index] as number);
    }
    return setOf(matching);
  }
}
