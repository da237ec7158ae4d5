import type { Rectangle } from "../../escpos/receipt.ts";
import type { Raster } from "../../escpos/raster.ts";

/** Dots one byte each, 1 is black: what is worked on while a picture is read. */
export interface Dots {
  readonly columns: number;
  readonly rows: number;
  readonly ink: Uint8Array;
}

/** Rows of a picture, from `top` up to but not with `bottom`; bytes that the picture has not are white. */
export function dotsOf(raster: Raster, top: number, bottom: number): Dots {
  const { columns } = raster;
  const { bytes } = raster;
  const rowBytes = (columns + 7) >> 3;
  const rows = bottom - top;
  const ink = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    const from = (top + row) * rowBytes;
    for (let column = 0; column < columns; column++) {
      const byte = bytes[from + (column >> 3)] ?? 0;
      ink[row * columns + column] = (byte >> (7 - (column & 7))) & 1;
    }
  }
  return { columns, rows, ink };
}

/** True if the row of the picture has no black dot. */
export function isBlankRow({ columns, bytes }: Raster, row: number): boolean {
  const rowBytes = (columns + 7) >> 3;
  for (let at = row * rowBytes; at < (row + 1) * rowBytes; at++) {
    if ((bytes[at] ?? 0) !== 0) return false;
  }
  return true;
}

/** Makes the dots of a box white. */
export function erase(dots: Dots, box: Rectangle): void {
  eachRow(dots, box, (from, to) => dots.ink.fill(0, from, to));
}

/** Makes black dots of a box white, and white ones black. */
export function invert(dots: Dots, box: Rectangle): void {
  eachRow(dots, box, (from, to) => {
    for (let at = from; at < to; at++) dots.ink[at] = 1 - (dots.ink[at] ?? 0);
  });
}

/** Calls with where each row of the box begins and ends in `ink`; what is outside the picture is left out. */
function eachRow(dots: Dots, box: Rectangle, visit: (from: number, to: number) => void): void {
  const left = Math.max(0, box.x);
  const right = Math.min(dots.columns, box.x + box.width);
  if (right <= left) return;
  const bottom = Math.min(dots.rows, box.y + box.height);
  for (let row = Math.max(0, box.y); row < bottom; row++) {
    visit(row * dots.columns + left, row * dots.columns + right);
  }
}
