/** Sizes of DataMatrix (ECC 200). Source: ISO/IEC 16022, table 7. */

/** A size of a symbol. */
export interface DataMatrixSize {
  /** Modules. */
  readonly rows: number;
  readonly columns: number;
  /** Parts that the symbol is divided into, each with a frame of its own. */
  readonly partRows: number;
  readonly partColumns: number;
  /** Codewords of error correction, and the blocks that they and the data are divided into. */
  readonly correction: number;
  readonly blocks: number;
}

function size(
  rows: number,
  columns: number,
  [partRows, partColumns]: readonly [number, number],
  correction: number,
  blocks = 1,
): DataMatrixSize {
  return { rows, columns, partRows, partColumns, correction, blocks };
}

const square = (side: number, parts: number, correction: number, blocks?: number): DataMatrixSize =>
  size(side, side, [parts, parts], correction, blocks);

/** Squares, from the smallest. */
export const SQUARES: readonly DataMatrixSize[] = [
  square(10, 1, 5),
  square(12, 1, 7),
  square(14, 1, 10),
  square(16, 1, 12),
  square(18, 1, 14),
  square(20, 1, 18),
  square(22, 1, 20),
  square(24, 1, 24),
  square(26, 1, 28),
  square(32, 2, 36),
  square(36, 2, 42),
  square(40, 2, 48),
  square(44, 2, 56),
  square(48, 2, 68),
  square(52, 2, 84, 2),
  square(64, 4, 112, 2),
  square(72, 4, 144, 4),
  square(80, 4, 192, 4),
  square(88, 4, 224, 4),
  square(96, 4, 272, 4),
  square(104, 4, 336, 6),
  square(120, 6, 408, 6),
  square(132, 6, 496, 8),
  square(144, 6, 620, 10),
];

/** Rectangles, from the smallest. */
export const RECTANGLES: readonly DataMatrixSize[] = [
  size(8, 18, [1, 1], 7),
  size(8, 32, [1, 2], 11),
  size(12, 26, [1, 1], 14),
  size(12, 36, [1, 2], 18),
  size(16, 36, [1, 2], 24),
  size(16, 48, [1, 2], 28),
];

/** Rows and columns of the modules that hold codewords, without the frames. */
export function mappedSize({ rows, columns, partRows, partColumns }: DataMatrixSize): {
  rows: number;
  columns: number;
} {
  return { rows: rows - 2 * partRows, columns: columns - 2 * partColumns };
}

/** Codewords of data. */
export function dataCodewords(of: DataMatrixSize): number {
  const mapped = mappedSize(of);
  return Math.floor((mapped.rows * mapped.columns) / 8) - of.correction;
}
