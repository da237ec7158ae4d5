/** A picture of one bit a dot, most significant bit left, rows padded to a byte; 1 is black. */
export interface Raster {
  /** Dots. */
  readonly columns: number;
  readonly rows: number;
  readonly bytes: Uint8Array;
}

/**
 * A picture whose dots are made when they are asked for first: many who read a print need only its size.
 *
 * @param draw makes its bytes
 */
export function delayedRaster(columns: number, rows: number, draw: () => Uint8Array): Raster {
  let bytes: Uint8Array | undefined;
  return {
    columns,
    rows,
    get bytes() {
      return (bytes ??= draw());
    },
  };
}

/** Bytes of a picture, without drawing it. */
export function bytesIn({ columns, rows }: Pick<Raster, "columns" | "rows">): number {
  return ((columns + 7) >> 3) * rows;
}

/** Thresholds of an ordered dither of 4 x 4 dots, of 16 tones. */
const DITHER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];

/** The threshold of a dot in an ordered dither of 16 tones. */
export function ditherAt(row: number, column: number): number {
  return DITHER[(row & 3) * 4 + (column & 3)] ?? 0;
}

/** A picture of the dots that `isBlack` tells. */
export function fromDots(
  columns: number,
  rows: number,
  isBlack: (row: number, column: number) => boolean,
): Raster {
  const rowBytes = Math.ceil(columns / 8);
  const bytes = new Uint8Array(rowBytes * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = row * rowBytes + (column >> 3);
      if (isBlack(row, column)) bytes[at] = (bytes[at] ?? 0) | (0x80 >> (column & 7));
    }
  }
  return { columns, rows, bytes };
}

/** Takes the rows that arrived (GS v 0, GS ( L function 112); a last row that came in part is filled up with white. */
export function fromRows(
  data: Uint8Array,
  rowBytes: number,
  columns: number,
  maximumRows: number,
  maximumColumns: number,
): Raster | undefined {
  if (rowBytes === 0) return undefined;
  const rows = Math.min(maximumRows, Math.ceil(data.length / rowBytes));
  const kept = Math.min(columns, maximumColumns, rowBytes * 8);
  if (rows <= 0 || kept <= 0) return undefined;
  const keptBytes = Math.ceil(kept / 8);
  if (keptBytes === rowBytes && data.length >= rows * rowBytes) {
    return { columns: kept, rows, bytes: new Uint8Array(data.subarray(0, rows * rowBytes)) };
  }
  const bytes = new Uint8Array(rows * keptBytes);
  for (let row = 0; row < rows; row++) {
    const from = row * rowBytes;
    bytes.set(data.subarray(from, from + keptBytes), row * keptBytes);
  }
  return { columns: kept, rows, bytes };
}

/** Turns columns with the top dot in the most significant bit (ESC *, GS Q 0, GS ( L function 113) into rows. */
export function fromColumns(
  data: Uint8Array,
  columnBytes: number,
  claimedRows: number,
  maximumColumns: number,
): Raster | undefined {
  // Rows without a byte of data would be white, and a few bytes may claim 65,535 of them.
  const rows = Math.min(claimedRows, data.length * 8);
  if (columnBytes === 0 || rows === 0) return undefined;
  const columns = Math.min(maximumColumns, Math.ceil(data.length / columnBytes));
  if (columns <= 0) return undefined;
  const rowBytes = Math.ceil(columns / 8);
  const bytes = new Uint8Array(rows * rowBytes);
  for (let column = 0; column < columns; column++) {
    const bit = 0x80 >> (column & 7);
    const target = column >> 3;
    const start = column * columnBytes;
    const arrived = Math.min(columnBytes, data.length - start);
    for (let index = 0; index < arrived; index++) {
      let dots = data[start + index] ?? 0;
      for (let row = index * 8; dots !== 0 && row < rows; row++, dots = (dots << 1) & 0xff) {
        if (dots & 0x80) {
          const at = row * rowBytes + target;
          bytes[at] = (bytes[at] ?? 0) | bit;
        }
      }
    }
  }
  return { columns, rows, bytes };
}
