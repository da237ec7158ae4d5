import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Canvas } from "../../src/render/paint/canvas.ts";
import { scaleRaster } from "../../src/render/paint/scale-raster.ts";
import { ESC, GS, type BytePart } from "../escpos/bytes.ts";
import { inkOf, painted, pictureOf, turnedRight } from "./picture.ts";

/** Every dot of a line of text, without the rest of the paper. */
function ink(...parts: readonly BytePart[]): string[] {
  return inkOf(pictureOf(painted(16, ...parts)));
}

/** Black dots. */
function weight(lines: readonly string[]): number {
  return lines.join("").replaceAll(".", "").length;
}

/** A line of four cells in a page of Thai (TIS). */
function thai(text: string): string[] {
  return pictureOf(painted(4, [ESC, 0x74, 21], text, "\n")).slice(0, 24);
}

const upright = ink("F\n");

test("font A: a letter in its cell of 12 by 24 dots", () => {
  expect(pictureOf(painted(1, "F\n")).slice(0, 24)).toMatchInlineSnapshot(`
    [
      "............",
      "............",
      "............",
      "............",
      "..########..",
      "..########..",
      "..##........",
      "..##........",
      "..##........",
      "..##........",
      "..##........",
      "..########..",
      "..########..",
      "..##........",
      "..##........",
      "..##........",
      "..##........",
      "..##........",
      "..##........",
      "..##........",
      "............",
      "............",
      "............",
      "............",
    ]
  `);
});

