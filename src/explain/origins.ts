import type { Piece } from "../escpos/escpos.ts";

/** Answers whether any of some pieces was made by a range of bytes, in logarithmic time. */
export class Origins {
  private readonly from: number[] = [];
  /** The greatest end of all pieces up to the one at an index. */
  private readonly reach: number[] = [];

  constructor(pieces: readonly Piece[]) {
    const origins = pieces.toSorted((a, b) => a.from - b.from);
    let reach = 0;
    for (const { from, to } of origins) {
      reach = Math.max(reach, to);
      this.from.push(from);
      this.reach.push(reach);
    }
  }

  /** True if a piece was made by bytes from `from` to before `to`. */
  overlap(from: number, to: number): boolean {
    let low = 0;
    let high = this.from.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.from[middle] ?? 0) < to) low = middle + 1;
      else high = middle;
    }
    return low > 0 && (this.reach[low - 1] ?? 0) > from;
  }
}
