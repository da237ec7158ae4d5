/* Reads the two-dimensional part of composite symbols by the standard (ISO/IEC 24723), as zxing reads no CC-A and no GS1 data. */

import { isBlack } from "../../src/escpos/raster-dots.ts";
import type { Raster } from "../../src/escpos/raster.ts";
import { CODEWORD_MODULES, CODEWORD_VALUES, codewordPattern } from "../../src/symbols/pdf417/patterns.ts";

/** Codewords of error correction of a CC-A by its columns and rows (ISO/IEC 24723, table 2), and bits of its data. */
const CC_A_SIZES: Readonly<Record<string, readonly [correction: number, bits: number]>> = {
  "2x5": [4, 59],
  "2x6": [4, 78],
  "2x7": [5, 88],
  "2x8": [5, 108],
  "2x9": [6, 118],
  "2x10": [6, 138],
  "2x12": [7, 167],
  "3x4": [4, 78],
  "3x5": [5, 98],
  "3x6": [6, 118],
  "3x7": [7, 138],
  "3x8": [7, 167],
  "4x3": [4, 78],
  "4x4": [5, 108],
  "4x5": [6, 138],
  "4x6": [7, 167],
  "4x7": [8, 197],
};

/** Columns of codewords by the modules of a row, and where each begins, between row address patterns of 10 modules. */
const CODEWORD_STARTS: Readonly<Record<number, readonly number[]>> = {
  55: [10, 27],
  72: [0, 27, 44],
  99: [10, 27, 54, 71],
};

/** The data of the CC-A in the first rows of a composite symbol, each two modules high. FNC1 is GS. */
export function readCcA(symbol: Raster, rows: number): string {
  const columns = Array.from({ length: symbol.columns }, (_, x) => x);
  const inPart = columns.filter((x) =>
    Array.from({ length: rows }, (_, row) => row * 2).some((y) => isBlack(symbol, x, y)),
  );
  const left = inPart[0] ?? 0;
  const width = (inPart.at(-1) ?? 0) + 1 - left;
  const starts = CODEWORD_STARTS[width];
  if (starts === undefined) throw new Error(`no CC-A is ${width} modules wide`);
  const codewords: number[] = [];
  const clusters = new Set<number>();
  for (let row = 0; row < rows; row++) {
    for (const start of starts) {
      let pattern = 0;
      for (let module = 0; module < CODEWORD_MODULES; module++)
        pattern = (pattern << 1) | (isBlack(symbol, left + start + module, row * 2) ? 1 : 0);
      const { cluster, value } = codewordOf(pattern);
      codewords.push(value);
      clusters.add((cluster - row + 3 * rows) % 3);
    }
  }
  if (clusters.size !== 1) throw new Error("rows do not take one cluster after the other");
  const size = CC_A_SIZES[`${starts.length}x${rows}`];
  if (size === undefined) throw new Error(`no CC-A has ${starts.length} columns and ${rows} rows`);
  checkCorrection(codewords, size[0]);
  return readElements(base928Bits(codewords.slice(0, -size[0]), size[1]));
}

function codewordOf(pattern: number): { cluster: number; value: number } {
  for (let cluster = 0; cluster < 3; cluster++) {
    for (let value = 0; value < CODEWORD_VALUES; value++)
      if (codewordPattern(cluster, value) === pattern) return { cluster, value };
  }
  throw new Error(`no codeword is ${pattern.toString(2)}`);
}

/** All powers of three up to the number of codewords of error correction are roots of the codewords as a polynomial. */
function checkCorrection(codewords: readonly number[], correction: number): void {
  for (let root = 1, power = 3; root <= correction; root++, power = (power * 3) % CODEWORD_VALUES) {
    const sum = codewords.reduce((total, codeword) => (total * power + codeword) % CODEWORD_VALUES, 0);
    if (sum !== 0) throw new Error(`the error correction is wrong at ${root}`);
  }
}

