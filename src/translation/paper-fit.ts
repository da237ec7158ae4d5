import type { PrinterModel } from "../escpos/models/printer-model.ts";
import type { Receipt } from "../escpos/receipt.ts";

/** Resolutions that differ no more than this are taken for the same: dots stay dots, and nothing is blurred. */
const ALIKE = 1.25;

/** Dots that pictures begin at a multiple of, so that their rows need no shifting. */
const BYTE = 8;

/** The paper of a real printer, and what its head makes of a dot. */
export type RealPaper = Pick<
  PrinterModel,
  "widthDots" | "dotsPerInch" | "dotsPerInchAlong" | "lacks" | "columnDotHeight"
>;

/** Where a receipt comes to be on other paper. */
export interface PaperFit {
  /** Dots of the other paper for each dot of the receipt, across and along. */
  readonly scaleX: number;
  readonly scaleY: number;
  /** Dots of the other paper left of the receipt. */
  readonly left: number;
  /** Dots across the other paper. */
  readonly widthDots: number;
  /** Dots along the other paper that are as long as one is wide, for each that are so on the receipt's own. */
  readonly squareness: number;
  /** Dots along the other paper that its head cannot tell apart. */
  readonly dotHeight: number;
}

/**
 * A receipt at its true size on other paper, in the middle of it; smaller where it is wider than the paper, so that
 * nothing is cut off. The pins of an impact head are so far apart that what it prints is pressed across the paper alone,
 * or small characters could not be read.
 */
export function fitOn(
  {
    widthDots,
    dotsPerInch,
    dotsPerInchAlong,
  }: Pick<Receipt, "widthDots" | "dotsPerInch" | "dotsPerInchAlong">,
  paper: RealPaper,
): PaperFit {
  const across = paper.dotsPerInch / dotsPerInch;
  const along = paper.dotsPerInchAlong / dotsPerInchAlong;
  const [trueX, trueY] = isAlike(across) && isAlike(along) ? [1, 1] : [across, along];
  const pressed = Math.min(1, paper.widthDots / (widthDots * trueX));
  const hasPins = paper.lacks.has("columns of 24 dots");
  const [scaleX, scaleY] = [trueX * pressed, hasPins ? trueY : trueY * pressed];
  const room = Math.max(0, paper.widthDots - Math.round(widthDots * scaleX));
  const left = Math.floor(room / 2 / BYTE) * BYTE;
  const dotHeight = hasPins ? paper.columnDotHeight : 1;
  return { scaleX, scaleY, left, widthDots: paper.widthDots, squareness: trueY / trueX, dotHeight };
}

function isAlike(ratio: number): boolean {
  return ratio <= ALIKE && ratio >= 1 / ALIKE;
}
