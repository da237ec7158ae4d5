import { starPage } from "./star-text-writer.ts";
import { ESC, GS, RS, type WebPrntElements } from "./webprnt-element.ts";
import { itemsOf } from "./webprnt-request.ts";

const POSITIONS = { left: 0, center: 1, right: 2 };
const FONTS = { font_a: 0, font_b: 1 };

/** ESC R, by the names of `international`. */
const CHARACTER_SETS = {
  usa: 0,
  france: 1,
  germany: 2,
  uk: 3,
  denmark: 4,
  sweden: 5,
  italy: 6,
  spain: 7,
  japan: 8,
  norway: 9,
  denmark2: 10,
  spain2: 11,
  latin_america: 12,
  korea: 13,
  ireland: 14,
  legal: 64,
};

/** Text, and how it looks: what is set stays until it is set again. */
export const TEXT_ELEMENTS: WebPrntElements = {
  alignment({ bytes }, attributes) {
    bytes.write(ESC, GS, 0x61, attributes.choice("position", POSITIONS) ?? POSITIONS.left);
  },

  text(state, attributes, element) {
    const { bytes, text } = state;
    const emphasis = attributes.boolean("emphasis");
    if (emphasis !== undefined) bytes.write(ESC, emphasis ? 0x45 : 0x46);
    const invert = attributes.boolean("invert");
    if (invert !== undefined) bytes.write(ESC, invert ? 0x34 : 0x35);
    const underline = attributes.boolean("underline");
    if (underline !== undefined) bytes.write(ESC, 0x2d, Number(underline));
    const font = attributes.choice("font", FONTS);
    if (font !== undefined) bytes.write(ESC, RS, 0x46, font);
    // ESC 0: 3 mm are 24 dots; ESC z 1: 4 mm are 32.
    const spacing = attributes.choice("linespace", { "24": [0x30], "32": [0x7a, 1] });
    if (spacing !== undefined) bytes.write(ESC, ...spacing);
    const between = attributes.integer("characterspace", 0, 7);
    if (between !== undefined) bytes.write(ESC, 0x20, between);
    const width = attributes.integer("width", 1, 6) ?? state.width;
    const height = attributes.integer("height", 1, 6) ?? state.height;
    if (width !== state.width || height !== state.height) bytes.write(ESC, 0x69, height - 1, width - 1);
    Object.assign(state, { width, height });
    const set = attributes.choice("international", CHARACTER_SETS);
    if (set !== undefined) bytes.write(ESC, 0x52, set);
    const name = attributes.text("codepage");
    // A page that is not known here, such as a printer's own blank one, is left to UTF-8.
    if (name !== undefined) text.choose(starPage(name) ?? starPage("utf8") ?? 0);
    text.write(itemsOf(element));
  },

  feed({ bytes }, attributes) {
    const lines = attributes.integer("line", 1, 255) ?? 0;
    bytes.append(new Uint8Array(lines).fill(0x0a));
    // ESC J: quarters of a millimetre.
    const units = attributes.integer("unit", 1, 255);
    if (units !== undefined) bytes.write(ESC, 0x4a, units);
  },

  initialization(state, attributes) {
    if (attributes.boolean("print") === true) state.bytes.write(0x0a);
    state.bytes.write(ESC, 0x40);
    state.text.reset();
    Object.assign(state, { width: 1, height: 1 });
  },
};
