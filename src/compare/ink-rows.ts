import type { Raster } from "../escpos/raster.ts";

/** Whether there is a black dot in rows of a picture, from `y` to before `end`. */
export function hasInk({ bytes, columns, rows }: Raster, y: number, end: number): boolean {
  const rowBytes = Math.ceil(columns / 8);
  const to = Math.min(rows, end) * rowBytes;
  for (let at = Math.max(0, y) * rowBytes; at < to; at++) if (bytes[at] !== 0) return true;
  return false;
}

/** Runs of rows with black dots, from `from` to before `to`. @param gap white rows from which on they are two runs */
export function rowsWithInk(
  picture: Raster,
  from: number,
  to: number,
  gap: number,
): { readonly y: number; end: number }[] {
  const runs: { readonly y: number; end: number }[] = [];
  for (let y = Math.max(0, from); y < Math.min(to, picture.rows); y++) {
    if (!hasInk(picture, y, y + 1)) continue;
    const last = runs.at(-1);
    if (last !== undefined && y - last.end < gap) last.end = y + 1;
    else runs.push({ y, end: y + 1 });
  }
  return runs;
}

/** Runs of columns with black dots in rows from `from` to before `to`. @param gap white columns from which on they are two runs */
export function columnsWithInk(
  { bytes, columns }: Raster,
  from: number,
  to: number,
  gap: number,
): { readonly x: number; end: number }[] {
  const rowBytes = Math.ceil(columns / 8);
  const any = new Uint8Array(rowBytes);
  for (let row = from; row < to; row++)
    for (let at = 0; at < rowBytes; at++) any[at] = (any[at] ?? 0) | (bytes[row * rowBytes + at] ?? 0);
  const runs: { readonly x: number; end: number }[] = [];
  for (let x = 0; x < columns; x++) {
    if (((any[x >> 3] ?? 0) & (0x80 >> (x & 7))) === 0) continue;
    const last = runs.at(-1);
    if (last !== undefined && x - last.end < gap) last.end = x + 1;
    else runs.push({ x, end: x + 1 });
  }
  return runs;
}
