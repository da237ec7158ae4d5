import type { Column, ColumnName } from "../format/column.ts";
import { RunColumn } from "../format/run-column.ts";
import { type PositionSet, setOf } from "../sets/position-set.ts";
import { firstIndex } from "../sets/bisect.ts";
import { subtract } from "../sets/set-algebra.ts";
import { ColumnRuns } from "./column-runs.ts";
import { KEY_BYTES } from "../segment-limits.ts";
import { type IndexedPrint, weightOf } from "./indexed-print.ts";
import { type Segment, spanOf, type TimeSpan, type UpdateTimes } from "./segment.ts";

/** Prints in memory: new ones, to whose end more may be added, or changed ones, at their positions in a sealed segment. */
export class MemorySegment implements Segment {
  readonly prints: IndexedPrint[] = [];
  readonly positions: number[] = [];
  /** Bytes, roughly. */
  weight = 0;
  private readonly runs = new ColumnRuns();
  private readonly columns = new Map<ColumnName, Column | null>();

  /** Adds a print at a position above all that are there. */
  add(position: number, print: IndexedPrint): void {
    this.positions.push(position);
    this.prints.push(print);
    this.weight += weightOf(print) + this.runs.add(position, print) * KEY_BYTES;
    // A column that nobody had a value in may have come into being.
    for (const [name, column] of this.columns) if (column === null) this.columns.delete(name);
  }

  column(name: ColumnName): Column | null {
    return this.columns.getOrInsertComputed(name, () => {
      const run = this.runs.fields.get(name) ?? this.runs.tags.get(name.slice("tag:".length));
      return run === undefined ? null : new RunColumn(run);
    });
  }

  *tagKeys(): Generator<readonly [key: string, present: PositionSet]> {
    for (const [key, { positions }] of this.runs.tags) yield [key, setOf(positions)] as const;
  }

  deleted(): PositionSet {
    return setOf(this.runs.deleted);
  }

  removed(): PositionSet {
    return setOf(this.runs.removed);
  }

  live(): PositionSet {
    return subtract(setOf(this.positions), this.deleted());
  }

  updates(): UpdateTimes {
    const { positions, times } = this.runs.updated;
    return { positions: Uint16Array.from(positions), times: Float64Array.from(times) };
  }

  updateSpan(): TimeSpan | null {
    return spanOf(this.updates().times);
  }

  ids(): (position: number) => number {
    return (position) => this.printAt(position).id;
  }

  createdAt(position: number): number {
    return this.printAt(position).createdAt;
  }

  firstCreatedFrom(time: number): number {
    const { prints } = this;
    return firstIndex(prints.length, (index) => (prints[index] as IndexedPrint).createdAt >= time);
  }

  /** A segment with some prints in the place of those with the same ordinals. */
  withChanged(changed: ReadonlyMap<number, IndexedPrint>): MemorySegment {
    const copy = new MemorySegment();
    for (const [index, print] of this.prints.entries()) {
      copy.add(this.positions[index] as number, changed.get(print.ordinal) ?? print);
    }
    return copy;
  }

  /** New prints follow one another from position 0; changed ones are looked up. */
  private printAt(position: number): IndexedPrint {
    const index = this.positions[position] === position ? position : this.positions.indexOf(position);
    return this.prints[index] as IndexedPrint;
  }
}
