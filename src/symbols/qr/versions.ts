/** Sizes and capacities of QR codes, by their versions 1 to 40. Source: ISO/IEC 18004, tables 1 and 9. */

/** Levels of error correction, from the least to the most. */
export const QR_LEVELS = ["L", "M", "Q", "H"] as const;

/** A level of error correction. */
export type QrLevel = (typeof QR_LEVELS)[number];

/** By version, for each level the codewords of error correction of a block × the blocks. */
const BLOCKS = [
  "7×1 10×1 13×1 17×1",
  "10×1 16×1 22×1 28×1",
  "15×1 26×1 18×2 22×2",
  "20×1 18×2 26×2 16×4",
  "26×1 24×2 18×4 22×4",
  "18×2 16×4 24×4 28×4",
  "20×2 18×4 18×6 26×5",
  "24×2 22×4 22×6 26×6",
  "30×2 22×5 20×8 24×8",
  "18×4 26×5 24×8 28×8",
  "20×4 30×5 28×8 24×11",
  "24×4 22×8 26×10 28×11",
  "26×4 22×9 24×12 22×16",
  "30×4 24×9 20×16 24×16",
  "22×6 24×10 30×12 24×18",
  "24×6 28×10 24×17 30×16",
  "28×6 28×11 28×16 28×19",
  "30×6 26×13 28×18 28×21",
  "28×7 26×14 26×21 26×25",
  "28×8 26×16 30×20 28×25",
  "28×8 26×17 28×23 30×25",
  "28×9 28×17 30×23 24×34",
  "30×9 28×18 30×25 30×30",
  "30×10 28×20 30×27 30×32",
  "26×12 28×21 30×29 30×35",
  "28×12 28×23 28×34 30×37",
  "30×12 28×25 30×34 30×40",
  "30×13 28×26 30×35 30×42",
  "30×14 28×28 30×38 30×45",
  "30×15 28×29 30×40 30×48",
  "30×16 28×31 30×43 30×51",
  "30×17 28×33 30×45 30×54",
  "30×18 28×35 30×48 30×57",
  "30×19 28×37 30×51 30×60",
  "30×19 28×38 30×53 30×63",
  "30×20 28×40 30×56 30×66",
  "30×21 28×43 30×59 30×70",
  "30×22 28×45 30×62 30×74",
  "30×24 28×47 30×65 30×77",
  "30×25 28×49 30×68 30×81",
].map((levels) =>
  levels.split(" ").map((level) => {
    const [correction = 0, blocks = 0] = level.split("×").map(Number);
    return { correction, blocks };
  }),
);

/** The greatest version. */
export const LAST_VERSION = BLOCKS.length;

/** Modules of a side. */
export function sizeOf(version: number): number {
  return 17 + 4 * version;
}

/** Blocks that the codewords of a symbol are divided into, and codewords of error correction of each. */
export function blocksOf(version: number, level: QrLevel): { blocks: number; correction: number } {
  return BLOCKS[version - 1]?.[QR_LEVELS.indexOf(level)] ?? { blocks: 0, correction: 0 };
}

/** Codewords of data and of error correction together: the modules that no pattern takes, by eight. */
export function codewordsOf(version: number): number {
  const size = sizeOf(version);
  // Three finders with the format information beside them, and the two timing patterns between them.
  let modules = size * size - 3 * 8 * 8 - 31 - 2 * (size - 16);
  const centers = alignmentCenters(version).length;
  // Those in the timing patterns share five modules with them.
  if (centers > 0) modules -= (centers * centers - 3) * 25 - 2 * (centers - 2) * 5;
  if (version >= FIRST_TELLING_VERSION) modules -= 2 * 18;
  return modules >> 3;
}

/** Codewords that hold data. */
export function dataCodewords(version: number, level: QrLevel): number {
  const { blocks, correction } = blocksOf(version, level);
  return codewordsOf(version) - blocks * correction;
}

/** Versions from this one on say which they are, in two blocks of 18 modules. */
export const FIRST_TELLING_VERSION = 7;

/** Columns, and rows, of the middles of the alignment patterns; where three of them meet a finder there is none. */
export function alignmentCenters(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
  const centers = [6];
  for (let index = count - 2; index >= 0; index--) centers.push(sizeOf(version) - 7 - index * step);
  return centers;
}