describe("styles act on the same letter", () => {
  test("GS b rounds the steps of letters that GS ! enlarged, and of no others", () => {
    const enlarged = ink([GS, 0x21, 0x11], "S\n");
    const smooth = ink([GS, 0x21, 0x11, GS, 0x62, 1], "S\n");
    expect(smooth).not.toEqual(enlarged);
    expect([smooth.length, smooth[0]?.length]).toEqual([enlarged.length, enlarged[0]?.length]);
    expect(ink([GS, 0x62, 1], "S\n")).toEqual(ink("S\n"));
  });

  test("GS ! makes each dot a box", () => {
    expect(ink([GS, 0x21, 0x12], "F\n")).toEqual(
      upright.flatMap((line) => Array<string>(3).fill(line.replaceAll(/./g, "$&$&"))),
    );
  });

  test("ESC { turns it by 180 degrees", () => {
    expect(ink([ESC, 0x7b, 1], "F\n")).toEqual(turnedRight(turnedRight(upright)));
  });

  test("ESC V turns it by 90 degrees", () => {
    expect(ink([ESC, 0x56, 1], "F\n")).toEqual(turnedRight(upright));
  });

  test.each([
    [0, 0],
    [1, 3],
    [2, 2],
    [3, 1],
  ])("ESC T %d in page mode turns it clockwise by %d quarters", (direction, quarters) => {
    let expected = upright;
    for (let quarter = 0; quarter < quarters; quarter++) expected = turnedRight(expected);
    expect(ink([ESC, 0x4c, ESC, 0x54, direction], "F", [0x0c])).toEqual(expected);
  });

  test("GS B is the negative of its cell", () => {
    const cell = pictureOf(painted(1, "F\n")).slice(0, 24);
    const reversed = pictureOf(painted(1, [GS, 0x42, 1], "F\n")).slice(0, 24);
    expect(reversed).toEqual(
      cell.map((line) => line.replaceAll(/[.#]/g, (dot) => (dot === "." ? "#" : "."))),
    );
  });

  test("ESC - draws lines at the foot of the cell", () => {
    expect(pictureOf(painted(1, [ESC, 0x2d, 2], " \n")).slice(21, 25)).toEqual([
      ".".repeat(12),
      "#".repeat(12),
      "#".repeat(12),
      ".".repeat(12),
    ]);
  });

  test("ESC E is heavier", () => {
    expect(weight(ink([ESC, 0x45, 1], "F\n"))).toBeGreaterThan(weight(upright));
  });
});

test("Thai marks stand over the letter before them and take no cell", () => {
  const letter = thai("\xa1");
  const withMark = thai("\xa1\xd4");
  expect(withMark.every((line) => line.slice(12) === ".".repeat(36))).toBe(true);
  expect(withMark).not.toEqual(letter);
});

test("box drawing joins from cell to cell and from line to line", () => {
  const lines = pictureOf(painted(3, [ESC, 0x33, 24], "\xc9\xcd\xbb\n\xba \xba\n\xc8\xcd\xbc\n")).slice(
    0,
    72,
  );
  const [middleRow, middleColumn] = [12, 6];
  // The outer lines of the double frame run without a gap.
  expect(lines[middleRow - 2]?.slice(middleColumn, 24 + middleColumn)).toBe("#".repeat(24));
  for (let row = middleRow; row < 48 + middleRow; row++) expect(lines[row]?.[middleColumn - 2]).toBe("#");
});

test("raster dots stand where the display list says, scaled", () => {
  expect(ink([GS, 0x76, 0x30, 3, 1, 0, 2, 0, 0b10100000, 0b01000000])).toEqual([
    "##..##",
    "##..##",
    "..##..",
    "..##..",
  ]);
});

test("several receipts: dashes where the paper is cut, none at its end", () => {
  const cut = [GS, 0x56, 0] as const;
  const lines = pictureOf(painted(4, "A\n", cut, "B\n", cut));
  expect(lines.filter((line) => /^(#{4}\.{4})+$/.test(line))).toHaveLength(1);
});

test("canvas: a picture at any place sets just its dots that are on the paper", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: -40, max: 50 }),
      fc.integer({ min: -8, max: 8 }),
      fc.uint8Array({ minLength: 24, maxLength: 24 }),
      fc.boolean(),
      (columns, rows, width, x, y, data, knockout) => {
        const raster = { columns: width, rows: 4, bytes: clean(width, data) };
        const canvas = new Canvas(columns, rows);
        if (knockout) canvas.fill(0, 0, columns, rows);
        canvas.blit(raster, x, y, knockout ? "knockout" : "ink");
        const source = pictureOf(raster);
        const expected = Array.from({ length: rows }, (_, row) =>
          Array.from({ length: columns }, (__, column) =>
            (source[row - y]?.[column - x] === "#") === knockout ? "." : "#",
          ).join(""),
        );
        expect(pictureOf(canvas)).toEqual(expected);
        const lastMask = 0xff >> (((columns - 1) & 7) + 1);
        canvas.bytes.forEach((byte, index) => {
          if (index % canvas.rowBytes === canvas.rowBytes - 1) expect(byte & lastMask).toBe(0);
        });
      },
    ),
    { seed: 4, numRuns: 400 },
  );
});

/** Four rows of dots, those past the last column white. */
function clean(columns: number, data: Uint8Array): Uint8Array {
  const rowBytes = Math.ceil(columns / 8);
  const mask = 0xff << (rowBytes * 8 - columns);
  return data
    .subarray(0, rowBytes * 4)
    .map((byte, index) => (index % rowBytes === rowBytes - 1 ? byte & mask : byte));
}

test("canvas: boxes fill just their dots", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: -10, max: 45 }),
      fc.integer({ min: -3, max: 50 }),
      (columns, x, width) => {
        const canvas = new Canvas(columns, 3);
        canvas.fill(x, 1, width, 1);
        const row = Array.from({ length: columns }, (_, at) => (at >= x && at < x + width ? "#" : ".")).join(
          "",
        );
        expect(pictureOf(canvas)).toEqual([".".repeat(columns), row, ".".repeat(columns)]);
      },
    ),
    { seed: 4, numRuns: 400 },
  );
});

test.each([1, 2, 3, 8])("scaling by %d repeats each dot", (scale) => {
  const raster = { columns: 11, rows: 2, bytes: Uint8Array.of(0xa5, 0xe0, 0x3c, 0x20) };
  const expected = pictureOf(raster).flatMap((line) =>
    Array<string>(2).fill([...line].map((dot) => dot.repeat(scale)).join("")),
  );
  expect(pictureOf(scaleRaster(raster, scale, 2))).toEqual(expected);
});
