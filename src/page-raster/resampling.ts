/** What of a page goes where, in the printer's dots. */
export interface Placement {
  /** Dots for each pixel, across and along. */
  readonly across: number;
  readonly along: number;
  /** The pixel that the first dot begins with; it may have a fraction, and be before the first pixel. */
  readonly firstPixel: number;
}

/** Takes rows of the printer's dots, 0 white to 255 black, which are used again afterwards. */
export type DotRows = (ink: Uint8Array, count: number) => void;

/**
 * Brings the rows of a page to the printer's dots: each dot is the mean of the pixels that lie in it. Where a pixel is a
 * dot, nothing is changed.
 */
export class Resampling {
  private readonly sums: Float64Array;
  private readonly row: Uint8Array;
  private readonly mixed: Float64Array;
  /** How much of the dot row that is being mixed has come, 0 to 1. */
  private filled = 0;

  /** @param columns pixels of the page @param dots that a row has */
  constructor(
    private readonly placement: Placement,
    columns: number,
    dots: number,
    private readonly emit: DotRows,
  ) {
    this.sums = new Float64Array(columns + 1);
    this.row = new Uint8Array(dots);
    this.mixed = new Float64Array(dots);
  }

  /** Takes equal rows of pixels. */
  rows(ink: Uint8Array, count: number): void {
    this.across(ink);
    let height = count * this.placement.along;
    while (height > ROUNDING) {
      const whole = Math.floor(height + ROUNDING);
      if (this.filled === 0 && whole >= 1) {
        this.emit(this.row, whole);
        height -= whole;
        continue;
      }
      const part = Math.min(height, 1 - this.filled);
      for (let x = 0; x < this.row.length; x++)
        this.mixed[x] = (this.mixed[x] ?? 0) + (this.row[x] ?? 0) * part;
      this.filled += part;
      height -= part;
      if (this.filled > 1 - ROUNDING) this.emitMixed(1);
    }
  }

  /** Gives out the last row, of which a part is missing. */
  finish(): void {
    if (this.filled > ROUNDING) this.emitMixed(this.filled);
  }

  private emitMixed(share: number): void {
    const row = this.mixed.map((sum) => Math.round(sum / share));
    this.mixed.fill(0);
    this.filled = 0;
    this.emit(Uint8Array.from(row), 1);
  }

  /** Makes a row of dots of a row of pixels, from the sums of all pixels up to each. */
  private across(ink: Uint8Array): void {
    const { sums, row } = this;
    const { across, firstPixel } = this.placement;
    if (across === 1 && Number.isInteger(firstPixel)) {
      for (let x = 0; x < row.length; x++) row[x] = ink[x + firstPixel] ?? 0;
      return;
    }
    let sum = 0;
    for (let x = 0; x < ink.length; x++) sums[x + 1] = sum += ink[x] ?? 0;
    const upTo = (pixel: number) => {
      const at = Math.min(ink.length, Math.max(0, pixel));
      const whole = Math.floor(at);
      return (sums[whole] ?? 0) + (ink[whole] ?? 0) * (at - whole);
    };
    let before = upTo(firstPixel);
    for (let x = 0; x < row.length; x++) {
      const after = upTo(firstPixel + (x + 1) / across);
      row[x] = Math.round((after - before) * across);
      before = after;
    }
  }
}

/** What fractions of rows may be off by. */
const ROUNDING = 1e-6;
