/** Where things are in a QR code: its patterns, and where data is between them. Source: ISO/IEC 18004, 6.3 and 7.7.3. */

import { type BitMatrix, emptyMatrix, isDark, setDark } from "./bit-matrix.ts";
import { alignmentCenters, FIRST_TELLING_VERSION, sizeOf } from "./versions.ts";

/** What all QR codes of a version have in common. The diagonal is a mirror of both matrices. */
export interface Layout {
  readonly size: number;
  /** The dark modules of patterns and of the version. */
  readonly patterns: BitMatrix;
  /** The modules of data and error correction, which a mask acts on. */
  readonly free: BitMatrix;
}

const layouts = new Map<number, Layout>();

/** The layout of a version. */
export function layoutOf(version: number): Layout {
  return layouts.getOrInsertComputed(version, () => makeLayout(version));
}

function makeLayout(version: number): Layout {
  const size = sizeOf(version);
  const patterns = emptyMatrix(size);
  const taken = emptyMatrix(size);
  for (let at = 0; at < size; at++) {
    for (const [x, y] of [
      [at, 6],
      [6, at],
    ] as const) {
      setDark(taken, x, y);
      if (at % 2 === 0) setDark(patterns, x, y);
    }
  }
  drawFinders(patterns, taken);
  drawAlignment(patterns, taken, alignmentCenters(version));
  if (version >= FIRST_TELLING_VERSION) drawVersion(patterns, taken, version);
  const free = emptyMatrix(size);
  for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) if (!isDark(taken, x, y)) setDark(free, x, y);
  return { size, patterns, free };
}

/** The three finders: rings around a block, with a light edge and the format information beside them. */
function drawFinders(patterns: BitMatrix, taken: BitMatrix): void {
  const last = taken.size - 1;
  for (let y = 0; y < 9; y++) {
    for (let x = 0; x < 9; x++) {
      setDark(taken, x, y);
      if (x < 8) setDark(taken, last - x, y);
      if (y < 8) setDark(taken, x, last - y);
      const distance = Math.max(Math.abs(x - 3), Math.abs(y - 3));
      if (distance > 3 || distance === 2) continue;
      setDark(patterns, x, y);
      setDark(patterns, last - x, y);
      setDark(patterns, x, last - y);
    }
  }
}

/** A ring around a module at each crossing, but for the three at finders. */
function drawAlignment(patterns: BitMatrix, taken: BitMatrix, centers: readonly number[]): void {
  const first = centers[0];
  const last = centers.at(-1);
  for (const centerY of centers) {
    for (const centerX of centers) {
      const isAtFinder =
        (centerX === first && (centerY === first || centerY === last)) ||
        (centerX === last && centerY === first);
      if (isAtFinder) continue;
      for (let dy = -2; dy <= 2; dy++) {
        for (let dx = -2; dx <= 2; dx++) {
          setDark(taken, centerX + dx, centerY + dy);
          if (Math.max(Math.abs(dx), Math.abs(dy)) !== 1) setDark(patterns, centerX + dx, centerY + dy);
        }
      }
    }
  }
}

/** What the version is divided by for its error correction. */
const VERSION_GENERATOR = 0x1f25;

/** The number of the version in two blocks of 3 by 6 modules, at the upper right and the lower left finder. */
function drawVersion(patterns: BitMatrix, taken: BitMatrix, version: number): void {
  let remainder = version;
  for (let bit = 0; bit < 12; bit++) remainder = (remainder << 1) ^ ((remainder >> 11) * VERSION_GENERATOR);
  const bits = (version << 12) | remainder;
  for (let bit = 0; bit < 18; bit++) {
    const along = Math.floor(bit / 3);
    const across = patterns.size - 11 + (bit % 3);
    for (const [x, y] of [
      [across, along],
      [along, across],
    ] as const) {
      setDark(taken, x, y);
      if ((bits >> bit) & 1) setDark(patterns, x, y);
    }
  }
}