/** Seven codewords are a number of 69 bits of the base 928, fewer at the end one of the bits that are left. */
function base928Bits(codewords: readonly number[], length: number): string {
  let bits = "";
  for (let at = 0; at < codewords.length; at += 7) {
    const number = codewords.slice(at, at + 7).reduce((sum, codeword) => sum * 928n + BigInt(codeword), 0n);
    bits += number.toString(2).padStart(Math.min(69, length - bits.length), "0");
  }
  if (bits.length !== length) throw new Error(`${bits.length} bits are not ${length}`);
  return bits;
}

/** The data of CC-B and CC-C from the bytes that they hold. FNC1 is GS. */
export function readCompositeBytes(bytes: Uint8Array): string {
  return readElements([...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join(""));
}

/** Bits of GS1 data: a date and lot, or elements (ISO/IEC 24723, 5.3). */
function readElements(bits: string): string {
  if (bits.startsWith("0")) return readGeneral(bits.slice(1));
  if (!bits.startsWith("10")) throw new Error("data that starts with AI 90 is not read here");
  if (bits.startsWith("1011")) return `10${readGeneral(bits.slice(4))}`;
  const date = Number.parseInt(bits.slice(2, 18), 2);
  const [year, month, day] = [Math.floor(date / 384), (Math.floor(date / 32) % 12) + 1, date % 32];
  const digits = [year, month, day].map((number) => String(number).padStart(2, "0")).join("");
  const rest = readGeneral(bits.slice(19));
  const identifier = bits[18] === "0" ? "11" : "17";
  // FNC1 at the start says that no lot follows.
  return `${identifier}${digits}${rest.startsWith("\x1d") ? rest.slice(1) : `10${rest}`}`;
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const SIGNS = "*,-./";
const MORE_SIGNS = "!\"%&'()*+,-./:;<=>?_ ";

/** General purpose data compaction: digits in pairs, capitals, and ISO/IEC 646. */
function readGeneral(bits: string): string {
  let text = "";
  let at = 0;
  let mode: "numeric" | "alphanumeric" | "iso646" = "numeric";
  const peek = (count: number): number =>
    bits.length - at < count ? -1 : Number.parseInt(bits.slice(at, at + count), 2);
  const take = (count: number, character: string): void => {
    at += count;
    text += character;
  };
  while (at < bits.length) {
    if (mode === "numeric") {
      if (peek(4) === 0 || bits.length - at < 4) {
        mode = "alphanumeric";
        at += 4;
      } else if (bits.length - at < 7) {
        take(bits.length - at, String(peek(4) - 1).replace("10", ""));
      } else {
        const pair = peek(7) - 8;
        take(
          7,
          [Math.floor(pair / 11), pair % 11].map((digit) => (digit === 10 ? "\x1d" : String(digit))).join(""),
        );
      }
      continue;
    }
    if (peek(3) === 0) {
      mode = "numeric";
      at += 3;
    } else if (peek(5) === 4) {
      mode = mode === "alphanumeric" ? "iso646" : "alphanumeric";
      at += 5;
    } else if (peek(5) === 15) {
      take(5, "\x1d");
      mode = "numeric";
    } else if (peek(5) >= 5 && peek(5) < 15) {
      take(5, String(peek(5) - 5));
    } else if (mode === "alphanumeric") {
      if (peek(6) < 32) break;
      take(6, (LETTERS + SIGNS)[peek(6) - 32] ?? "?");
    } else if (peek(7) >= 64 && peek(7) < 116) {
      take(7, (LETTERS + LETTERS.toLowerCase())[peek(7) - 64] ?? "?");
    } else {
      if (peek(8) < 232) break;
      take(8, MORE_SIGNS[peek(8) - 232] ?? "?");
    }
  }
  // FNC1 at the very end fills digits up; alone it says that there is nothing.
  return text.length > 1 && text.endsWith("\x1d") ? text.slice(0, -1) : text;
}
