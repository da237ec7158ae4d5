import { expect, test } from "bun:test";
import type { Rectangle } from "../../src/escpos/receipt.ts";
import { bytes, ESC, FF, GS, LF, type BytePart } from "../escpos/bytes.ts";
import { blocksOf } from "./blocks.ts";
import { painted } from "./picture.ts";

/*
 * Where the ink is on paper, block by block. The boxes follow from the command reference and from what coupons printed
 * by such commands look like, not from what is drawn here; letters fill their cells to some dots. The printer is the
 * usual one: 576 dots at 203 dpi, its vertical unit half a dot.
 */

/** Dots that an edge of a block may be off. */
const TOLERANCE = 6;

/** White dots inside a block, as between letters and between bars, and the least side of a block. */
const DISTANCE = 9;
const LEAST = 12;

const SIDES = ["x", "y", "width", "height"] as const;

const word = (n: number): number[] => [n & 0xff, (n >> 8) & 0xff];
const area = (...places: number[]): number[] => [ESC, 0x57, ...places.flatMap(word)];
const at = (x: number, y: number): number[] => [ESC, 0x24, ...word(x), GS, 0x24, ...word(y)];
const down = (units: number): number[] => [GS, 0x5c, ...word(units)];

/** A black graphic, stored (GS ( L function 112) and printed (function 50). */
function graphic(width: number, height: number): Uint8Array {
  const dots = new Uint8Array((width / 8) * height).fill(0xff);
  const stored = bytes("0p0", [1, 1, 49, ...word(width), ...word(height)], dots);
  return bytes(GS, "(L", word(stored.length), stored, GS, "(L", [2, 0], "02");
}

/** ESC * of 8 dots a column, each twice as wide and three times as high. */
const strip = (columns: number): Uint8Array =>
  bytes([ESC, 0x2a, 0, ...word(columns)], new Uint8Array(columns).fill(0xff));

function boxOf([x, y, width, height]: readonly number[]): Rectangle {
  return { x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0 };
}

test.each<[string, BytePart[], number[][]]>([
  [
    "page mode: graphics below each other, beside letters and another picture in strips",
    [
      [ESC, 0x4c, ...area(0, 0, 512, 800), ...at(24, 144)],
      // The lowest row of a graphic is that of the position: two bars that join.
      graphic(464, 64),
      down(40),
      graphic(464, 20),
      at(24, 300),
      "HELLO",
      at(336, 400),
      graphic(144, 64),
      down(128),
      graphic(144, 64),
      FF,
    ],
    [
      [24, 9, 464, 84],
      [24, 132, 60, 18],
      [336, 137, 144, 128],
    ],
  ],
  [
    "page mode turned to the left: strips that fill a line each, letters, double size",
    [
      [ESC, 0x4c, GS, 0x50, 203, 203, ...area(50, 20, 72, 68), ESC, 0x54, 1, ESC, 0x33, 24],
      strip(34),
      strip(34),
      strip(34),
      area(200, 20, 120, 240),
      [ESC, 0x54, 1],
      "COUPON",
      [LF, LF, GS, 0x21, 0x11],
      "HAHAH",
      FF,
    ],
    [
      [50, 20, 72, 68],
      // Lines begin at the lower edge of the area; the foot of the first is 20 dots from its left.
      [202, 188, 18, 72],
      // 48 dots on, two lines of 24, the letters twice as high over their foot.
      [232, 140, 36, 120],
    ],
  ],
  [
    "tabs, a line of double height, CODE39 in the middle with its characters below",
    [
      [ESC, 0x44, 35, 0],
      "PAID\t  7.70\n",
      [GS, 0x21, 0x01],
      "TOTAL\t  9.50\n\n",
      [GS, 0x21, 0, ESC, 0x61, 1, GS, 0x68, 50, GS, 0x48, 2, GS, 0x66, 1],
      bytes(GS, "k", 4, "*00014*", 0),
    ],
    [
      [0, 2, 48, 18],
      [444, 2, 48, 18],
      [0, 34, 60, 36],
      [444, 34, 48, 36],
      // 7 * 45 - 3 dots; the feet of characters of 17 dots stand 14 below the bars.
      [132, 108, 312, 64],
    ],
  ],
])("%s", (_title, print, expected) => {
  const found = blocksOf(painted(48, ...print), DISTANCE, LEAST);
  expect(found).toHaveLength(expected.length);
  for (const box of expected.map(boxOf)) {
    const isNear = (other: Rectangle): boolean =>
      SIDES.every((side) => Math.abs(other[side] - box[side]) <= TOLERANCE);
    expect({ box, isThere: found.some(isNear), found }).toMatchObject({ isThere: true });
  }
});

test("the characters of CODE39 stand at the same distance from each other and from the ends of the bars", () => {
  const print = bytes([GS, 0x68, 24, GS, 0x48, 2, GS, 0x66, 1], bytes(GS, "k", 4, "*00014*", 0));
  const { columns, rows, bytes: dots } = painted(48, print);
  const caption = { columns, rows: rows - 24, bytes: dots.subarray(24 * (columns / 8)) };
  const middles = blocksOf(caption, 2, 1).map(({ x, width }) => x + width / 2);
  // Seven characters of 9 dots under 312: eight gaps of 31.
  const expected = [0, 1, 2, 3, 4, 5, 6].map((index) => 31 + index * 40 + 4.5);
  expect(middles.length).toBe(expected.length);
  for (const [index, middle] of middles.toSorted((a, b) => a - b).entries()) {
    expect(Math.abs(middle - (expected[index] ?? 0))).toBeLessThanOrEqual(2);
  }
});
