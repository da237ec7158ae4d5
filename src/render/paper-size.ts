/** Widths of the rolls that receipt printers take, millimetres. */
const ROLLS = [58, 80, 112];

/** White paper on each side of what can be printed on, millimetres: at least on a roll, and of paper wider than all rolls. */
const LEAST_MARGIN = 2;
const USUAL_MARGIN = 4;

const MILLIMETRES_PER_INCH = 25.4;

/** Dots an inch of most printers. Drawings for the screen have a pixel for each of their dots. */
export const USUAL_DOTS_PER_INCH = 203;

/** What can be printed on, in dots. */
export interface PrintedArea {
  readonly widthDots: number;
  /** Across and along the paper. */
  readonly dotsPerInch: number;
  readonly dotsPerInchAlong: number;
}

/** Dots of white paper around what can be printed on: left and right, above and below. */
export interface PaperMargin {
  readonly sides: number;
  readonly ends: number;
}

/**
 * The margin of the roll that a width is printed on: 72 mm on paper of 80 mm, 48 mm on paper of 58. Without it a bar code at the
 * edge has no quiet zone, and does not scan.
 */
export function paperMargin({ widthDots, dotsPerInch, dotsPerInchAlong }: PrintedArea): PaperMargin {
  const printed = (widthDots / dotsPerInch) * MILLIMETRES_PER_INCH;
  const roll = ROLLS.find((width) => width - printed >= 2 * LEAST_MARGIN) ?? printed + 2 * USUAL_MARGIN;
  return {
    sides: Math.round(((roll - printed) / 2 / MILLIMETRES_PER_INCH) * dotsPerInch),
    ends: Math.round((USUAL_MARGIN / MILLIMETRES_PER_INCH) * dotsPerInchAlong),
  };
}
