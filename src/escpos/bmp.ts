import { ditherAt, fromDots, type Raster } from "./raster.ts";

/** Bytes of the file header and the smallest information header. */
const HEADER_BYTES = 54;

/** Brightness, 0 to 255, from which a dot is white. */
const THRESHOLD = 128;

/**
 * Reads a Windows bitmap of 1, 4, 8 or 24 bits a dot, uncompressed (GS D), into black and white; what has
 * tones is dithered if `dither`. Undefined if it is not such a file; rows that did not arrive are white.
 * Source: BITMAPFILEHEADER and BITMAPINFOHEADER of the Windows GDI reference. Never throws.
 *
 * @param maximumColumns dots kept of each row
 */
export function fromBmp(file: Uint8Array, maximumColumns: number, dither: boolean): Raster | undefined {
  if (file.length < HEADER_BYTES || file[0] !== 0x42 || file[1] !== 0x4d) return undefined;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const dataStart = view.getUint32(10, true);
  const infoBytes = view.getUint32(14, true);
  const width = view.getInt32(18, true);
  const height = view.getInt32(22, true);
  const depth = view.getUint16(28, true);
  const compression = view.getUint32(30, true);
  if (compression !== 0 || width <= 0 || height === 0 || ![1, 4, 8, 24].includes(depth)) return undefined;
  const stride = Math.ceil((width * depth) / 32) * 4;
  const claimed = Math.abs(height);
  // A header may claim any height; only rows with bytes cost anything.
  const arrived = Math.floor(Math.max(0, file.length - dataStart) / stride);
  const rows = Math.min(claimed, arrived);
  const columns = Math.min(width, maximumColumns);
  if (rows <= 0 || columns <= 0) return undefined;
  const palette = paletteBrightness(file, 14 + infoBytes, depth);
  return fromDots(columns, rows, (row, column) => {
    // A positive height means that the lowest row is stored first.
    const stored = height > 0 ? rows - 1 - row : row;
    const light = brightness(file, dataStart + stored * stride, column, depth, palette);
    return light < (dither && depth > 1 ? ditherAt(row, column) * 16 + 8 : THRESHOLD);
  });
}

function paletteBrightness(file: Uint8Array, start: number, depth: number): Uint8Array {
  const count = depth === 24 ? 0 : 2 ** depth;
  return Uint8Array.from({ length: count }, (_, index) => luminance(file, start + index * 4));
}

function brightness(
  file: Uint8Array,
  start: number,
  column: number,
  depth: number,
  palette: Uint8Array,
): number {
  if (depth === 24) return luminance(file, start + column * 3);
  const perByte = 8 / depth;
  const byte = file[start + Math.floor(column / perByte)] ?? 0;
  const shift = 8 - depth * ((column % perByte) + 1);
  return palette[(byte >> shift) & (2 ** depth - 1)] ?? 255;
}

/** Brightness of blue, green and red at `at` (ITU-R BT.601). */
function luminance(file: Uint8Array, at: number): number {
  const [blue = 255, green = 255, red = 255] = [file[at], file[at + 1], file[at + 2]];
  return Math.round(0.114 * blue + 0.587 * green + 0.299 * red);
}
