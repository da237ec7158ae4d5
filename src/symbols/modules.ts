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
  const rowBytes = Math.ceil(columns / 8);
  const encodedRows = columns === 0 ? 0 : Math.floor(modules.length / columns);
  const rows = heights === undefined ? encodedRows : heights.reduce((sum, height) => sum + height, 0);
  const bytes = new Uint8Array(rowBytes * rows);
  let row = 0;
  for (let index = 0; index < encodedRows; index++) {
    const first = row * rowBytes;
    for (let column = 0; column < columns; column++) {
      if (modules[index * columns + column] !== 1) continue;
      const at = first + (column >> 3);
      bytes[at] = (bytes[at] ?? 0) | (0x80 >> (column & 7));
    }
    const height = heights?.[index] ?? 1;
    for (let copy = 1; copy < height; copy++)
      bytes.copyWithin(first + copy * rowBytes, first, first + rowBytes);
    row += height;
  }
  return { columns, rows, bytes };
}
