import { setBlack } from "../escpos/raster-dots.ts";
import { blank } from "../escpos/raster-transform.ts";
import type { Raster } from "../escpos/raster.ts";

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
export function maxicodeRaster(modules: readonly number[]): Raster {
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
