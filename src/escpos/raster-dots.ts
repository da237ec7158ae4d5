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
export function blackRuns(
  { columns, bytes }: Raster,
  row: number,
): (readonly [start: number, end: number])[] {
  const runs: (readonly [number, number])[] = [];
  const rowBytes = (columns + 7) >> 3;
  const lastByte = 0xff << (rowBytes * 8 - columns);
  let start = -1;
  let left = 0;
  for (let index = 0; index < rowBytes; index++) {
    const dots = (bytes[row * rowBytes + index] ?? 0) & (index === rowBytes - 1 ? lastByte : 0xff);
    // 1 where a dot is not as the one left of it.
    let changes = dots ^ ((dots >> 1) | (left << 7));
    left = dots & 1;
    while (changes !== 0) {
      const bit = Math.clz32(changes) - 24;
      changes &= 0x7f >> bit;
      const column = index * 8 + bit;
      if (start < 0) start = column;
      else {
        runs.push([start, column]);
        start = -1;
      }
    }
  }
  if (start >= 0) runs.push([start, columns]);
  return runs;
}
