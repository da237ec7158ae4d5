import type { Raster } from "../../escpos/raster.ts";
import { blank } from "../../escpos/raster-transform.ts";
import { fillBlack } from "../../escpos/raster-dots.ts";

/** Lines from the middle of the cell to one side. */
const NONE = 0;
const DOUBLE = 3;

/**
 * U+2500 to U+257F by their four arms, left, up, right, down: 0 none, 1 light, 2 heavy, 3 double. Dashed
 * lines are whole and arcs are corners; diagonals are left to the font. Source: the names of the
 * characters in Unicode's block Box Drawing.
 */
const ARMS: readonly (readonly number[] | undefined)[] = (
  "1010 2020 0101 0202 1010 2020 0101 0202 1010 2020 0101 0202 0011 0021 0012 0022 " +
  "1001 2001 1002 2002 0110 0120 0210 0220 1100 2100 1200 2200 0111 0121 0211 0112 " +
  "0212 0221 0122 0222 1101 2101 1201 1102 1202 2201 2102 2202 1011 2011 1021 2021 " +
  "1012 2012 1022 2022 1110 2110 1120 2120 1210 2210 1220 2220 1111 2111 1121 2121 " +
  "1211 1112 1212 2211 1221 2112 1122 2221 2122 2212 1222 2222 1010 2020 0101 0202 " +
  "3030 0303 0031 0013 0033 3001 1003 3003 0130 0310 0330 3100 1300 3300 0131 0313 " +
  "0333 3101 1303 3303 3031 1013 3033 3130 1310 3330 3131 1313 3333 0011 1001 1100 " +
  "0110 ---- ---- ---- 1000 0100 0010 0001 2000 0200 0020 0002 1020 0102 2010 0201"
)
  .split(" ")
  .map((arms) => (arms === "----" ? undefined : [...arms].map(Number)));

/** Dots from the middle to the edge of a stroke: light lines are two dots wide, double ones two of those. */
const REACH = [0, 1, 2, 3];

/**
 * A character of the blocks Box Drawing and Block Elements drawn to fill a cell of `columns` by `rows` dots
 * exactly, so that neighbours join; undefined for any other character.
 */
export function boxDrawing(codePoint: number, columns: number, rows: number): Raster | undefined {
  if (codePoint < 0x2500 || codePoint > 0x259f) return undefined;
  const cell = blank(columns, rows);
  if (codePoint >= 0x2580) {
    drawBlock(cell, codePoint);
    return cell;
  }
  const arms = ARMS[codePoint - 0x2500];
  if (arms === undefined) return undefined;
  for (let side = 0; side < 4; side++) drawArm(cell, arms, side);
  return cell;
}

/** Draws the arm to one side: 0 left, 1 up, 2 right, 3 down. */
function drawArm(cell: Raster, arms: readonly number[], side: number): void {
  const stroke = arms[side] ?? NONE;
  if (stroke === NONE) return;
  if (stroke === DOUBLE) {
    strip(cell, side, -3, -1, endOfArm(arms, side, (side + 1) % 4));
    strip(cell, side, 1, 3, endOfArm(arms, side, (side + 3) % 4));
  } else {
    const reach = REACH[stroke] ?? 1;
    strip(cell, side, -reach, reach, endOfArm(arms, side, undefined));
  }
}

/**
 * Dots beyond the middle at which a line of an arm ends; negative before it. `near` is the side that a line
 * of a double arm lies towards: when that is double too, the two make an inner corner.
 */
function endOfArm(arms: readonly number[], side: number, near: number | undefined): number {
  if (near !== undefined && arms[near] === DOUBLE) return -1;
  const opposite = arms[(side + 2) % 4] ?? NONE;
  const [one, other] = [arms[(side + 1) % 4] ?? NONE, arms[(side + 3) % 4] ?? NONE];
  // A single line stops at the nearer line of a double one that passes by.
  if (near === undefined && opposite === NONE && one === DOUBLE && other === DOUBLE) return -1;
  if (opposite !== NONE) return 0;
  return REACH[Math.max(one, other)] ?? 0;
}

/**
 * Fills a line of the arm to `side`, `end` dots beyond the middle. `from` and `to` are dots across the arm
 * from the middle, counted towards the side that follows it clockwise when negative.
 */
function strip(cell: Raster, side: number, from: number, to: number, end: number): void {
  const { columns, rows } = cell;
  const [x, y] = [columns >> 1, rows >> 1];
  if (side === 0) fillBlack(cell, 0, y + from, x + end, y + to);
  else if (side === 1) fillBlack(cell, x - to, 0, x - from, y + end);
  else if (side === 2) fillBlack(cell, x - end, y - to, columns, y - from);
  else fillBlack(cell, x + from, y - end, x + to, rows);
}

/** Quarters of U+2596 to U+259F: bit 0 upper left, 1 upper right, 2 lower left, 3 lower right. */
const QUARTERS = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14];

/** U+2580 to U+259F. Source: the names of the characters in Unicode's block Block Elements. */
function drawBlock(cell: Raster, codePoint: number): void {
  const { columns, rows } = cell;
  const eighthOfRows = (count: number): number => Math.floor((rows * count) / 8);
  const eighthOfColumns = (count: number): number => Math.floor((columns * count) / 8);
  // The middle, so that opposite halves and quarters meet.
  const [x, y] = [eighthOfColumns(4), rows - eighthOfRows(4)];
  if (codePoint === 0x2580) fillBlack(cell, 0, 0, columns, y);
  else if (codePoint <= 0x2588) fillBlack(cell, 0, rows - eighthOfRows(codePoint - 0x2580), columns, rows);
  else if (codePoint <= 0x258f) fillBlack(cell, 0, 0, eighthOfColumns(0x2590 - codePoint), rows);
  else if (codePoint === 0x2590) fillBlack(cell, x, 0, columns, rows);
  else if (codePoint <= 0x2593) drawShade(cell, codePoint - 0x2590);
  else if (codePoint === 0x2594) fillBlack(cell, 0, 0, columns, eighthOfRows(1));
  else if (codePoint === 0x2595) fillBlack(cell, columns - eighthOfColumns(1), 0, columns, rows);
  else {
    const quarters = QUARTERS[codePoint - 0x2596] ?? 0;
    if ((quarters & 1) !== 0) fillBlack(cell, 0, 0, x, y);
    if ((quarters & 2) !== 0) fillBlack(cell, x, 0, columns, y);
    if ((quarters & 4) !== 0) fillBlack(cell, 0, y, x, rows);
    if ((quarters & 8) !== 0) fillBlack(cell, x, y, columns, rows);
  }
}

/** Fills a quarter, a half or three quarters of the dots evenly. */
function drawShade(cell: Raster, quarters: number): void {
  for (let row = 0; row < cell.rows; row++) {
    for (let column = 0; column < cell.columns; column++) {
      const place = (column & 1) * 2 + ((column + row) & 1);
      if ([0, 2, 3, 1].indexOf(place) < quarters) fillBlack(cell, column, row, column + 1, row + 1);
    }
  }
}
