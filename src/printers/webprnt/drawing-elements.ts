import { blank } from "../../escpos/raster-transform.ts";
import { fillBlack } from "../../escpos/raster-dots.ts";
import type { Raster } from "../../escpos/raster.ts";
import { word } from "../byte-writer.ts";
import { decodeBase64 } from "../epos/image-elements.ts";
import { ESC, GS, RS, type WebPrntElements, type WebPrntState } from "./webprnt-element.ts";
import { bytesOf } from "./webprnt-request.ts";

/** Rows of a strip (ESC k), and the feed behind it in quarters of a millimetre (ESC J), which is as high. */
const STRIP_ROWS = 24;
const STRIP_FEED = 12;

/** `symbology`, in the order of ESC b. */
const SYMBOLOGIES = ["UPCE", "UPCA", "JAN8", "JAN13", "Code39", "ITF", "Code128", "Code93", "NW7"] as const;

const indexed = (names: readonly string[], first = 0) =>
  Object.fromEntries(names.map((name, index) => [name, index + first]));

/** Widths of bar codes: of modules, or one of the printer's nine pairs of widths. */
const WIDTHS = {
  ...indexed(["width2", "width3", "width4"], 1),
  ...Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`width_mode${index + 1}`, index + 1])),
};

/** Dots of rules: of each line, and between two of them. */
const RULES = {
  thin: [2],
  medium: [4],
  thick: [8],
  double_thin: [2, 2, 2],
  double_medium: [4, 4, 4],
  double_thick: [8, 4, 8],
} as const;

const QR_LEVELS = indexed(["level_l", "level_m", "level_q", "level_h"]);
const PDF417_LEVELS = indexed(Array.from({ length: 9 }, (_, index) => `level${index}`));

/** Pictures, rules, bar codes and two-dimensional symbols. */
export const DRAWING_ELEMENTS: WebPrntElements = {
  bitimage(state, attributes, element) {
    const columns = attributes.required("width", 0, 65_535);
    const rows = attributes.required("height", 0, 65_535);
    const given = decodeBase64(element, attributes);
    const rowBytes = (columns + 7) >> 3;
    if (given.length < rowBytes * rows)
      throw attributes.fault("height", `the picture has fewer than ${rows} rows of ${rowBytes} bytes`);
    writeStrips(state, { columns, rows, bytes: given });
  },

  ruledline(state, attributes) {
    const lines = attributes.choice("thickness", RULES) ?? RULES.thin;
    const width = Math.min(state.model.widthDots, attributes.integer("width", 1, 65_535) ?? Infinity);
    const rule = blank(width, STRIP_ROWS);
    let top = Math.floor((STRIP_ROWS - lines.reduce((sum, dots) => sum + dots, 0)) / 2);
    for (const [index, dots] of lines.entries()) {
      if (index !== 1) fillBlack(rule, 0, top, width, top + dots);
      top += dots;
    }
    writeStrips(state, rule);
  },

  barcode({ bytes }, attributes, element) {
    const system = attributes.choice("symbology", indexed(SYMBOLOGIES)) ?? SYMBOLOGIES.indexOf("Code39");
    // 1 prints the bars alone, 2 their characters below; both feed the line.
    const look = attributes.boolean("hri") === true ? 2 : 1;
    const width = attributes.choice("width", WIDTHS) ?? 1;
    bytes.write(ESC, 0x62, system, look, width, attributes.integer("height", 1, 255) ?? 40);
    bytes.append(bytesOf(element));
    bytes.write(RS);
  },

  qrcode({ bytes }, attributes, element) {
    const data = bytesOf(element);
    bytes.write(ESC, GS, 0x79, 0x53, 0x30, attributes.choice("model", { model1: 1, model2: 2 }) ?? 2);
    bytes.write(ESC, GS, 0x79, 0x53, 0x31, attributes.choice("level", QR_LEVELS) ?? 0);
    bytes.write(ESC, GS, 0x79, 0x53, 0x32, attributes.integer("cell", 1, 8) ?? 3);
    bytes.write(ESC, GS, 0x79, 0x44, 0x31, 0, ...word(data.length));
    bytes.append(data);
    bytes.write(ESC, GS, 0x79, 0x50, 0x0a);
  },

  pdf417({ bytes }, attributes, element) {
    const data = bytesOf(element);
    const rows = attributes.integer("line", 0, 90) ?? 0;
    bytes.write(ESC, GS, 0x78, 0x53, 0x30, 1, rows, attributes.integer("column", 0, 30) ?? 0);
    bytes.write(ESC, GS, 0x78, 0x53, 0x31, attributes.choice("level", PDF417_LEVELS) ?? 1);
    bytes.write(ESC, GS, 0x78, 0x53, 0x32, attributes.integer("module", 1, 8) ?? 2);
    bytes.write(ESC, GS, 0x78, 0x53, 0x33, attributes.integer("aspect", 1, 8) ?? 3);
    bytes.write(ESC, GS, 0x78, 0x44, ...word(data.length));
    bytes.append(data);
    bytes.write(ESC, GS, 0x78, 0x50, 0x0a);
  },
};

/** A picture as strips of 24 rows, which keep to the alignment of the text (ESC k). */
function writeStrips({ bytes, model }: WebPrntState, { columns, rows, bytes: dots }: Raster): void {
  const rowBytes = (columns + 7) >> 3;
  const kept = Math.min(rowBytes, Math.ceil(model.widthDots / 8));
  for (let top = 0; top < rows; top += STRIP_ROWS) {
    bytes.write(ESC, 0x6b, ...word(kept));
    const strip = new Uint8Array(kept * STRIP_ROWS);
    for (let row = 0; row < Math.min(STRIP_ROWS, rows - top); row++)
      strip.set(dots.subarray((top + row) * rowBytes, (top + row) * rowBytes + kept), row * kept);
    bytes.append(strip);
    bytes.write(ESC, 0x4a, STRIP_FEED);
  }
}
