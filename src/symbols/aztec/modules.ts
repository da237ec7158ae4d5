/** Sizes, codewords and modules of an Aztec code. Source: ISO/IEC 24778, 7.2 to 7.4. */

import { setBlack } from "../../escpos/raster-dots.ts";
import { blank } from "../../escpos/raster-transform.ts";
import type { Raster } from "../../escpos/raster.ts";
import { ReedSolomon } from "../reed-solomon.ts";
import type { AztecBits } from "./encodation.ts";

/** A size of an Aztec code. */
interface AztecSize {
  readonly compact: boolean;
  /** Rings of two modules around the middle. */
  readonly layers: number;
}

/** Most layers, and most codewords of data, that a symbol can tell. */
export const MOST_LAYERS = { compact: 4, full: 32 } as const;
const MOST_DATA = { compact: 64, full: 2048 } as const;

/** Fields of the error correction by bits of a codeword, with the polynomials that make them. */
const POLYNOMIALS: Readonly<Record<number, number>> = { 4: 0x13, 6: 0x43, 8: 0x12d, 10: 0x409, 12: 0x1069 };
const fields = new Map<number, ReedSolomon>();

function fieldOf(bits: number): ReedSolomon {
  return fields.getOrInsertComputed(bits, () => new ReedSolomon(bits, POLYNOMIALS[bits] ?? 0, 1));
}

/** Bits of a codeword. */
export function codewordBits({ layers }: AztecSize): number {
  return layers <= 2 ? 6 : layers <= 8 ? 8 : layers <= 22 ? 10 : 12;
}

function bitsOf({ compact, layers }: AztecSize): number {
  return ((compact ? 88 : 112) + 16 * layers) * layers;
}

/** Codewords of data that there is room for beside a share of error correction, in percent, and three codewords. */
export function dataRoom(size: AztecSize, errorCorrection: number): number {
  const codewords = Math.floor(bitsOf(size) / codewordBits(size));
  const most = size.compact ? MOST_DATA.compact : MOST_DATA.full;
  return Math.min(most, codewords - Math.ceil((codewords * errorCorrection) / 100 + 3));
}

