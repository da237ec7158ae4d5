import type { Raster } from "../../escpos/raster.ts";
import { isBlankRow } from "./dots.ts";
import { READING_LIMITS } from "./limits.ts";

/** Rows of a picture from `top` up to but not with `bottom`. */
export interface Section {
  readonly top: number;
  readonly bottom: number;
}

/** The share of a section in which a gap between lines is looked for. */
const GAP_SHARE = 0.5;

/**
 * Cuts a long picture into sections that are worked on one after another, where its widest gap is: a line or a code
 * is in one of them. Without a gap it is cut anyway.
 */
export function* sectionsOf(picture: Raster): Generator<Section> {
  let top = 0;
  while (top < picture.rows) {
    const bottom = bottomFrom(picture, top);
    yield { top, bottom };
    top = bottom;
  }
}

function bottomFrom(picture: Raster, top: number): number {
  const last = top + READING_LIMITS.sectionRows;
  if (last >= picture.rows) return picture.rows;
  let best = last;
  let widest = 0;
  let gap = 0;
  for (let row = last; row > last - READING_LIMITS.sectionRows * GAP_SHARE; row--) {
    gap = isBlankRow(picture, row) ? gap + 1 : 0;
    if (gap <= widest) continue;
    widest = gap;
    best = row + (gap >> 1);
  }
  return best;
}
