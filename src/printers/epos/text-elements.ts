import type { Attributes } from "./attributes.ts";
import { word } from "../byte-writer.ts";
import type { EposElements, EposState } from "./epos-element.ts";
import { languageOf } from "./text-language.ts";
import { textOf } from "./xml-element.ts";

const ESC = 0x1b;
const FS = 0x1c;
const GS = 0x1d;
const LF = 0x0a;

/** ESC a. */
const ALIGNMENTS = { left: 0, center: 1, right: 2 };

/** ESC M and GS f. */
export const FONTS = { font_a: 0, font_b: 1, font_c: 2, font_d: 3, font_e: 4, special_a: 97, special_b: 98 };

/** Colours of GS ( N and GS ( L; a printer leaves those alone that it does not have. */
export const COLORS = { none: 0x30, color_1: 0x31, color_2: 0x32, color_3: 0x33, color_4: 0x34 };

/** FS ( L: to the peeling position, the cutting position, the start of this label, the start of the next one. */
const FEED_POSITIONS = { peeling: [65, 48], cutting: [66, 48], current_tof: [67, 50], next_tof: [67, 49] };

/** `align` and `rotate`, which hold for text, logos, pictures, bar codes and symbols alike. */
export function writePlacement({ bytes }: EposState, attributes: Attributes): void {
  const align = attributes.choice("align", ALIGNMENTS);
  if (align !== undefined) bytes.write(ESC, 0x61, align);
  const rotate = attributes.boolean("rotate");
  if (rotate !== undefined) bytes.write(ESC, 0x7b, rotate ? 1 : 0);
}

/** Ends a line that has characters: GS k inside one would print its data as text. */
export function endLine(state: EposState): void {
  if (state.isLineOpen && !state.inPage) state.bytes.write(LF);
}

export const TEXT_ELEMENTS: EposElements = {
  /** Its attributes hold until they are set again; then come its characters. */
  text: {
    isSetting: true,
    write(state, attributes, element) {
      const { bytes } = state;
      const language = attributes.text("lang");
      if (language !== undefined) state.language = languageOf(language);
      writePlacement(state, attributes);
      writeLineSpacing(state, attributes);
      const font = attributes.choice("font", FONTS);
      if (font !== undefined) bytes.write(ESC, 0x4d, font);
      writeFlag(attributes, "smooth", (on) => bytes.write(GS, 0x62, on));
      writeSize(state, attributes);
      writeFlag(attributes, "reverse", (on) => bytes.write(GS, 0x42, on));
      // Kanji have an underline of their own (FS -).
      writeFlag(attributes, "ul", (on) => bytes.write(ESC, 0x2d, on, FS, 0x2d, on));
      writeFlag(attributes, "em", (on) => bytes.write(ESC, 0x45, on));
      const color = attributes.choice("color", COLORS);
      if (color !== undefined) bytes.write(GS, 0x28, 0x4e, 2, 0, 0x30, color);
      writePosition(state, attributes.integer("x", 0, 65_535), attributes.integer("y", 0, 65_535));
      const text = textOf(element);
      state.text.write(text, state.language);
      if (text !== "") state.isLineOpen = !text.endsWith("\n");
    },
  },

  /** By dots, lines, or to a position of a label; by one line where nothing is said. */
  feed: {
    write(state, attributes) {
      const { bytes, inPage } = state;
      writeLineSpacing(state, attributes);
      const unit = attributes.integer("unit", 0, 255);
      const line = attributes.integer("line", 0, 255);
      const position = attributes.choice("pos", FEED_POSITIONS);
      if (unit !== undefined) writeFeed(state, unit);
      if (line !== undefined) bytes.write(ESC, 0x64, line);
      if (position !== undefined && !inPage) bytes.write(FS, 0x28, 0x4c, 2, 0, ...position);
      if (unit === undefined && line === undefined && position === undefined) bytes.write(LF);
    },
  },
};

/** ESC $, and GS $, which acts in page mode only. Dots. */
export function writePosition(state: EposState, x: number | undefined, y: number | undefined): void {
  const { bytes, inPage } = state;
  if (x !== undefined) bytes.write(ESC, 0x24, ...word(x));
  if (y !== undefined && inPage) bytes.write(GS, 0x24, ...word(unitsOf(state, y)));
}

/** The largest number of a command's byte and word. */
const MOST_OF_BYTE = 255;
const MOST_OF_WORD = 65_535;

/** Elements count dots along the paper, commands the printer's motion units, which are half a dot on Epson's (GS P). */
export function unitsOf({ unitsPerDot }: EposState, dots: number): number {
  // Rounded up: the paper moves by whole steps, and what is left of a unit is lost.
  return Math.min(Math.ceil(unitsPerDot * dots), MOST_OF_WORD);
}

/** ESC J, as often as the distance needs. */
function writeFeed(state: EposState, dots: number): void {
  let left = unitsOf(state, dots);
  do {
    const units = Math.min(left, MOST_OF_BYTE);
    state.bytes.write(ESC, 0x4a, units);
    left -= units;
  } while (left > 0);
}

function writeFlag(attributes: Attributes, name: string, write: (on: 0 | 1) => void): void {
  const on = attributes.boolean(name);
  if (on !== undefined) write(on ? 1 : 0);
}

/** GS !: `dw` and `dh` double, `width` and `height` say how often; the latter count where both are given. */
function writeSize(state: EposState, attributes: Attributes): void {
  const doubled = (name: string): number | undefined => {
    const on = attributes.boolean(name);
    return on === undefined ? undefined : on ? 2 : 1;
  };
  const width = attributes.integer("width", 1, 8) ?? doubled("dw");
  const height = attributes.integer("height", 1, 8) ?? doubled("dh");
  if (width === undefined && height === undefined) return;
  state.width = width ?? state.width;
  state.height = height ?? state.height;
  state.bytes.write(GS, 0x21, ((state.width - 1) << 4) | (state.height - 1));
}

function writeLineSpacing(state: EposState, attributes: Attributes): void {
  const dots = attributes.integer("linespc", 0, 255);
  if (dots !== undefined) state.bytes.write(ESC, 0x33, Math.min(unitsOf(state, dots), MOST_OF_BYTE));
}
