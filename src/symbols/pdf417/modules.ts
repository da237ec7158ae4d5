/** Rows of a PDF417 from its codewords. Source: ISO/IEC 15438, 5.5 to 5.11. */

import { BitWriter } from "../bit-writer.ts";
import { CODEWORD_MODULES, CODEWORD_VALUES, codewordPattern } from "./patterns.ts";

/** A PDF417 whose modules are not made yet. */
export interface Pdf417Plan {
  /** Data without its number and without padding. */
  readonly codewords: readonly number[];
  readonly columns: number;
  readonly rows: number;
  /** Level of error correction, 0 to 8. */
  readonly level: number;
  /** Without the right ends of its rows. */
  readonly truncated: boolean;
}

const START_PATTERN = 0b11111111010101000;
const STOP_PATTERN = 0b111111101000101001;
const STOP_MODULES = 18;

/** What is left of the stop pattern of a truncated symbol. */
const SHORT_STOP = 1;

/** Modules of a row. */
export function widthOf({ columns, truncated }: Pick<Pdf417Plan, "columns" | "truncated">): number {
  const ends = truncated ? 2 * CODEWORD_MODULES + 1 : 3 * CODEWORD_MODULES + STOP_MODULES;
  return ends + columns * CODEWORD_MODULES;
}

/** Codewords of error correction of a level. */
export function correctionOf(level: number): number {
  return 2 << level;
}

/** What fills a symbol up: a change to the mode that it is in at the start. */
const PADDING = 900;

/** The modules as a picture, one row a row of codewords: most significant bit left, rows padded to a byte. */
export function drawModules(plan: Pdf417Plan): Uint8Array {
  const { columns, rows, level, truncated } = plan;
  const correction = correctionOf(level);
  const dataLength = columns * rows - correction;
  const all = [dataLength, ...plan.codewords];
  while (all.length < dataLength) all.push(PADDING);
  for (const codeword of errorCorrection(all, correction)) all.push(codeword);
  const rowBytes = (widthOf(plan) + 7) >> 3;
  const bytes = new Uint8Array(rowBytes * rows);
  for (let row = 0; row < rows; row++) {
    const writer = new BitWriter(bytes.subarray(row * rowBytes, (row + 1) * rowBytes));
    const write = (value: number): void => writer.write(codewordPattern(row, value), CODEWORD_MODULES);
    writer.write(START_PATTERN, CODEWORD_MODULES);
    write(rowIndicator(plan, row, row % 3));
    for (let column = 0; column < columns; column++) write(all[row * columns + column] ?? 0);
    if (truncated) writer.write(SHORT_STOP, 1);
    else {
      // The right indicator says what the left one of the row before says.
      write(rowIndicator(plan, row, (row + 2) % 3));
      writer.write(STOP_PATTERN, STOP_MODULES);
    }
  }
  return bytes;
}

/** Codewords that tell the row and one of three things: how many rows there are, the level, how many columns. */
function rowIndicator({ rows, columns, level }: Pdf417Plan, row: number, what: number): number {
  const base = 30 * Math.floor(row / 3);
  if (what === 0) return base + Math.floor((rows - 1) / 3);
  return base + (what === 1 ? level * 3 + ((rows - 1) % 3) : columns - 1);
}

/** The number whose powers are all numbers below 929 but 0. */
const GENERATING_NUMBER = 3;

const generators = new Map<number, Uint16Array>();

/** The coefficients of the generator of `count` codewords, the lowest first, without the last, which is 1. */
function generatorOf(count: number): Uint16Array {
  return generators.getOrInsertComputed(count, () => {
    const coefficients = new Uint16Array(count + 1);
    coefficients[0] = 1;
    for (let root = 0, power = 1; root < count; root++) {
      power = (power * GENERATING_NUMBER) % CODEWORD_VALUES;
      for (let index = root + 1; index >= 0; index--) {
        const product = (coefficients[index] ?? 0) * (CODEWORD_VALUES - power);
        coefficients[index] = (product + (coefficients[index - 1] ?? 0)) % CODEWORD_VALUES;
      }
    }
    return coefficients.subarray(0, count);
  });
}

/** Reed–Solomon codewords over the numbers modulo 929. Source: ISO/IEC 15438, 5.10 and annex F. */
function errorCorrection(data: readonly number[], count: number): number[] {
  const generator = generatorOf(count);
  const remainder = new Uint16Array(count);
  for (const codeword of data) {
    const factor = (codeword + (remainder[count - 1] ?? 0)) % CODEWORD_VALUES;
    const negative = CODEWORD_VALUES - factor;
    for (let index = count - 1; index >= 0; index--) {
      const term = negative * (generator[index] ?? 0) + (remainder[index - 1] ?? 0);
      remainder[index] = term % CODEWORD_VALUES;
    }
  }
  return Array.from(remainder.toReversed(), (value) => (CODEWORD_VALUES - value) % CODEWORD_VALUES);
}
