import { coverage, polygonsOf } from "./rasterizer.ts";
import { openFont } from "./woff.ts";

/** The files of Noto Sans Mono, by the scripts they hold; the first that has a character is used. */
const SUBSETS = ["latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek", "greek-ext", "vietnamese"];

/** Font units of the width of all its characters, and of the heights that its letters share. */
const ADVANCE = 600;
const DESCENDER = -240;
const X_HEIGHT = 536;
const CAPITAL_HEIGHT = 714;
const ASCENDER = 766;
const ACCENT_TOP = 1_000;

/** Inked part from which a dot is black: below a half, so that stems of 1.7 dots are two dots everywhere. */
const THRESHOLDS = { regular: 0.4, bold: 0.45 } as const;

/** Dots that an outline may move sideways to stand sharper on the grid. */
const SHIFTS = [0, 0.125, -0.125, 0.25, -0.25, 0.375, -0.375, 0.5];

export interface Cell {
  readonly width: number;
  readonly height: number;
}

export type Weight = "regular" | "bold";

/** Noto Sans Mono in one weight. */
export class NotoSansMono {
  readonly #fonts: ReturnType<typeof openFont>[];
  readonly #weight: Weight;
  readonly #fontOf = new Map<number, ReturnType<typeof openFont>>();

  constructor(weight: Weight) {
    this.#weight = weight;
    const number = weight === "bold" ? 700 : 400;
    this.#fonts = SUBSETS.map((subset) =>
      openFont(`@fontsource/noto-sans-mono/files/noto-sans-mono-${subset}-${number}-normal.woff`),
    );
    for (const font of this.#fonts.toReversed()) {
      for (const codePoint of font.characterSet) this.#fontOf.set(codePoint, font);
    }
  }

  /** The characters that are drawn with dots of their own: no controls and no marks. */
  get codePoints(): number[] {
    const all = [...this.#fontOf.keys()].filter(
      (codePoint) => codePoint > 0x20 && /^[^\p{M}\p{C}\p{Z}]$/u.test(String.fromCodePoint(codePoint)),
    );
    return all.toSorted((a, b) => a - b);
  }

  /** The dots of a character in a cell, rows of whole bytes. */
  draw(codePoint: number, cell: Cell): Uint8Array {
    const glyph = this.#fontOf.get(codePoint)?.glyphForCodePoint(codePoint);
    if (glyph === undefined) throw new Error(`no outline for ${codePoint}`);
    const zones = zonesOf(cell);
    const polygons = polygonsOf(glyph.path.commands, (x, y) => [
      (x * cell.width) / ADVANCE,
      baselineOf(cell) - heightOf(y, zones),
    ]);
    return pack(sharpest(polygons, cell), cell, THRESHOLDS[this.#weight]);
  }
}

/** Dots from the top of a cell to the foot of its letters; a sixth lies below, as in Epson's fonts. */
function baselineOf({ height }: Cell): number {
  return height - Math.round(height / 6);
}

/**
 * Whole dots for the heights that letters share, so that all letters of a line end on the same row: what
 * the hints of a font do.
 */
function zonesOf(cell: Cell): readonly (readonly [units: number, dots: number])[] {
  const baseline = baselineOf(cell);
  const capital = Math.round(baseline * 0.8);
  return [
    [DESCENDER, baseline - cell.height],
    [0, 0],
    [X_HEIGHT, Math.round(baseline * 0.6)],
    [CAPITAL_HEIGHT, capital],
    [ASCENDER, capital + 1],
    [ACCENT_TOP, baseline],
  ];
}

function heightOf(units: number, zones: readonly (readonly [number, number])[]): number {
  let index = 1;
  while (index < zones.length - 1 && units > (zones[index]?.[0] ?? 0)) index++;
  const [fromUnits, fromDots] = zones[index - 1] ?? [0, 0];
  const [toUnits, toDots] = zones[index] ?? [1, 1];
  return fromDots + ((units - fromUnits) * (toDots - fromDots)) / (toUnits - fromUnits);
}

/** The coverage at the sideways shift that leaves the fewest dots half inked. */
function sharpest(polygons: ReturnType<typeof polygonsOf>, { width, height }: Cell): Float64Array {
  let best = coverage(polygons, width, height, 0);
  let least = blur(best);
  for (const shift of SHIFTS) {
    const dots = coverage(polygons, width, height, shift);
    const measure = blur(dots);
    if (measure < least - 1e-9) [best, least] = [dots, measure];
  }
  return best;
}

function blur(dots: Float64Array): number {
  return dots.reduce((total, part) => total + Math.min(part, 1 - part), 0);
}

function pack(dots: Float64Array, { width, height }: Cell, threshold: number): Uint8Array {
  const rowBytes = Math.ceil(width / 8);
  const bytes = new Uint8Array(rowBytes * height);
  dots.forEach((part, index) => {
    if (part < threshold) return;
    const column = index % width;
    bytes[Math.floor(index / width) * rowBytes + (column >> 3)]! |= 0x80 >> (column & 7);
  });
  return bytes;
}
