import type { Raster } from "./raster.ts";

/** True if the dot is black; dots outside are white. */
export function isBlack({ columns, rows, bytes }: Raster, x: number, y: number): boolean {
  if (x < 0 || y < 0 || x >= columns || y >= rows) return false;
  return ((bytes[y * ((columns + 7) >> 3) + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
}

/** Makes a dot black; dots outside are left out. */
export function setBlack({ columns, rows, bytes }: Raster, x: number, y: number): void {
  if (x < 0 || y < 0 || x >= columns || y >= rows) return;
  const at = y * ((columns + 7) >> 3) + (x >> 3);
  bytes[at] = (bytes[at] ?? 0) | (0x80 >> (x & 7));
}

/** Makes the dots from (left, top) up to but not with (right, bottom) black. */
export function fillBlack(raster: Raster, left: number, top: number, right: number, bottom: number): void {
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) setBlack(raster, x, y);
  }
}

/** The runs of black dots of a row: the column where each begins, and the one after it. */
export function* blackRuns(raster: Raster, row: number): Generator<readonly [start: number, end: number]> {
  let start = -1;
  for (let column = 0; column <= raster.columns; column++) {
    const black = isBlack(raster, column, row);
    if (black && start < 0) start = column;
    if (black || start < 0) continue;
    yield [start, column];
    start = -1;
  }
}
