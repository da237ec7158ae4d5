import type { Raster } from "../../escpos/raster.ts";
import { blank } from "../../escpos/raster-transform.ts";
import { isBlack, setBlack } from "../../escpos/raster-dots.ts";

/** Sub-dots of a dot in each direction: enough for sizes of 1.5 times. */
const PARTS = 3;

/** Inked sub-dots, of all that a dot covers, from which the dot is black. */
const THRESHOLD = 0.5;

/**
 * Resizes a glyph to `columns` by `rows` dots. Edges are first smoothed as the Scale3x rule does, so that
 * slanted strokes stay slanted; at 1.5 times each stroke of one dot becomes two and each gap stays open.
 */
export function enlarge(glyph: Raster, columns: number, rows: number): Raster {
  if (columns === glyph.columns && rows === glyph.rows) return glyph;
  const fine = smoothed(glyph);
  const result = blank(columns, rows);
  const stepX = fine.columns / columns;
  const stepY = fine.rows / rows;
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      if (inked(fine, x * stepX, y * stepY, stepX, stepY) >= THRESHOLD * stepX * stepY)
        setBlack(result, x, y);
    }
  }
  return result;
}

/** Area of ink in a box of sub-dots that need not begin or end at whole ones. */
function inked(fine: Raster, left: number, top: number, width: number, height: number): number {
  let area = 0;
  for (let y = Math.floor(top); y < top + height; y++) {
    const part = Math.min(y + 1, top + height) - Math.max(y, top);
    for (let x = Math.floor(left); x < left + width; x++) {
      if (isBlack(fine, x, y)) area += part * (Math.min(x + 1, left + width) - Math.max(x, left));
    }
  }
  // A hair more, since sums of parts may miss a half by the last digit.
  return area + 1e-9;
}

/** Three times as large, corners of slanted strokes rounded off (Scale3x). */
export function smoothed(glyph: Raster): Raster {
  const result = blank(glyph.columns * PARTS, glyph.rows * PARTS);
  for (let y = 0; y < glyph.rows; y++) {
    for (let x = 0; x < glyph.columns; x++) {
      const at = (right: number, down: number): boolean => isBlack(glyph, x + right, y + down);
      const [a, b, c] = [at(-1, -1), at(0, -1), at(1, -1)];
      const [d, e, f] = [at(-1, 0), at(0, 0), at(1, 0)];
      const [g, h, i] = [at(-1, 1), at(0, 1), at(1, 1)];
      let parts: readonly boolean[] = [e, e, e, e, e, e, e, e, e];
      if (b !== h && d !== f) {
        parts = [
          d === b ? d : e,
          (d === b && e !== c) || (b === f && e !== a) ? b : e,
          b === f ? f : e,
          (d === b && e !== g) || (d === h && e !== a) ? d : e,
          e,
          (b === f && e !== i) || (h === f && e !== c) ? f : e,
          d === h ? d : e,
          (d === h && e !== i) || (h === f && e !== g) ? h : e,
          h === f ? f : e,
        ];
      }
      parts.forEach((black, index) => {
        if (black) setBlack(result, x * PARTS + (index % PARTS), y * PARTS + Math.floor(index / PARTS));
      });
    }
  }
  return result;
}
