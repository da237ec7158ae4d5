import type { Rectangle } from "../escpos/receipt.ts";
import type { Hunk } from "./text-difference.ts";

/**
 * What became of a part of the paper: its dots are others; it is on the first paper alone (removed), or on the second (added); it
 * stands elsewhere; or the paper was fed further, or less far, before it.
 */
export const DIFFERENCE_KINDS = ["changed", "removed", "added", "moved", "distance"] as const;

export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** Part of a paper, in dots from its top. */
export interface ComparedPart {
  readonly y: number;
  /** 0 where it has nothing. */
  readonly height: number;
  /** What is written there. */
  readonly text: string;
  /** Where the papers differ within it. */
  readonly areas: readonly Rectangle[];
}

export interface Difference {
  readonly kind: DifferenceKind;
  readonly a: ComparedPart;
  readonly b: ComparedPart;
}

/** The same of both papers. */
export interface Both<Value> {
  readonly a: Value;
  readonly b: Value;
}

/** The size of a paper. */
export interface PaperSize {
  readonly columns: number;
  readonly widthDots: number;
  readonly heightDots: number;
}

/** How two papers differ. */
export interface Comparison {
  /** Whether both papers are the same, dot for dot, without what does not count. */
  readonly same: boolean;
  /** Whether the bytes are the same too. */
  readonly sameBytes: boolean;
  readonly paper: Both<PaperSize>;
  /** From the top down. */
  readonly differences: readonly Difference[];
  /** How many there are, also where not all are told of. */
  readonly differenceCount: number;
  /** What does not count, in dots. */
  readonly ignored: Both<readonly Rectangle[]>;
  /** The lines of text that differ. */
  readonly text: readonly Hunk[];
  /** The commands that differ, in words; not there where nobody asked. */
  readonly commands?: readonly Hunk[];
  /** What was left out, in words. */
  readonly notes: readonly string[];
}

/** How papers are compared. */
export interface ComparisonWish {
  /** Patterns (RE2) of what within a line does not count. */
  readonly ignore: readonly string[];
  /** Dots by which ink may stand elsewhere. */
  readonly tolerance: number;
  /** Whether commands are compared too. */
  readonly commands: boolean;
}
