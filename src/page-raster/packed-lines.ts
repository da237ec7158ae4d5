import {
  CutShort,
  malformed,
  PageBudget,
  type PageDocument,
  type PageListener,
  type PageSize,
} from "./page-document.ts";
import type { PixelFormat } from "./pixels.ts";

/** In place of a run's length: the rest of the line is white. */
const REST_IS_WHITE = 0x80;

/** What the header of a page says. */
export interface PackedPage {
  readonly size: PageSize;
  readonly pixels: PixelFormat;
}

/**
 * A document of pages that each have a header and packed lines behind it.
 * @param start where the first header is
 * @param readHeader throws TillrollError BAD_REQUEST for pages that are not read
 */
export function packedPages(
  bytes: Uint8Array,
  start: number,
  headerBytes: number,
  readHeader: (header: DataView) => PackedPage,
): PageDocument {
  return (listener) => {
    const budget = new PageBudget();
    for (let offset = start; offset < bytes.length;) {
      const lines = offset + headerBytes;
      if (lines > bytes.length) throw new CutShort();
      const { size, pixels } = readHeader(new DataView(bytes.buffer, bytes.byteOffset + offset, headerBytes));
      budget.take(size);
      listener.page(size);
      offset = readPackedLines(bytes, lines, size, pixels, listener);
    }
  };
}

/**
 * Reads the lines of a page as PWG Raster and Apple Raster pack them: how often a line is repeated, then runs of equal
 * pixels and of different ones (PWG 5102.4, section 4.3.2). Units are pixels, or bytes where these are smaller.
 * @returns where the next page begins
 * @throws CutShort, TillrollError BAD_REQUEST
 */
function readPackedLines(
  bytes: Uint8Array,
  offset: number,
  { columns, rows }: PageSize,
  pixels: PixelFormat,
  listener: PageListener,
): number {
  const line = new Uint8Array(Math.ceil((columns * pixels.bitsPerPixel) / 8));
  const ink = new Uint8Array(columns);
  const unit = Math.max(1, pixels.bitsPerPixel >> 3);
  for (let row = 0; row < rows;) {
    const count = Math.min(1 + byteAt(bytes, offset), rows - row);
    offset = unpackLine(bytes, offset + 1, line, unit, pixels.white);
    pixels.readInk(line, ink);
    listener.rows(ink, count);
    row += count;
  }
  return offset;
}

/** Unpacks one line. @returns where the next begins */
function unpackLine(
  bytes: Uint8Array,
  offset: number,
  line: Uint8Array,
  unit: number,
  white: number,
): number {
  let at = 0;
  while (at < line.length) {
    const control = byteAt(bytes, offset++);
    if (control === REST_IS_WHITE) {
      line.fill(white, at);
      return offset;
    }
    const isRun = control < REST_IS_WHITE;
    const length = (isRun ? control + 1 : 257 - control) * unit;
    const given = isRun ? unit : length;
    if (at + length > line.length) throw malformed("A line has more pixels than its page is wide.");
    if (offset + given > bytes.length) throw new CutShort();
    if (unit === 1 && isRun) line.fill(bytes[offset] ?? 0, at, at + length);
    else {
      // A run's pixel is written first and then copied behind itself.
      line.set(bytes.subarray(offset, offset + given), at);
      for (let copied = given; copied < length; copied += unit) line.copyWithin(at + copied, at, at + unit);
    }
    at += length;
    offset += given;
  }
  return offset;
}

function byteAt(bytes: Uint8Array, offset: number): number {
  const byte = bytes[offset];
  if (byte === undefined) throw new CutShort();
  return byte;
}
