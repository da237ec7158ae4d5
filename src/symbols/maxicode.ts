import { setBlack } from "../escpos/raster-dots.ts";
import { blank } from "../escpos/raster-transform.ts";
import type { Raster } from "../escpos/raster.ts";
import { encode } from "./encoder.ts";
import { byteString, drawn, type Drawing } from "./symbol.ts";

/** Draws a MaxiCode of mode 2 to 6 (GS ( k 50). Its size is fixed. Never throws. */
export function drawMaxicode(bytes: Uint8Array, mode: number): Drawing {
  const source = byteString(bytes);
  const data = mode <= 3 ? withFullCountry(source) : source;
  const encoded = encode("maxicode", data, { mode });
  if ("problem" in encoded) return encoded;
  const drawing = drawn("MaxiCode", bytes, maxicodeRaster(encoded.encoding.modules), 1, 1);
  return mode <= 3 ? { ...drawing, text: data } : drawing;
}

/** Starts data in the format of ANSI MH10.8.3, before the two digits of its year. */
const ANSI_HEADER = "[)>\x1e01\x1d";

/** In modes 2 and 3, country and service class may be short; the symbol holds three digits of each. */
function withFullCountry(data: string): string {
  const hasHeader = data.startsWith(ANSI_HEADER) && /^\d\d/.test(data.slice(ANSI_HEADER.length));
  const header = hasHeader ? data.slice(0, ANSI_HEADER.length + 2) : "";
  const [code = "", country = "", service = "", ...rest] = data.slice(header.length).split("\x1d");
  if (country === "" || service === "") return data;
  return header + [code, country.padStart(3, "0"), service.padStart(3, "0"), ...rest].join("\x1d");
}

/**
 * MaxiCode has one size (ISO/IEC 16023: 0.88 mm from module to module in a row, 0.76 mm from row to row),
 * which at 203 dpi is 7 and 6 dots.
 */
const MODULE_PITCH = 7;
const ROW_PITCH = 6;
const COLUMNS = 30;
const ROWS = 33;

/** A hexagon of 6 dots with a gap of one to its neighbours, row by row, most significant bit left. */
const HEXAGON = [0b001100, 0b011110, 0b111111, 0b111111, 0b111111, 0b011110, 0b001100];
const HEXAGON_COLUMNS = 6;

/** Radii of the three dark rings in the middle, from inner to outer edge, in modules. */
const RINGS = [0.5774, 1.3359, 2.1058, 2.8644, 3.6229, 4.3814];

const WIDTH = COLUMNS * MODULE_PITCH;
const HEIGHT = (ROWS - 1) * ROW_PITCH + HEXAGON.length;

/** Draws a MaxiCode in dots at 203 dpi from the numbers of its dark modules, 30 a row. */
function maxicodeRaster(modules: readonly number[]): Raster {
  const raster = blank(WIDTH, HEIGHT);
  for (const module of modules) {
    const row = Math.floor(module / COLUMNS);
    // Every second row stands half a module to the right.
    const left = (module % COLUMNS) * MODULE_PITCH + (row % 2 === 1 ? 4 : 0);
    HEXAGON.forEach((dots, line) => {
      for (let column = 0; column < HEXAGON_COLUMNS; column++) {
        if (dots & (0b100000 >> column)) setBlack(raster, left + column, row * ROW_PITCH + line);
      }
    });
  }
  drawRings(raster);
  return raster;
}

function drawRings(raster: Raster): void {
  const centerX = 14 * MODULE_PITCH + HEXAGON_COLUMNS / 2;
  const centerY = 16 * ROW_PITCH + HEXAGON.length / 2;
  const outer = Math.ceil(MODULE_PITCH * (RINGS.at(-1) ?? 0));
  for (let y = Math.floor(centerY) - outer; y <= centerY + outer; y++) {
    for (let x = Math.floor(centerX) - outer; x <= centerX + outer; x++) {
      const radius = Math.hypot(x + 0.5 - centerX, y + 0.5 - centerY) / MODULE_PITCH;
      // Between the first and second radius, the third and fourth, the fifth and sixth.
      if (RINGS.filter((ring) => ring <= radius).length % 2 === 1) setBlack(raster, x, y);
    }
  }
}
