import { fillBlack } from "../escpos/raster-dots.ts";
import { blank } from "../escpos/raster-transform.ts";
import type { Raster } from "../escpos/raster.ts";

/**
 * Rows of modules as a raster of one dot a module, to be scaled by the size of a module.
 *
 * @param modules 1 for each dark module, row after row
 * @param heights modules of each row; 1 each if not given
 */
export function modulesRaster(
  modules: readonly number[],
  columns: number,
  heights?: readonly number[],
): Raster {
  const encodedRows = columns === 0 ? 0 : Math.floor(modules.length / columns);
  const raster = blank(
    columns,
    heights === undefined ? encodedRows : heights.reduce((sum, height) => sum + height, 0),
  );
  let top = 0;
  for (let index = 0; index < encodedRows; index++) {
    const bottom = top + (heights?.[index] ?? 1);
    for (let column = 0; column < columns; column++)
      if (modules[index * columns + column] === 1) fillBlack(raster, column, top, column + 1, bottom);
    top = bottom;
  }
  return raster;
}
