import { isCombining } from "../../escpos/text/character-width.ts";
import { characterGlyph, slanted } from "../font/character-glyph.ts";
import { smoothed } from "../font/enlarge.ts";
import { type Contour, contoursOf } from "./contours.ts";
import { ascentOf, type FontFamily, familyOf } from "./font-family.ts";
import type { SplitLetter } from "./layout-tables.ts";
import { type FontGlyph, trueTypeTables } from "./true-type.ts";
import { packWoff } from "./woff.ts";

/** Units of a dot: a number that a third of a dot and 5/3 of a cell's width are whole numbers of. */
const UNITS_PER_DOT = 24;

/** Units of the font size for each dot of a cell's width: letters of one width are usually 0.6 of their size wide. */
const UNITS_PER_CELL_WIDTH = (UNITS_PER_DOT * 20) / 12;

const COPYRIGHT =
  "Glyphs: Noto Sans Mono, Copyright 2022 The Noto Project Authors; GNU Unifont, Copyright Roman Czyborra, Paul Hardy and others";

/** Letters that engines take apart before they look for glyphs: Thai and Lao AM (HarfBuzz, hb-ot-shaper-thai). */
const SPLIT_LETTERS = [
  { whole: 0x0e33, mark: 0x0e4d, letter: 0x0e32, between: [0x0e48, 0x0e49, 0x0e4a, 0x0e4b] },
  { whole: 0x0eb3, mark: 0x0ecd, letter: 0x0eb2, between: [0x0ec8, 0x0ec9, 0x0eca, 0x0ecb] },
] as const;

/** One weight of a family. */
export interface FontFace {
  /** A name that `familyOf` knows. */
  readonly family: string;
  readonly bold: boolean;
}

/**
 * The glyphs that PNG and PDF are drawn with as a WOFF file: each dot of a glyph is a square, and fills a dot of the paper at a
 * font size of 5/3 of the cell's width. Marks lie over the character before them. Characters that no font has look as they
 * do in pictures.
 *
 * @throws Error for a family that is none
 */
export function webFont({ family, bold }: FontFace, codePoints: Iterable<number>): Uint8Array<ArrayBuffer> {
  const look = familyOf(family);
  if (look === undefined) throw new Error(`no font family: ${family}`);
  const { cell } = look;
  const wanted = new Set(codePoints);
  // The end of the table of characters, and no character.
  wanted.delete(0xffff);
  const split = SPLIT_LETTERS.filter(({ whole }) => wanted.has(whole));
  for (const { mark, letter } of split) wanted.add(mark).add(letter);
  const advance = cell.width * cell.cells * UNITS_PER_DOT;
  const glyphs: FontGlyph[] = [{ contours: [], advance }];
  const characters = new Map<number, number>();
  for (const codePoint of [...wanted].toSorted((a, b) => a - b)) {
    characters.set(codePoint, glyphs.length);
    const contours = contoursOfGlyph(codePoint, look, bold);
    glyphs.push({ contours, advance: isCombining(codePoint) ? 0 : advance });
  }
  const nothing = split.length === 0 ? 0 : glyphs.push({ contours: [], advance: 0 }) - 1;
  const ascent = ascentOf(cell.height);
  const tables = trueTypeTables({
    family,
    bold,
    italic: look.italic,
    unitsPerEm: cell.width * UNITS_PER_CELL_WIDTH,
    ascent: ascent * UNITS_PER_DOT,
    descent: (cell.height - ascent) * UNITS_PER_DOT,
    glyphs,
    characters,
    splitLetters: split.map((letter) => splitLetterOf(letter, characters, nothing)),
    copyright: COPYRIGHT,
  });
  return packWoff(tables);
}

/**
 * The lines around a character's dots, in units, y upwards. A mark lies left of its origin: over the character before it.
 * Marks of Hebrew and Arabic lie right of it: engines set these scripts from right to left, and then turn the run around.
 */
function contoursOfGlyph(codePoint: number, { cell, italic, smooth }: FontFamily, bold: boolean): Contour[] {
  const upright = characterGlyph(codePoint, cell, bold);
  const glyph = italic ? slanted(upright) : upright;
  const drawn = smooth ? smoothed(glyph) : glyph;
  const units = (UNITS_PER_DOT * glyph.columns) / drawn.columns;
  const isMark = isCombining(codePoint) && (codePoint < 0x590 || codePoint > 0x8ff);
  const left = isMark ? -glyph.columns * UNITS_PER_DOT : 0;
  const top = ascentOf(cell.height) * UNITS_PER_DOT;
  return contoursOf(drawn).map((contour) =>
    contour.map((value, index) => (index % 2 === 0 ? left + value * units : top - value * units)),
  );
}

function splitLetterOf(
  { whole, mark, letter, between }: (typeof SPLIT_LETTERS)[number],
  characters: ReadonlyMap<number, number>,
  nothing: number,
): SplitLetter {
  const glyphOf = (codePoint: number): number => characters.get(codePoint) ?? 0;
  return {
    whole: glyphOf(whole),
    mark: glyphOf(mark),
    letter: glyphOf(letter),
    between: between.filter((codePoint) => characters.has(codePoint)).map(glyphOf),
    nothing,
  };
}
