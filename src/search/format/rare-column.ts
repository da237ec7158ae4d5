import { fold } from "../../domain/text.ts";
import type { InRange } from "../../domain/value-range.ts";
import { type PositionSet, setOfPositions } from "../sets/position-set.ts";
import { hasPosition } from "../sets/set-algebra.ts";
import type { Column, VisitValue, VisitValueAt } from "./column.ts";
import { compareBytes, encodedValue, type ValueBlock, valueAt } from "./value-block.ts";

/** Values shown in one step. */
const STEP_VALUES = 1024;

/** Is asked about a value, in UTF-8 from `from` up to `to`. */
type Holds = (bytes: Buffer, from: number, to: number) => boolean;

/** A tag key that few prints of a segment have: its entries among those of other keys. No value becomes a string to be compared. */
export class RareColumn implements Column {
  /**
   * @param positions of the key's prints, ascending
   * @param block has their values, in the same order, from the value `first` on
   */
  constructor(
    private readonly positions: Uint16Array,
    private readonly block: ValueBlock,
    private readonly first: number,
  ) {}

  present(): PositionSet {
    return setOfPositions(this.positions);
  }

  equal(value: string): PositionSet {
    const wanted = encodedValue(value);
    return this.where(
      (bytes, from, to) => to - from === wanted.length && compareBytes(bytes, from, to, wanted) === 0,
    );
  }

  contains(foldedPart: string): PositionSet {
    return this.where((bytes, from, to) => fold(bytes.toString("utf8", from, to)).includes(foldedPart));
  }

  inRange(inRange: InRange): PositionSet {
    return this.where(inRange);
  }

  /** Which of the prints are deleted, nobody has counted. */
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
    const { bytes } = this.block;
    for (let index = 0; index < this.positions.length; index++) {
      if (index % STEP_VALUES === STEP_VALUES - 1) yield;
      const position = this.positions[index] as number;
      if (hasPosition(within, position)) visit(position, bytes, this.begin(index), this.end(index));
    }
  }

  /** The values, as text. */
  values(): string[] {
    return Array.from(this.positions, (_, index) => valueAt(this.block, this.first + index));
  }

  private where(holds: Holds): PositionSet {
    const { positions, block } = this;
    const matching = new Uint16Array(positions.length);
    let matches = 0;
    for (let index = 0; index < positions.length; index++) {
      if (holds(block.bytes, this.begin(index), this.end(index)))
        matching[matches++] = positions[index] as number;
    }
    return setOfPositions(matching.subarray(0, matches));
  }

  private begin(index: number): number {
    return this.block.offsets[this.first + index] as number;
  }

  private end(index: number): number {
    return (this.block.offsets[this.first + index + 1] as number) - 1;
  }
}
