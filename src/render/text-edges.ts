import type { Receipt } from "../escpos/receipt.ts";
import { COLUMN_DOTS, runOf } from "./text-run.ts";
import { segmentsOf } from "./text-segments.ts";

/** Dots that what is left and right of something in the middle may differ. */
export const CENTRED = 2 * COLUMN_DOTS;

/** Where the characters of usual width stand on a receipt: what larger ones are set by. Places are dots. */
export class Edges {
  private readonly starts = new Set<number>();
  private readonly stops = new Set<number>();
  private left = Infinity;
  private right = 0;

  constructor(private readonly widthDots: number) {
    this.stops.add(columnAt(widthDots));
  }

  add(from: number, to: number): void {
    this.starts.add(columnAt(from));
    // What begins a line does not end in a column of its own.
    if (from > 0) this.stops.add(columnAt(to));
    this.left = Math.min(this.left, from);
    this.right = Math.max(this.right, to);
  }

  /** True if characters of a line begin there. */
  begins(x: number): boolean {
    return this.starts.has(columnAt(x));
  }

  /** True if a column, or the paper, ends there. */
  ends(x: number): boolean {
    return this.stops.has(columnAt(x));
  }

  /** True for what stands in the middle of the paper, or of what is on it. */
  isCentred(from: number, to: number): boolean {
    return [this.widthDots, this.left + this.right].some((sum) => Math.abs(sum - from - to) <= CENTRED);
  }
}

/** Of a receipt of which nothing is known. */
export const NO_EDGES = new Edges(0);

function columnAt(x: number): number {
  return Math.round(x / COLUMN_DOTS);
}

/** The edges of a receipt. Linear. */
export function edgesOf({ pieces, widthDots }: Receipt): Edges {
  const edges = new Edges(widthDots);
  for (const piece of pieces) {
    if (piece.kind !== "text" || piece.style.scaleX > 1 || piece.style.spacing > 0) continue;
    const run = runOf(piece, widthDots);
    if (run !== undefined) for (const { from, to } of segmentsOf([run])) edges.add(from, to);
  }
  return edges;
}
