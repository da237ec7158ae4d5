import type { Raster } from "../../escpos/raster.ts";

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
