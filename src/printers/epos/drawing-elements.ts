import type { Attributes } from "./attributes.ts";
import { word } from "../byte-writer.ts";
import type { EposElements, EposState } from "./epos-element.ts";
import { unitsOf, writePosition } from "./text-elements.ts";

const ESC = 0x1b;
const GS = 0x1d;

const MOST_DOTS = 65_535;

/** m1 of GS ( Q. */
const LINE_STYLES = { thin: 1, medium: 2, thick: 3, thin_double: 4, medium_double: 5, thick_double: 6 };

/** ESC T. */
const DIRECTIONS = { left_to_right: 0, bottom_to_top: 1, right_to_left: 2, top_to_bottom: 3 };

/** The first colour, and the mode of drawing that there is. */
const COLOR = 1;
const DRAWN = 0x30;

export const DRAWING_ELEMENTS: EposElements = {
  /** GS ( Q function 50, standard mode only. */
  hline: {
    write({ bytes, inPage }, attributes) {
      const from = attributes.required("x1", 0, MOST_DOTS);
      const to = attributes.required("x2", 0, MOST_DOTS);
      const style = styleOf(attributes);
      if (inPage) return;
      bytes.write(GS, 0x28, 0x51, 9, 0, 50, ...word(Math.min(from, to)), ...word(Math.max(from, to)));
      bytes.write(1, COLOR, style, DRAWN);
    },
  },

  "vline-begin": { write: (state, attributes) => writeVerticalLine(state, attributes, 1) },
  "vline-end": { write: (state, attributes) => writeVerticalLine(state, attributes, 0) },

  /** Of a page: ESC W, in dots. */
  area: {
    write(state, attributes) {
      const area = pointsOf(state, attributes, ["x", "y"], ["width", "height"]);
      if (state.inPage) state.bytes.write(ESC, 0x57, ...area);
    },
  },

  /** Of a page: ESC T. */
  direction: {
    write({ bytes, inPage }, attributes) {
      const direction = attributes.requiredChoice("dir", DIRECTIONS);
      if (inPage) bytes.write(ESC, 0x54, direction);
    },
  },

  /** In a page, in dots. */
  position: {
    write(state, attributes) {
      const x = attributes.required("x", 0, MOST_DOTS);
      const y = attributes.required("y", 0, MOST_DOTS);
      if (state.inPage) writePosition(state, x, y);
    },
  },

  /** In a page: GS ( Q function 48. */
  line: {
    write(state, attributes) {
      const corners = cornersOf(state, attributes);
      const style = styleOf(attributes);
      if (state.inPage) state.bytes.write(GS, 0x28, 0x51, 12, 0, 48, ...corners, COLOR, style, DRAWN);
    },
  },

  /** In a page: GS ( Q function 49. */
  rectangle: {
    write(state, attributes) {
      const corners = cornersOf(state, attributes);
      const style = styleOf(attributes);
      if (state.inPage)
        state.bytes.write(GS, 0x28, 0x51, 14, 0, 49, ...corners, COLOR, style, DRAWN, DRAWN, 1);
    },
  },
};

function styleOf(attributes: Attributes): number {
  return attributes.choice("style", LINE_STYLES) ?? LINE_STYLES.thin;
}

/** GS ( Q function 51, standard mode only. */
function writeVerticalLine({ bytes, inPage }: EposState, attributes: Attributes, begins: 0 | 1): void {
  const x = attributes.required("x", 0, MOST_DOTS);
  const style = styleOf(attributes);
  if (!inPage) bytes.write(GS, 0x28, 0x51, 7, 0, 51, ...word(x), begins, COLOR, style, DRAWN);
}

function cornersOf(state: EposState, attributes: Attributes): number[] {
  return pointsOf(state, attributes, ["x1", "y1"], ["x2", "y2"]);
}

/** Dots across and along the paper as parameters, a word each. */
function pointsOf(
  state: EposState,
  attributes: Attributes,
  ...points: readonly (readonly [x: string, y: string])[]
): number[] {
  return points.flatMap(([x, y]) => [
    ...word(attributes.required(x, 0, MOST_DOTS)),
    ...word(unitsOf(state, attributes.required(y, 0, MOST_DOTS))),
  ]);
}
