/**
 * Choice of the mask of a QR code (ISO/IEC 18004, 7.8): of the eight, the one that gives the least penalty.
 * The encoder can do it too, but takes nine tenths of its time for it.
 */

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

/** What format information is combined with, and the generator of its error correction. */
const FORMAT_MASK = 0x5412;
const FORMAT_GENERATOR = 0x537;

/**
 * A QR code with the best mask in place of the one it has, which its format information tells.
 *
 * @param modules 1 for each dark module, `size` rows of `size`
 */
export function withBestMask(modules: readonly number[], size: number): readonly number[] {
  const given = Uint8Array.from(modules);
  const format = readFormat(given, size);
  const free = dataModules(size);
  const current = MASKS[format & 7];
  let best = given;
  let least = Infinity;
  MASKS.forEach((mask, number) => {
    const masked = given.slice();
    for (const at of free) {
      const x = at % size;
      const y = (at - x) / size;
      if (mask(x, y) !== current?.(x, y)) masked[at] = 1 - (masked[at] ?? 0);
    }
    writeFormat(masked, size, (format & ~7) | number);
    const penalty = penaltyOf(masked, size);
    if (penalty >= least) return;
    best = masked;
    least = penalty;
  });
  return Array.from(best);
}

/** Places of the 15 bits of format information, lowest first, in both copies. */
function formatPlaces(size: number): readonly (readonly [number, number])[] {
  const at = (x: number, y: number): number => y * size + x;
  return Array.from({ length: 15 }, (_, bit) => {
    const first = bit < 6 ? at(8, bit) : bit < 8 ? at(8, bit + 1) : bit === 8 ? at(7, 8) : at(14 - bit, 8);
    const second = bit < 8 ? at(size - 1 - bit, 8) : at(8, size - 15 + bit);
    return [first, second] as const;
  });
}

/** The five bits of error correction level and mask. */
function readFormat(modules: Uint8Array, size: number): number {
  let bits = 0;
  formatPlaces(size).forEach(([first], bit) => {
    bits |= (modules[first] ?? 0) << bit;
  });
  return (bits ^ FORMAT_MASK) >> 10;
}

function writeFormat(modules: Uint8Array, size: number, format: number): void {
  let remainder = format;
  for (let bit = 0; bit < 10; bit++) remainder = (remainder << 1) ^ ((remainder >> 9) * FORMAT_GENERATOR);
  const bits = ((format << 10) | remainder) ^ FORMAT_MASK;
  formatPlaces(size).forEach((places, bit) => {
    for (const at of places) modules[at] = (bits >> bit) & 1;
  });
}

/** The modules that hold data and error correction, which a mask acts on. */
function dataModules(size: number): number[] {
  const taken = new Uint8Array(size * size);
  const take = (left: number, top: number, width: number, height: number): void => {
    for (let y = top; y < top + height; y++) taken.fill(1, y * size + left, y * size + left + width);
  };
  // Finders with their separators and the format information beside them.
  take(0, 0, 9, 9);
  take(size - 8, 0, 8, 9);
  take(0, size - 8, 9, 8);
  take(6, 0, 1, size);
  take(0, 6, size, 1);
  const version = (size - 17) / 4;
  if (version >= 7) {
    take(size - 11, 0, 3, 6);
    take(0, size - 11, 6, 3);
  }
  const centers = alignmentCenters(version, size);
  const last = centers.at(-1);
  for (const x of centers) {
    for (const y of centers) {
      const atFinder = (x === 6 && (y === 6 || y === last)) || (x === last && y === 6);
      if (!atFinder) take(x - 2, y - 2, 5, 5);
    }
  }
  const free: number[] = [];
  taken.forEach((value, at) => {
    if (value === 0) free.push(at);
  });
  return free;
}

function alignmentCenters(version: number, size: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
  const centers = [6];
  for (let index = count - 2; index >= 0; index--) centers.push(size - 7 - index * step);
  return centers;
}

/** Penalties of ISO/IEC 18004, table 11: runs, blocks, patterns like finders, and imbalance. */
function penaltyOf(modules: Uint8Array, size: number): number {
  let penalty = 0;
  let dark = 0;
  for (let line = 0; line < size; line++) {
    penalty += linePenalty(modules, line * size, 1, size) + linePenalty(modules, line, size, size);
    for (let x = 0; x < size; x++) {
      const at = line * size + x;
      const value = modules[at] ?? 0;
      dark += value;
      if (x === 0 || line === 0) continue;
      const block =
        value + (modules[at - 1] ?? 0) + (modules[at - size] ?? 0) + (modules[at - size - 1] ?? 0);
      if (block === 0 || block === 4) penalty += 3;
    }
  }
  const percent = (dark * 100) / (size * size);
  return penalty + Math.floor(Math.abs(percent - 50) / 5) * 10;
}

/** Dark 1, light 1, dark 3, light 1, dark 1 with four light modules before or after it. */
const FINDER_BEFORE = 0b10111010000;
const FINDER_AFTER = 0b00001011101;

function linePenalty(modules: Uint8Array, start: number, step: number, size: number): number {
  let penalty = 0;
  let run = 0;
  let previous = -1;
  let window = 0;
  for (let index = 0; index < size; index++) {
    const value = modules[start + index * step] ?? 0;
    run = value === previous ? run + 1 : 1;
    previous = value;
    if (run === 5) penalty += 3;
    else if (run > 5) penalty++;
    window = ((window << 1) | value) & 0x7ff;
    if (index >= 10 && (window === FINDER_BEFORE || window === FINDER_AFTER)) penalty += 40;
  }
  return penalty;
}
