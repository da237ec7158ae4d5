import { blank } from "../../escpos/raster-transform.ts";
import type { Raster } from "../../escpos/raster.ts";

/** Each nibble with its dots doubled, for the usual scale of two. */
const DOUBLED = Uint8Array.from({ length: 16 }, (_, nibble) => {
  let dots = 0;
  for (let bit = 0; bit < 4; bit++) if ((nibble & (1 << bit)) !== 0) dots |= 3 << (2 * bit);
  return dots;
});

/** A picture with each dot made `scaleX` by `scaleY` dots (GS !, GS v 0). */
export function scaleRaster(raster: Raster, scaleX: number, scaleY: number): Raster {
  if (scaleX === 1 && scaleY === 1) return raster;
  const result = blank(raster.columns * scaleX, raster.rows * scaleY);
  const sourceBytes = Math.ceil(raster.columns / 8);
  const targetBytes = Math.ceil(result.columns / 8);
  for (let row = 0; row < raster.rows; row++) {
    const source = raster.bytes.subarray(row * sourceBytes, (row + 1) * sourceBytes);
    const start = row * scaleY * targetBytes;
    const target = result.bytes.subarray(start, start + targetBytes);
    if (scaleX === 1) target.set(source);
    else if (scaleX === 2) doubleDots(source, target);
    else repeatDots(source, target, raster.columns, scaleX);
    for (let copy = 1; copy < scaleY; copy++) result.bytes.set(target, start + copy * targetBytes);
  }
  return result;
}

function doubleDots(source: Uint8Array, target: Uint8Array): void {
  for (let index = 0; index < source.length; index++) {
    const dots = source[index] ?? 0;
    target[index * 2] = DOUBLED[dots >> 4] ?? 0;
    // The last byte of an odd number is not there.
    if (index * 2 + 1 < target.length) target[index * 2 + 1] = DOUBLED[dots & 15] ?? 0;
  }
}

function repeatDots(source: Uint8Array, target: Uint8Array, columns: number, scale: number): void {
  for (let column = 0; column < columns; column++) {
    if (((source[column >> 3] ?? 0) & (0x80 >> (column & 7))) === 0) continue;
    for (let x = column * scale; x < (column + 1) * scale; x++) {
      target[x >> 3] = (target[x >> 3] ?? 0) | (0x80 >> (x & 7));
    }
  }
}
