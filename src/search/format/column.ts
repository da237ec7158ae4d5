import type { FilteredField } from "../../contract/print-fields.ts";
import type { FilterOperator } from "../../domain/tag-query.ts";
import type { InRange } from "../../domain/value-range.ts";
import type { PositionSet } from "../sets/position-set.ts";

/** Gives a part of a chunk, counted from the chunk's own first one. The bytes must not be changed. */
export type LoadPart = (part: number) => Uint8Array;

/**
 * Shows a part for a moment: neither the bytes nor views of them may be kept, since their memory may be freed right
 * after. For what is large, read through once, and seldom read again.
 */
export type ScanPart = (part: number, visit: (bytes: Uint8Array) => void) => void;

/**
 * Is shown a value, in UTF-8 from `from` up to `to`, and how many positions have it; a value may come more than once.
 * The bytes are there for that moment only, and no string is made of them: a million would be many times the index.
 */
export type VisitValue = (bytes: Uint8Array, from: number, to: number, count: number) => void;

/** Is shown the value at a position; the bytes are there for that moment only. */
export type VisitValueAt = (position: number, bytes: Uint8Array, from: number, to: number) => void;

/** How many positions a condition holds for, and how many of them are of prints that are not deleted. */
export interface Tally {
  readonly all: number;
  readonly live: number;
}

/**
 * The values of a field or of a tag key in a run of prints, as sets of the positions that a condition holds for. What `contains`
 * and `inRange` find may be in a room ({@link columnRoom}), and is right until any column is asked again.
 */
export interface Column {
  /** Positions that have a value. */
  present(): PositionSet;
  equal(value: string): PositionSet;
  /**
   * Positions whose folded value holds `foldedPart`. The answer may leave out positions that are not in `within`, so
   * that what cannot matter need not be read.
   */
  contains(foldedPart: string, within: PositionSet): PositionSet;
  /** Positions whose value is in a range. The answer may leave out positions that are not in `within`. */
  inRange(inRange: InRange, within: PositionSet): PositionSet;
  /** Counts what a condition holds for, where that is quicker than to find it. @param value folded for `contains` */
  tally(op: FilterOperator, value: string): Tally | null;
  /** Counts the positions whose value is in a range, where that is quicker than to find them. */
  tallyInRange(inRange: InRange): Tally | null;
  /** Shows the value at each position of a set that has one, in steps, in any order. */
  each(within: PositionSet, visit: VisitValueAt): Generator<void, void>;
  /** Shows the values at the positions of a set, in steps between which nothing is held on to. */
  counts(within: PositionSet, visit: VisitValue): Generator<void, void>;
}

/** The name of a column in an index: a field of the print, or a tag key. */
export type ColumnName = FilteredField | `tag:${string}`;

/** The values of a column in the order of their positions; `positions` are those that have one. */
export interface ColumnRun {
  readonly positions: number[];
  readonly values: string[];
}
