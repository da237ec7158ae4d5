import type { Attributes } from "./attributes.ts";
import { word } from "./byte-writer.ts";
import type { EposState } from "./epos-state.ts";
import { writePosition } from "./text-elements.ts";
import type { XmlElement } from "./xml-element.ts";

const ESC = 0x1b;
const GS = 0x1d;

const MOST_DOTS = 65_535;

/** m1 of GS ( Q. */
const LINE_STYLES: ReadonlyMap<string, number> = new Map([
  ["thin", 1],
  ["medium", 2],
  ["thick", 3],
  ["thin_double", 4],
  ["medium_double", 5],
  ["thick_double", 6],
]);

/** ESC T. */
const DIRECTIONS: ReadonlyMap<string, number> = new Map([
  ["left_to_right", 0],
  ["bottom_to_top", 1],
  ["right_to_left", 2],
  ["top_to_bottom", 3],
]);

/** The first colour, and the mode of drawing that there is. */
const COLOR = 1;
const DRAWN = 0x30;

function styleOf(attributes: Attributes): number {
  return attributes.choice("style", LINE_STYLES) ?? 1;
}

/** `hline`: GS ( Q function 50, standard mode only. */
export function writeHorizontalLine(
  { bytes, inPage }: EposState,
  _element: XmlElement,
  attributes: Attributes,
): void {
  const from = attributes.required("x1", 0, MOST_DOTS);
  const to = attributes.required("x2", 0, MOST_DOTS);
  const style = styleOf(attributes);
  if (inPage) return;
  bytes.write(GS, 0x28, 0x51, 9, 0, 50, ...word(Math.min(from, to)), ...word(Math.max(from, to)));
  bytes.write(1, COLOR, style, DRAWN);
}

/** `vline-begin`: GS ( Q function 51, standard mode only. */
export function writeLineBegin(state: EposState, _element: XmlElement, attributes: Attributes): void {
  writeVerticalLine(state, attributes, 1);
}

/** `vline-end`. */
export function writeLineEnd(state: EposState, _element: XmlElement, attributes: Attributes): void {
  writeVerticalLine(state, attributes, 0);
}

function writeVerticalLine({ bytes, inPage }: EposState, attributes: Attributes, begins: 0 | 1): void {
  const x = attributes.required("x", 0, MOST_DOTS);
  const style = styleOf(attributes);
  if (!inPage) bytes.write(GS, 0x28, 0x51, 7, 0, 51, ...word(x), begins, COLOR, style, DRAWN);
}

/** `area` of a page: ESC W, in dots. */
export function writeArea({ bytes, inPage }: EposState, _element: XmlElement, attributes: Attributes): void {
  const measures = ["x", "y", "width", "height"].map((name) => attributes.required(name, 0, MOST_DOTS));
  if (inPage) bytes.write(ESC, 0x57, ...measures.flatMap(word));
}

/** `direction` of a page: ESC T. */
export function writeDirection(
  { bytes, inPage }: EposState,
  _element: XmlElement,
  attributes: Attributes,
): void {
  const direction = attributes.requiredChoice("dir", DIRECTIONS);
  if (inPage) bytes.write(ESC, 0x54, direction);
}

/** `position` in a page, in dots. */
export function writePagePosition(state: EposState, _element: XmlElement, attributes: Attributes): void {
  const x = attributes.required("x", 0, MOST_DOTS);
  const y = attributes.required("y", 0, MOST_DOTS);
  if (state.inPage) writePosition(state, x, y);
}

/** `line` in a page: GS ( Q function 48. */
export function writePageLine(
  { bytes, inPage }: EposState,
  _element: XmlElement,
  attributes: Attributes,
): void {
  const corners = cornersOf(attributes);
  const style = styleOf(attributes);
  if (inPage) bytes.write(GS, 0x28, 0x51, 12, 0, 48, ...corners, COLOR, style, DRAWN);
}

/** `rectangle` in a page: GS ( Q function 49. */
export function writeRectangle(
  { bytes, inPage }: EposState,
  _element: XmlElement,
  attributes: Attributes,
): void {
  const corners = cornersOf(attributes);
  const style = styleOf(attributes);
  if (inPage) bytes.write(GS, 0x28, 0x51, 14, 0, 49, ...corners, COLOR, style, DRAWN, DRAWN, 1);
}

function cornersOf(attributes: Attributes): number[] {
  return ["x1", "y1", "x2", "y2"].flatMap((name) => word(attributes.required(name, 0, MOST_DOTS)));
}
