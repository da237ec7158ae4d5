import type { Contour } from "./contours.ts";
import { characterMap, LAST_OF_BASIC_PLANE } from "./character-map.ts";
import { FontBytes } from "./font-bytes.ts";
import { positionTable, type SplitLetter, substitutionTable } from "./layout-tables.ts";
import type { FontTables } from "./woff.ts";

/** A glyph in units of the font, from its origin on the line of the letters' feet. */
export interface FontGlyph {
  /** Corners with y upwards. */
  readonly contours: readonly Contour[];
  readonly advance: number;
}

/** What a font file is made of. Measures are units of the font. */
export interface FontDescription {
  readonly family: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly unitsPerEm: number;
  readonly ascent: number;
  /** Below the line of the letters' feet. */
  readonly descent: number;
  /** The first stands for characters that are not there. */
  readonly glyphs: readonly FontGlyph[];
  /** Glyph numbers by code point, in the order of the code points. */
  readonly characters: ReadonlyMap<number, number>;
  readonly splitLetters: readonly SplitLetter[];
  readonly copyright: string;
}

interface Bounds {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** Any moment does; the same glyphs give the same file. */
const CREATED = [0, 0] as const;

/** Flags of a point: on the line, and how its distance to the one before is written. */
const ON_CURVE = 0x01;
const SHORT = { x: 0x02, y: 0x04 } as const;
/** With SHORT: to the right or up. Without: no distance at all. */
const SAME_OR_POSITIVE = { x: 0x10, y: 0x20 } as const;

/** The tables of a TrueType font. Source: OpenType 1.9. */
export function trueTypeTables(font: FontDescription): FontTables {
  const { glyphs, splitLetters } = font;
  const bounds = glyphs.map(boundsOf);
  const data = new FontBytes();
  const locations: number[] = [];
  glyphs.forEach((glyph, index) => {
    locations.push(data.length);
    const own = bounds[index];
    if (own !== undefined) appendGlyph(data, glyph, own);
  });
  locations.push(data.length);
  return {
    cmap: characterMap(font.characters),
    glyf: data,
    head: head(font, bounds),
    hhea: horizontalHeader(font, bounds),
    hmtx: new FontBytes().u16(...glyphs.flatMap(({ advance }, index) => [advance, bounds[index]?.left ?? 0])),
    loca: new FontBytes().u32(...locations),
    maxp: maximumProfile(glyphs),
    name: names(font),
    "OS/2": windowsMetrics(font),
    // Without names of glyphs.
    post: new FontBytes()
      .u32(0x0003_0000, 0)
      .u16(-font.unitsPerEm / 10, font.unitsPerEm / 20)
      .u32(1, 0, 0, 0, 0),
    GSUB: substitutionTable(splitLetters),
    GPOS: positionTable(),
  };
}

/** Undefined for a glyph without ink. */
function boundsOf({ contours }: FontGlyph): Bounds | undefined {
  if (contours.length === 0) return undefined;
  const bounds = { left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity };
  for (const contour of contours) {
    for (let at = 0; at < contour.length; at += 2) {
      const [x = 0, y = 0] = [contour[at], contour[at + 1]];
      bounds.left = Math.min(bounds.left, x);
      bounds.right = Math.max(bounds.right, x);
      bounds.bottom = Math.min(bounds.bottom, y);
      bounds.top = Math.max(bounds.top, y);
    }
  }
  return bounds;
}

function appendGlyph(data: FontBytes, { contours }: FontGlyph, { left, bottom, right, top }: Bounds): void {
  data.u16(contours.length, left, bottom, right, top);
  let points = 0;
  for (const contour of contours) data.u16((points += contour.length / 2) - 1);
  const flags: number[] = [];
  const distances = { x: new FontBytes(), y: new FontBytes() };
  const before = { x: 0, y: 0 };
  const add = (axis: "x" | "y", value: number): number => {
    const distance = value - before[axis];
    before[axis] = value;
    if (distance === 0) return SAME_OR_POSITIVE[axis];
    if (Math.abs(distance) > 0xff) {
      distances[axis].u16(distance);
      return 0;
    }
    distances[axis].u8(Math.abs(distance));
    return SHORT[axis] | (distance > 0 ? SAME_OR_POSITIVE[axis] : 0);
  };
  for (const contour of contours) {
    for (let at = 0; at < contour.length; at += 2)
      flags.push(ON_CURVE | add("x", contour[at] ?? 0) | add("y", contour[at + 1] ?? 0));
  }
  // No instructions: what has its edges on dots needs no hints.
  data
    .u16(0)
    .u8(...flags)
    .append(distances.x)
    .append(distances.y)
    .pad(4);
}

function head(
  { unitsPerEm, bold, italic }: FontDescription,
  bounds: readonly (Bounds | undefined)[],
): FontBytes {
  const all = overall(bounds);
  // The check sum is set when the file is packed. Flags: the feet of letters are at 0, and widths scale with the size.
  return new FontBytes()
    .u32(0x0001_0000, 0x0001_0000, 0, 0x5f0f_3cf5)
    .u16(0x0009, unitsPerEm)
    .u32(...CREATED, ...CREATED)
    .u16(all.left, all.bottom, all.right, all.top, (bold ? 1 : 0) | (italic ? 2 : 0), 8, 2, 1, 0);
}

function overall(bounds: readonly (Bounds | undefined)[]): Bounds {
  const inked = bounds.filter((own) => own !== undefined);
  const least = (side: keyof Bounds): number => inked.reduce((value, own) => Math.min(value, own[side]), 0);
  const most = (side: keyof Bounds): number => inked.reduce((value, own) => Math.max(value, own[side]), 0);
  return { left: least("left"), bottom: least("bottom"), right: most("right"), top: most("top") };
}

function horizontalHeader(
  { ascent, descent, glyphs }: FontDescription,
  bounds: readonly (Bounds | undefined)[],
): FontBytes {
  const widest = glyphs.reduce((most, { advance }) => Math.max(most, advance), 0);
  const { left, right } = overall(bounds);
  const rightBearing = glyphs.reduce(
    (least, { advance }, index) => Math.min(least, advance - (bounds[index]?.right ?? advance)),
    0,
  );
  return new FontBytes()
    .u32(0x0001_0000)
    .u16(ascent, -descent, 0, widest, left, rightBearing, right)
    .u16(1, 0, 0, 0, 0, 0, 0, 0, glyphs.length);
}

function maximumProfile(glyphs: readonly FontGlyph[]): FontBytes {
  let points = 0;
  let contours = 0;
  for (const glyph of glyphs) {
    contours = Math.max(contours, glyph.contours.length);
    points = Math.max(
      points,
      glyph.contours.reduce((sum, contour) => sum + contour.length / 2, 0),
    );
  }
  return new FontBytes()
    .u32(0x0001_0000)
    .u16(glyphs.length, points, contours, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0);
}

/** Names for font viewers, and the terms that the glyphs come with. */
function names({ family, bold, italic, copyright }: FontDescription): FontBytes {
  const style = [bold ? "Bold" : "", italic ? "Italic" : ""].join(" ").trim() || "Regular";
  const full = `${family} ${style}`;
  const entries: readonly (readonly [id: number, text: string])[] = [
    [0, copyright],
    [1, family],
    [2, style],
    [3, full],
    [4, full],
    [5, "Version 1.0"],
    [6, full.replaceAll(" ", "-")],
    [13, "SIL Open Font License, Version 1.1"],
    [14, "https://openfontlicense.org"],
  ];
  const texts = new FontBytes();
  const table = new FontBytes().u16(0, entries.length, 6 + 12 * entries.length);
  for (const [id, text] of entries) {
    // Windows, Unicode, American English.
    table.u16(3, 1, 0x0409, id, 2 * text.length, texts.length);
    for (let index = 0; index < text.length; index++) texts.u16(text.charCodeAt(index));
  }
  return table.append(texts);
}

function windowsMetrics(font: FontDescription): FontBytes {
  const { ascent, descent, bold, italic, unitsPerEm, glyphs, characters } = font;
  const codePoints = [...characters.keys()];
  const [first = 0, last = 0] = [codePoints[0], codePoints.at(-1)];
  const selection = (italic ? 0x01 : 0) | (bold ? 0x20 : 0) | (bold || italic ? 0 : 0x40) | 0x80;
  const half = unitsPerEm / 2;
  return (
    new FontBytes()
      .u16(4, glyphs[0]?.advance ?? 0, bold ? 700 : 400, 5, 0)
      // Sub- and superscripts, and the line through: half of the size.
      .u16(half, half, 0, 0, half, half, 0, half, unitsPerEm / 20, half / 2, 0)
      // Panose: of one width, which is all that is said.
      .u8(2, 0, bold ? 8 : 5, 9, 0, 0, 0, 0, 0, 0)
      .u32(0, 0, 0, 0)
      .ascii("TILL")
      .u16(selection, Math.min(first, LAST_OF_BASIC_PLANE), Math.min(last, LAST_OF_BASIC_PLANE))
      .u16(ascent, -descent, 0, ascent, descent)
      .u32(1, 0)
      .u16(half, half, 0, 0x20, 1)
  );
}
