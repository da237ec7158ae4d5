import { inflateSync } from "node:zlib";

/** Where a picture has ink. */
export interface Ink {
  readonly columns: number;
  readonly rows: number;
  /** A byte for each dot, row after row: 1 for ink. */
  readonly dots: Uint8Array;
}

/** Light of a pixel, 0 to 255, from which it is paper. */
const PAPER_LIGHT = 128;

/** Samples of a pixel by the colour type of PNG: grey, red green blue, and these with how opaque they are. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 };

/** Reads a PNG file: grey or colours of one or eight bits, not interlaced. Source: ISO/IEC 15948. */
export function inkOfPng(file: Uint8Array): Ink {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const columns = bytes.readUInt32BE(16);
  const rows = bytes.readUInt32BE(20);
  const bits = bytes.readUInt8(24);
  const samples = SAMPLES[bytes.readUInt8(25)];
  if (samples === undefined || (bits !== 1 && bits !== 8)) throw new Error("not a PNG that is read here");
  const data: Buffer[] = [];
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    if (bytes.toString("latin1", at + 4, at + 8) !== "IDAT") continue;
    data.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
  }
  const rowBytes = Math.ceil((columns * samples * bits) / 8);
  const pixels = unfiltered(
    inflateSync(Buffer.concat(data)),
    rows,
    rowBytes,
    Math.ceil((samples * bits) / 8),
  );
  const dots = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const isDark =
        bits === 1
          ? ((pixels[row * rowBytes + (column >> 3)] ?? 0) & (0x80 >> (column & 7))) === 0
          : isInk(pixels, row * rowBytes + column * samples, samples);
      if (isDark) dots[row * columns + column] = 1;
    }
  }
  return { columns, rows, dots };
}

/** Ink of a colour is dark in one part of light at least. */
function isInk(pixels: Uint8Array, at: number, samples: number): boolean {
  for (let part = at; part < at + Math.min(3, samples); part++)
    if ((pixels[part] ?? 0) < PAPER_LIGHT) return true;
  return false;
}

/** The bytes of the rows without their filters, each of which is told by the byte before its row. */
function unfiltered(data: Uint8Array, rows: number, rowBytes: number, pixelBytes: number): Uint8Array {
  const result = new Uint8Array(rows * rowBytes);
  for (let row = 0; row < rows; row++) {
    const filter = data[row * (rowBytes + 1)] ?? 0;
    for (let index = 0; index < rowBytes; index++) {
      const at = row * rowBytes + index;
      const left = index < pixelBytes ? 0 : (result[at - pixelBytes] ?? 0);
      const above = row === 0 ? 0 : (result[at - rowBytes] ?? 0);
      const corner = row === 0 || index < pixelBytes ? 0 : (result[at - rowBytes - pixelBytes] ?? 0);
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter] ?? 0;
      result[at] = (data[row * (rowBytes + 1) + 1 + index] ?? 0) + guess;
    }
  }
  return result;
}

function paeth(left: number, above: number, corner: number): number {
  const estimate = left + above - corner;
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((value) => Math.abs(estimate - value));
  if (toLeft! <= toAbove! && toLeft! <= toCorner!) return left;
  return toAbove! <= toCorner! ? above : corner;
}

/** A part of a picture; what lies outside it is paper. */
export function inkWithin(ink: Ink, left: number, top: number, columns: number, rows: number): Ink {
  const dots = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [x, y] = [column + left, row + top];
      if (x < 0 || y < 0 || x >= ink.columns || y >= ink.rows) continue;
      dots[row * columns + column] = ink.dots[y * ink.columns + x] ?? 0;
    }
  }
  return { columns, rows, dots };
}

/** Dots with ink in one picture that have none in the other within `reach` dots in every direction. */
export function strayDots(one: Ink, other: Ink, reach: number): string[] {
  const near = spread(other, reach);
  const stray: string[] = [];
  one.dots.forEach((ink, at) => {
    if (ink === 1 && near[at] !== 1) stray.push(`(${at % one.columns}, ${Math.floor(at / one.columns)})`);
  });
  return stray;
}

/** The dots within `reach` of ink. */
function spread({ columns, rows, dots }: Ink, reach: number): Uint8Array {
  const wide = new Uint8Array(dots.length);
  dots.forEach((ink, at) => {
    if (ink === 0) return;
    const row = at - (at % columns);
    wide.fill(1, Math.max(row, at - reach), Math.min(row + columns, at + reach + 1));
  });
  const near = new Uint8Array(wide);
  for (let row = 0; row < rows; row++) {
    for (let other = Math.max(0, row - reach); other <= Math.min(rows - 1, row + reach); other++) {
      for (let x = 0; x < columns; x++) if (wide[other * columns + x] === 1) near[row * columns + x] = 1;
    }
  }
  return near;
}
