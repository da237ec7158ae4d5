/** The modules of a DataMatrix from its codewords. Source: ISO/IEC 16022, 5.7, 5.8 and annex F. */

import { setBlack } from "../../escpos/raster-dots.ts";
import { blank } from "../../escpos/raster-transform.ts";
import { ReedSolomon } from "../reed-solomon.ts";
import { type DataMatrixSize, dataCodewords, mappedSize } from "./sizes.ts";

/** x⁸ + x⁵ + x³ + x² + 1. */
const CORRECTION = new ReedSolomon(8, 0x12d, 1);

/** The modules as a picture: most significant bit left, rows padded to a byte. @param data as many codewords as it holds */
export function drawModules(data: Uint8Array, size: DataMatrixSize): Uint8Array {
  const codewords = withCorrection(data, size);
  const raster = blank(size.columns, size.rows);
  const partRows = size.rows / size.partRows;
  const partColumns = size.columns / size.partColumns;
  for (let y = 0; y < size.rows; y++) {
    for (let x = 0; x < size.columns; x++) {
      const [inX, inY] = [x % partColumns, y % partRows];
      // Each part has solid sides left and below, and broken ones right and above.
      if (inX === 0 || inY === partRows - 1) setBlack(raster, x, y);
      else if (inY === 0 ? inX % 2 === 0 : inX === partColumns - 1 && inY % 2 === 1) setBlack(raster, x, y);
    }
  }
  placeCodewords(mappedSize(size), (row, column, codeword, bit) => {
    if (codeword !== ALWAYS_DARK && (((codewords[codeword] ?? 0) << bit) & 0x80) === 0) return;
    const frameX = 1 + 2 * Math.floor(column / (partColumns - 2));
    const frameY = 1 + 2 * Math.floor(row / (partRows - 2));
    setBlack(raster, column + frameX, row + frameY);
  });
  return raster.bytes;
}

/** Data and behind it the error correction of its blocks, which both take from in turn. */
function withCorrection(data: Uint8Array, size: DataMatrixSize): Uint8Array {
  const { blocks, correction } = size;
  const length = dataCodewords(size);
  const codewords = new Uint8Array(length + correction);
  codewords.set(data);
  for (let block = 0; block < blocks; block++) {
    const part = data.filter((_, index) => index % blocks === block);
    CORRECTION.correctionOf(part, correction / blocks).forEach((codeword, index) => {
      codewords[length + index * blocks + block] = codeword;
    });
  }
  return codewords;
}

/** In place of a codeword where there is none. */
const ALWAYS_DARK = -1;

/** Takes the module of a bit of a codeword, of which 0 is the highest. */
type Place = (row: number, column: number, codeword: number, bit: number) => void;

/** Rows and columns of the eight bits of a codeword from where its last bit is. */
const SHAPE: readonly (readonly [number, number])[] = [
  [-2, -2],
  [-2, -1],
  [-1, -2],
  [-1, -1],
  [-1, 0],
  [0, -2],
  [0, -1],
  [0, 0],
];

/** Walks up and down in diagonals, and tells for each module which bit of which codeword it is. */
function placeCodewords({ rows, columns }: { rows: number; columns: number }, place: Place): void {
  const taken = new Uint8Array(rows * columns);
  let codeword = 0;
  const module = (row: number, column: number, of: number, bit: number): void => {
    let [y, x] = [row, column];
    if (y < 0) [y, x] = [y + rows, x + 4 - ((rows + 4) % 8)];
    if (x < 0) [y, x] = [y + 4 - ((columns + 4) % 8), x + columns];
    taken[y * columns + x] = 1;
    place(y, x, of, bit);
  };
  const corner = (cells: readonly (readonly [number, number])[]): void => {
    cells.forEach(([row, column], bit) =>
      module(row < 0 ? row + rows : row, column < 0 ? column + columns : column, codeword, bit),
    );
    codeword++;
  };
  const shape = (row: number, column: number): void => {
    SHAPE.forEach(([down, right], bit) => module(row + down, column + right, codeword, bit));
    codeword++;
  };
  const isFree = (row: number, column: number): boolean => taken[row * columns + column] === 0;
  let [row, column] = [4, 0];
  while (row < rows || column < columns) {
    if (row === rows && column === 0) corner(CORNERS[0]);
    if (row === rows - 2 && column === 0 && columns % 4 !== 0) corner(CORNERS[1]);
    if (row === rows - 2 && column === 0 && columns % 8 === 4) corner(CORNERS[2]);
    if (row === rows + 4 && column === 2 && columns % 8 === 0) corner(CORNERS[3]);
    do {
      if (row < rows && column >= 0 && isFree(row, column)) shape(row, column);
      [row, column] = [row - 2, column + 2];
    } while (row >= 0 && column < columns);
    [row, column] = [row + 1, column + 3];
    do {
      if (row >= 0 && column < columns && isFree(row, column)) shape(row, column);
      [row, column] = [row + 2, column - 2];
    } while (row < rows && column >= 0);
    [row, column] = [row + 3, column + 1];
  }
  // What is left over in the last corner is a fixed pattern.
  if (!isFree(rows - 1, columns - 1)) return;
  place(rows - 1, columns - 1, ALWAYS_DARK, 0);
  place(rows - 2, columns - 2, ALWAYS_DARK, 0);
}

type Corner = readonly (readonly [row: number, column: number])[];

/** The codewords that are broken at corners; negative rows and columns count from the last. */
const CORNERS: readonly [Corner, Corner, Corner, Corner] = [
  [
    [-1, 0],
    [-1, 1],
    [-1, 2],
    [0, -2],
    [0, -1],
    [1, -1],
    [2, -1],
    [3, -1],
  ],
  [
    [-3, 0],
    [-2, 0],
    [-1, 0],
    [0, -4],
    [0, -3],
    [0, -2],
    [0, -1],
    [1, -1],
  ],
  [
    [-3, 0],
    [-2, 0],
    [-1, 0],
    [0, -2],
    [0, -1],
    [1, -1],
    [2, -1],
    [3, -1],
  ],
  [
    [-1, 0],
    [-1, -1],
    [0, -3],
    [0, -2],
    [0, -1],
    [1, -3],
    [1, -2],
    [1, -1],
  ],
];
