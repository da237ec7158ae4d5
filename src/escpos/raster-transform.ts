import type { Raster } from "./raster.ts";
import type { Turn } from "./receipt.ts";

/** A blank picture. */
export function blank(columns: number, rows: number): Raster {
  return { columns, rows, bytes: new Uint8Array(Math.ceil(columns / 8) * rows) };
}

/** Sets the dots of `source` in `target`, its top left dot at (x, y), both not negative; others are dropped. */
export function blit(target: Raster, source: Raster, x: number, y: number): void {
  const targetRow = Math.ceil(target.columns / 8);
  const sourceRow = Math.ceil(source.columns / 8);
  const rows = Math.min(source.rows, target.rows - y);
  const columns = Math.min(source.columns, target.columns - x);
  const shift = x & 7;
  for (let row = 0; row < rows; row++) {
    let at = (y + row) * targetRow + (x >> 3);
    for (let index = 0; index * 8 < columns; index++, at++) {
      const over = Math.max(0, (index + 1) * 8 - columns);
      const dots = ((source.bytes[row * sourceRow + index] ?? 0) >> over) << over;
      if (dots === 0) continue;
      target.bytes[at] = (target.bytes[at] ?? 0) | (dots >> shift);
      const rest = (dots << (8 - shift)) & 0xff;
      if (rest !== 0) target.bytes[at + 1] = (target.bytes[at + 1] ?? 0) | rest;
    }
  }
}

/** The part of a picture from (x, y) on, `columns` by `rows` dots at most; undefined if nothing is left. */
export function crop(
  raster: Raster,
  x: number,
  y: number,
  columns: number,
  rows: number,
): Raster | undefined {
  const width = Math.min(columns, raster.columns - x);
  const height = Math.min(rows, raster.rows - y);
  if (width <= 0 || height <= 0) return undefined;
  if (x === 0 && y === 0 && width === raster.columns && height === raster.rows) return raster;
  const rowBytes = Math.ceil(raster.columns / 8);
  const keptBytes = Math.ceil(width / 8);
  const bytes = new Uint8Array(keptBytes * height);
  const shift = x & 7;
  const lastMask = 0xff << (keptBytes * 8 - width);
  for (let row = 0; row < height; row++) {
    const from = (y + row) * rowBytes + (x >> 3);
    const end = (y + row + 1) * rowBytes;
    const to = row * keptBytes;
    for (let index = 0; index < keptBytes; index++) {
      const high = raster.bytes[from + index] ?? 0;
      const low = from + index + 1 < end ? (raster.bytes[from + index + 1] ?? 0) : 0;
      bytes[to + index] = (high << shift) | (low >> (8 - shift));
    }
    // Dots right of the part are not its own.
    bytes[to + keptBytes - 1] = (bytes[to + keptBytes - 1] ?? 0) & lastMask;
  }
  return { columns: width, rows: height, bytes };
}

/** A picture turned clockwise. */
export function turned(raster: Raster, turn: Turn): Raster {
  if (turn === 0) return raster;
  const { columns, rows } = raster;
  const result = turn === 180 ? blank(columns, rows) : blank(rows, columns);
  const rowBytes = Math.ceil(result.columns / 8);
  const sourceBytes = Math.ceil(columns / 8);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const dots = (raster.bytes[row * sourceBytes + (column >> 3)] ?? 0) << (column & 7);
      // Most dots are white: a byte without black is passed over at once.
      if ((dots & 0xff) === 0) column |= 7;
      if ((dots & 0x80) === 0) continue;
      const x = turn === 90 ? rows - 1 - row : turn === 180 ? columns - 1 - column : row;
      const y = turn === 90 ? column : turn === 180 ? rows - 1 - row : columns - 1 - column;
      const index = y * rowBytes + (x >> 3);
      result.bytes[index] = (result.bytes[index] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return result;
}

/** Turns white into black and black into white (GS B). */
export function inverted(raster: Raster): Raster {
  const rowBytes = Math.ceil(raster.columns / 8);
  const bytes = raster.bytes.map((byte) => ~byte);
  const lastMask = 0xff << (rowBytes * 8 - raster.columns);
  for (let at = rowBytes - 1; at < bytes.length; at += rowBytes) bytes[at] = (bytes[at] ?? 0) & lastMask;
  return { ...raster, bytes };
}
