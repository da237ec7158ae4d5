import { fillBlack } from "../escpos/raster-dots.ts";
import { blank } from "../escpos/raster-transform.ts";
import type { Raster } from "../escpos/raster.ts";

/** Dots of the narrow and wide elements of a bar code; half dots are possible (GS w 69). */
export interface ElementWidths {
  readonly module: number;
  /** Of CODE39, ITF and CODABAR, whose elements have two widths. */
  readonly wide: number;
}

/** Dots of wide elements by GS w 2 to 6. Source: Epson TM-T88III specification, GS w, at 0.141 mm a dot. */
const WIDE_ELEMENTS: Readonly<Record<number, number>> = { 2: 5, 3: 8, 4: 10, 5: 13, 6: 16 };

/** Element widths for a module of `module` dots. */
export function elementWidths(module: number): ElementWidths {
  return { module, wide: WIDE_ELEMENTS[module] ?? Math.max(module + 1, Math.round(module * 2.5)) };
}

/**
 * Bars as one row of dots, to be stretched to the height of the code. Edges between half dots fall on the
 * next whole dot of the paper, so that no error adds up.
 *
 * @param widths modules of each bar and space in turn, a bar first
 * @param twoWidths true if every element of more than one module is a wide one
 */
export function barsRaster(widths: readonly number[], elements: ElementWidths, twoWidths: boolean): Raster {
  const edges: number[] = [];
  let position = 0;
  for (const modules of widths) {
    position += twoWidths && modules > 1 ? elements.wide : modules * elements.module;
    edges.push(Math.round(position));
  }
  // Spaces at the end are no part of the code.
  const columns = edges[widths.length % 2 === 0 ? edges.length - 2 : edges.length - 1] ?? 0;
  const raster = blank(columns, 1);
  for (let index = 0; index < edges.length; index += 2)
    fillBlack(raster, edges[index - 1] ?? 0, 0, edges[index] ?? 0, 1);
  return raster;
}
