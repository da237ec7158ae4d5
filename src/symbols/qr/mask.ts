/** The masks of a QR code, one of which inverts some of its data so that readers are not confused. Source: ISO/IEC 18004, 7.8. */

import { type BitMatrix, emptyMatrix, setDark } from "./bit-matrix.ts";
import { type Layout } from "./layout.ts";
import { penaltyOf } from "./penalty.ts";
import { type QrLevel } from "./versions.ts";

/** True where a mask inverts the module in column x and row y. */
const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** All masks repeat after so many modules across and down, and so after so many words. */
const PERIOD = 12;
const PERIOD_WORDS = 3;

/** Lines of a mask until it repeats, each in words: as rows, and as columns. */
interface MaskLines {
  readonly rows: Int32Array;
  readonly columns: Int32Array;
}

let allLines: readonly MaskLines[] | undefined;

function maskLines(): readonly MaskLines[] {
  return MASKS.map((inverts) => {
    const rows = new Int32Array(PERIOD * PERIOD_WORDS);
    const columns = new Int32Array(PERIOD * PERIOD_WORDS);
    for (let line = 0; line < PERIOD; line++) {
      for (let at = 0; at < PERIOD_WORDS * 32; at++) {
        const word = line * PERIOD_WORDS + (at >> 5);
        const bit = 1 << (31 - (at & 31));
        if (inverts(at, line)) rows[word] = (rows[word] ?? 0) | bit;
        if (inverts(line, at)) columns[word] = (columns[word] ?? 0) | bit;
      }
    }
    return { rows, columns };
  });
}

/** Modules both ways, since lines of either are looked at. */
export interface Modules {
  readonly rows: BitMatrix;
  /** The same with x and y exchanged. */
  readonly columns: BitMatrix;
}

/** Light modules both ways. */
export function emptyModules(size: number): Modules {
  return { rows: emptyMatrix(size), columns: emptyMatrix(size) };
}

/** Data with the patterns around it, under the mask that gives the least penalty. */
export function bestMasked(layout: Layout, data: Modules, level: QrLevel): BitMatrix {
  allLines ??= maskLines();
  let best = emptyModules(layout.size);
  let candidate = emptyModules(layout.size);
  let least = Infinity;
  allLines.forEach((lines, mask) => {
    maskInto(candidate.rows, layout, data.rows, lines.rows);
    maskInto(candidate.columns, layout, data.columns, lines.columns);
    drawFormat(candidate, level, mask);
    const penalty = penaltyOf(candidate.rows, candidate.columns, least);
    if (penalty >= least) return;
    least = penalty;
    [best, candidate] = [candidate, best];
  });
  return best.rows;
}

/** Sets `target` to the masked data and the patterns. */
function maskInto(target: BitMatrix, { patterns, free }: Layout, data: BitMatrix, lines: Int32Array): void {
  const { rowWords, words } = target;
  for (let at = 0, line = 0; at < words.length; line = line === PERIOD - 1 ? 0 : line + 1) {
    for (let word = 0; word < rowWords; word++, at++) {
      const mask = lines[line * PERIOD_WORDS + (word % PERIOD_WORDS)] ?? 0;
      words[at] = (patterns.words[at] ?? 0) | ((data.words[at] ?? 0) ^ ((free.words[at] ?? 0) & mask));
    }
  }
}

/** The two bits of a level of error correction. */
const LEVEL_BITS: Readonly<Record<QrLevel, number>> = { L: 1, M: 0, Q: 3, H: 2 };

/** What format information is combined with, and what it is divided by for its error correction. */
const FORMAT_MASK = 0x5412;
const FORMAT_GENERATOR = 0x537;

/** Level and mask beside the finders, twice, and the module that is always dark. */
function drawFormat({ rows, columns }: Modules, level: QrLevel, mask: number): void {
  const format = (LEVEL_BITS[level] << 3) | mask;
  let remainder = format;
  for (let bit = 0; bit < 10; bit++) remainder = (remainder << 1) ^ ((remainder >> 9) * FORMAT_GENERATOR);
  const bits = ((format << 10) | remainder) ^ FORMAT_MASK;
  const draw = (x: number, y: number): void => {
    setDark(rows, x, y);
    setDark(columns, y, x);
  };
  const last = rows.size - 1;
  for (let bit = 0; bit < 15; bit++) {
    if (((bits >> bit) & 1) === 0) continue;
    // The timing pattern is stepped over.
    if (bit < 8) draw(8, bit < 6 ? bit : bit + 1);
    else draw(bit === 8 ? 7 : 14 - bit, 8);
    if (bit < 8) draw(last - bit, 8);
    else draw(8, last - 14 + bit);
  }
  draw(8, last - 7);
}