/** Bits as codewords, none of which is all dark or all light: a bit is put in where one would be. */
export function stuffed({ bytes, length }: AztecBits, bits: number): number[] {
  const codewords: number[] = [];
  const allButLast = (1 << bits) - 2;
  for (let at = 0; at < length; at += bits) {
    let codeword = 0;
    // The last is filled up with ones.
    for (let bit = at; bit < at + bits; bit++)
      codeword = (codeword << 1) | (bit >= length ? 1 : ((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
    const high = codeword & allButLast;
    if (high !== 0 && high !== allButLast) codewords.push(codeword);
    else {
      codewords.push(high === 0 ? 1 : allButLast);
      at--;
    }
  }
  return codewords;
}

/** Modules of a side. */
export function sideOf(size: AztecSize): number {
  const inner = innerSide(size);
  return size.compact ? inner : inner + 1 + 2 * Math.floor((inner / 2 - 1) / GRID_STEP);
}

/** Modules of a side without the reference grid of full symbols, whose lines are 15 modules apart. */
function innerSide({ compact, layers }: AztecSize): number {
  return (compact ? 11 : 14) + 4 * layers;
}

const GRID_STEP = 15;

/** The modules as a picture: most significant bit left, rows padded to a byte, 1 is dark. */
export function drawModules(codewords: readonly number[], size: AztecSize): Uint8Array {
  const side = sideOf(size);
  const raster = blank(side, side);
  const center = side >> 1;
  drawData(raster, codewords, size, centerOut(size));
  drawModeMessage(raster, codewords.length, size);
  drawFinder(raster, center, size.compact ? 5 : 7);
  if (size.compact) return raster.bytes;
  for (let line = 0; line <= center; line += GRID_STEP + 1) {
    for (let at = center & 1; at < side; at += 2) {
      setBlack(raster, center - line, at);
      setBlack(raster, center + line, at);
      setBlack(raster, at, center - line);
      setBlack(raster, at, center + line);
    }
  }
  return raster.bytes;
}

/** Where the modules of a line are when the reference grid is stepped over. */
function centerOut(size: AztecSize): number[] {
  const inner = innerSide(size);
  if (size.compact) return Array.from({ length: inner }, (_, index) => index);
  const center = sideOf(size) >> 1;
  return Array.from({ length: inner }, (_, index) => {
    const distance = index < inner / 2 ? inner / 2 - 1 - index : index - inner / 2;
    const offset = distance + Math.floor(distance / GRID_STEP) + 1;
    return index < inner / 2 ? center - offset : center + offset;
  });
}

/** Data and error correction in rings from the outside in, two modules wide, each along its four sides. */
function drawData(raster: Raster, data: readonly number[], size: AztecSize, places: readonly number[]): void {
  const bits = codewordBits(size);
  const total = bitsOf(size);
  const codewords = withCorrection(data, Math.floor(total / bits), bits);
  const unused = total % bits;
  const isDark = (index: number): boolean => {
    const bit = index - unused;
    return bit >= 0 && ((codewords[Math.floor(bit / bits)] ?? 0) & (1 << (bits - 1 - (bit % bits)))) !== 0;
  };
  const last = innerSide(size) - 1;
  for (let layer = 0, start = 0; layer < size.layers; layer++) {
    const length = (size.layers - layer) * 4 + (size.compact ? 9 : 12);
    for (let index = 0; index < 2 * length; index++) {
      const across = layer * 2 + (index & 1);
      const along = layer * 2 + (index >> 1);
      for (const [side, x, y] of [
        [0, across, along],
        [1, along, last - across],
        [2, last - across, last - along],
        [3, last - along, across],
      ] as const) {
        if (isDark(start + side * 2 * length + index)) setBlack(raster, places[x] ?? 0, places[y] ?? 0);
      }
    }
    start += 8 * length;
  }
}

function withCorrection(data: readonly number[], length: number, bits: number): number[] {
  return [...data, ...fieldOf(bits).correctionOf(data, length - data.length)];
}

/** Layers and length of the data around the finder, with an error correction of their own. */
function drawModeMessage(raster: Raster, length: number, { compact, layers }: AztecSize): void {
  const message = ((layers - 1) << (compact ? 6 : 11)) | (length - 1);
  const data = (compact ? [4, 0] : [12, 8, 4, 0]).map((shift) => (message >> shift) & 15);
  const words = withCorrection(data, compact ? 7 : 10, 4);
  const isDark = (bit: number): boolean => (((words[bit >> 2] ?? 0) << (bit & 3)) & 8) !== 0;
  const center = raster.columns >> 1;
  const count = compact ? 7 : 10;
  const distance = compact ? 5 : 7;
  for (let index = 0; index < count; index++) {
    // The middle line of full symbols is one of the reference grid.
    const at = compact ? center - 3 + index : center - 5 + index + Math.floor(index / 5);
    for (const [bit, x, y] of [
      [index, at, center - distance],
      [count + index, center + distance, at],
      [3 * count - 1 - index, at, center + distance],
      [4 * count - 1 - index, center - distance, at],
    ] as const) {
      if (isDark(bit)) setBlack(raster, x, y);
    }
  }
}

/** Squares around the middle, and the marks at three corners that tell which way is up. */
function drawFinder(raster: Raster, center: number, radius: number): void {
  for (let ring = 0; ring < radius; ring += 2) {
    for (let at = center - ring; at <= center + ring; at++) {
      setBlack(raster, at, center - ring);
      setBlack(raster, at, center + ring);
      setBlack(raster, center - ring, at);
      setBlack(raster, center + ring, at);
    }
  }
  for (const [x, y] of [
    [-radius, -radius],
    [-radius + 1, -radius],
    [-radius, -radius + 1],
    [radius, -radius],
    [radius, -radius + 1],
    [radius, radius - 1],
  ] as const)
    setBlack(raster, center + x, center + y);
}
