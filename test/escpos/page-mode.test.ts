import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { decode, type Piece, type Receipt } from "../../src/escpos/escpos.ts";
import type { RasterPiece, TextPiece } from "../../src/escpos/receipt.ts";
import { renderText } from "../../src/render/text.ts";
import { dots, isRaster } from "./dots.ts";
import { bytes, ESC, FF, FS, GS, LF, type BytePart } from "./bytes.ts";

const CAN = 0x18;
const PAGE = [ESC, 0x4c];
const PRINT_PICTURE = [GS, 0x28, 0x4c, 2, 0, 0x30, 50];

/** A receipt on paper of 20 columns, 240 dots. */
/** On a printer that counts whole dots along the paper. */
const paper = (...parts: BytePart[]): Receipt =>
  decode(bytes(...parts), { columns: 20, model: "generic-80mm" });

const word = (n: number): number[] => [n & 0xff, (n >> 8) & 0xff];
const area = (x: number, y: number, width: number, height: number): number[] => [
  ESC,
  0x57,
  ...word(x),
  ...word(y),
  ...word(width),
  ...word(height),
];
const direction = (n: number): number[] => [ESC, 0x54, n];
const atX = (x: number): number[] => [ESC, 0x24, ...word(x)];
const atY = (y: number): number[] => [GS, 0x24, ...word(y)];

/** A picture of 8 x 2 dots, ####.... above #......., stored by GS ( L function 112. */
const STORE_PICTURE = bytes(GS, "(L", 12, 0, "0p0", [1, 1, 49, 8, 0, 2, 0, 0xf0, 0x80]);

/** ESC * m n nL nH and `columns` columns of eight black dots, twice as wide and three times as high: 24 dots. */
const strip = (columns: number): BytePart =>
  bytes([ESC, 0x2a, 0, ...word(columns)], new Uint8Array(columns).fill(0xff));

const isText = (piece: Piece): piece is TextPiece => piece.kind === "text";

const placed = (...parts: BytePart[]): string[] =>
  paper(...parts)
    .pieces.filter(isText)
    .map(({ text, x, y, width, height }) => `${text}@${x},${y} ${width}x${height}`);

const picture = (n: number): RasterPiece | undefined =>
  paper(PAGE, direction(n), area(20, 10, 100, 60), atY(29), STORE_PICTURE, PRINT_PICTURE, [FF]).pieces.find(
    isRaster,
  );

const drawn = (...corners: number[]): number[] => [GS, 0x28, 0x51, 12, 0, 48, ...corners.flatMap(word)];

const box = (...corners: number[]): number[] => [GS, 0x28, 0x51, 14, 0, 49, ...corners.flatMap(word)];

const rules = (...parts: BytePart[]): string[] =>
  paper(...parts).pieces.flatMap((piece) =>
    piece.kind === "rule" ? [`${piece.x},${piece.y} ${piece.width}x${piece.height}`] : [],
  );

const rule = (on: number): number[] => [GS, 0x28, 0x51, 7, 0, 51, 12, 0, on, 1, 2, 48];

const twoLines = (n: number): string[] =>
  placed(PAGE, direction(n), area(20, 10, 100, 90), "A", LF, "B", [FF]);

describe("directions (ESC T): where a line of an area at 20,10 of 100 x 60 dots starts", () => {
  test.each([
    [0, 0, "AB@20,10 24x24", 30],
    [1, 270, "AB@20,46 24x24", 40],
    [2, 180, "AB@96,46 24x24", 50],
    [3, 90, "AB@96,10 24x24", 100],
  ])("direction %d turns by %d degrees", (n, turn, place, baseline) => {
    const input = [PAGE, direction(n), area(20, 10, 100, 60), "AB", [FF]];
    expect(placed(...input)).toEqual([place]);
    expect(paper(...input).pieces[0]).toMatchObject({ baseline, style: { turn, upsideDown: turn === 180 } });
    expect(paper(...input).heightDots).toBe(70);
  });

  test("a second line goes on across the first", () => {
    expect(twoLines(0)).toEqual(["A@20,10 12x24", "B@20,40 12x24"]);
    expect(twoLines(1)).toEqual(["A@20,88 24x12", "B@50,88 24x12"]);
    expect(twoLines(2)).toEqual(["A@108,76 12x24", "B@108,46 12x24"]);
    expect(twoLines(3)).toEqual(["A@96,10 24x12", "B@66,10 24x12"]);
  });

  test("pictures are turned with their lines, the lower left corner at the position", () => {
    expect(picture(0)).toMatchObject({ x: 20, y: 38, width: 8, height: 2 });
    expect(dots(picture(0))).toEqual(["####....", "#......."]);
    expect(picture(1)).toMatchObject({ x: 48, y: 62, width: 2, height: 8 });
    expect(dots(picture(1))).toEqual(["..", "..", "..", "..", "#.", "#.", "#.", "##"]);
    expect(picture(2)).toMatchObject({ x: 112, y: 40 });
    expect(dots(picture(2))).toEqual([".......#", "....####"]);
    expect(picture(3)).toMatchObject({ x: 90, y: 10 });
    expect(dots(picture(3))).toEqual(["##", ".#", ".#", ".#", "..", "..", "..", ".."]);
  });

  test("ESC T in standard mode acts when page mode begins, and stays after it", () => {
    expect(placed(direction(2), "A\n")).toEqual(["A@0,0 12x24"]);
    const page = [PAGE, area(0, 0, 100, 30), "A", [FF]];
    expect(placed(direction(2), ...page, ...page)).toEqual(["A@88,6 12x24", "A@88,36 12x24"]);
  });
});

describe("positions", () => {
  test("ESC $ and ESC \\ along the line, GS $ and GS \\ to the foot of the letters", () => {
    const start = [PAGE, area(0, 0, 240, 200)];
    expect(placed(...start, atX(50), atY(100), "A", [FF])).toEqual(["A@50,80 12x24"]);
    expect(placed(...start, [ESC, 0x5c, 5, 0, GS, 0x5c, 10, 0], "A", [FF])).toEqual(["A@5,10 12x24"]);
    expect(placed(...start, atX(999), atY(999), "A", [FF])).toEqual(["A@0,0 12x24"]);
    expect(placed(...start, [ESC, 0x5c, ...word(-5), GS, 0x5c, ...word(-99)], "A", [FF])).toEqual([
      "A@0,0 12x24",
    ]);
  });

  test("GS P: lines along the paper swap the motion units", () => {
    const half = [GS, 0x50, 203, 101];
    const at = (n: number): string[] =>
      placed(half, PAGE, direction(n), area(0, 0, 200, 50), atX(20), atY(40), "A", [FF]);
    expect(at(0)).toEqual(["A@20,60 12x24"]);
    // 20 vertical units are 40 dots up from the lower edge; 40 horizontal units are 40 dots.
    expect(at(1)).toEqual(["A@20,48 24x12"]);
  });

  test("a line wraps at the area, and what is below the area is left out", () => {
    expect(placed(PAGE, area(0, 0, 36, 54), "abcdefghij", [FF])).toEqual(["abc@0,0 36x24", "def@0,30 36x24"]);
  });

  test("ESC a, ESC {, ESC V and ESC K have no effect in page mode", () => {
    const ignored = [ESC, 0x61, 2, ESC, 0x7b, 1, ESC, 0x56, 1, ESC, 0x4b, 99, ESC, 0x65, 9];
    const { pieces } = paper(PAGE, area(0, 0, 240, 60), ignored, "A", [FF]);
    expect(pieces).toMatchObject([{ x: 0, y: 0, style: { turn: 0, rotated: false } }]);
  });

  test("page mode has its own ESC SP and ESC 3", () => {
    const standard = [ESC, 0x20, 9, ESC, 0x33, 99];
    expect(placed(standard, PAGE, area(0, 0, 240, 60), "AB", LF, "C", [FF], "D\nE\n")).toEqual([
      "AB@0,0 24x24",
      "C@0,30 12x24",
      "D@0,60 21x24",
      "E@0,159 21x24",
    ]);
  });
});

describe("the page", () => {
  test("FF prints it and returns to standard mode; its length is that of its areas", () => {
    expect(placed("A\n", PAGE, area(0, 50, 240, 100), "B", [FF], "C\n")).toEqual([
      "A@0,0 12x24",
      "B@0,80 12x24",
      "C@0,180 12x24",
    ]);
  });

  test("without ESC W it is as long as what is on it", () => {
    expect(placed(PAGE, "A", LF, "B", [FF], "C\n")).toEqual(["A@0,0 12x24", "B@0,30 12x24", "C@0,54 12x24"]);
  });

  test("ESC FF prints it and keeps it", () => {
    const kept = [ESC, FF];
    expect(placed(PAGE, area(0, 0, 240, 40), "A", kept, "B", kept, [ESC, 0x53], "C\n")).toEqual([
      "A@0,0 12x24",
      "AB@0,40 24x24",
      "C@0,80 12x24",
    ]);
  });

  test("ESC S and ESC @ drop it", () => {
    expect(placed(PAGE, "gone", [ESC, 0x53], "A\n")).toEqual(["A@0,0 12x24"]);
    expect(placed(PAGE, "gone", [ESC, 0x40], "A\n")).toEqual(["A@0,0 12x24"]);
  });

  test("CAN deletes what lies in the current area, whatever area it was put into", () => {
    const left = area(0, 0, 120, 60);
    const right = area(120, 0, 120, 60);
    expect(placed(PAGE, left, "L", right, "R", left, [CAN], "new", [FF])).toEqual([
      "new@0,0 36x24",
      "R@120,0 12x24",
    ]);
    expect(placed(PAGE, left, "L", right, "R", area(0, 0, 240, 60), [CAN, FF])).toEqual([]);
  });

  test("ESC L inside a line is ignored", () => {
    expect(placed("A", PAGE, "B\n")).toEqual(["AB@0,0 24x24"]);
  });

  test("GS ( P makes it longer", () => {
    const long = [GS, 0x28, 0x50, 8, 0, 48, 0xff, 0xff, ...word(4000), 0, 0, 1];
    expect(placed(PAGE, area(0, 3000, 240, 60), "ignored", [FF])).toEqual(["ignored@0,0 84x24"]);
    expect(placed(PAGE, long, area(0, 3000, 240, 60), "kept", [FF])).toEqual(["kept@0,3000 48x24"]);
  });

  test("lines come in the order they are read, columns of an area side by side", () => {
    const { pieces } = paper(
      [PAGE, area(120, 0, 120, 100)].flat(),
      "r1\nr2",
      area(0, 0, 120, 100),
      "l1\nl2",
      [FF],
    );
    expect(pieces.filter(isText).map(({ text, line }) => `${text} ${line}`)).toEqual([
      "l1 0",
      "r1 0",
      "l2 1",
      "r2 1",
    ]);
  });

  test("an area is cut at the edge of the paper, and a picture at its area", () => {
    expect(placed(PAGE, area(200, 0, 999, 40), "abcd", [FF])).toEqual(["abc@200,0 36x24"]);
    const wide = [GS, 0x76, 0x30, 0, 4, 0, 1, 0, 0xff, 0xff, 0xff, 0xff];
    const [piece] = paper(PAGE, area(0, 0, 20, 40), wide, [FF]).pieces;
    expect(piece).toMatchObject({ kind: "raster", columns: 20 });
    expect(paper(PAGE, area(240, 0, 20, 40), "A", [FF]).pieces).toMatchObject([{ x: 0, y: 0 }]);
  });

  test("a picture higher than its position is cut at the top, and that is said", () => {
    const tall = bytes([GS, 0x76, 0x30, 0, 1, 0, 40, 0], new Uint8Array(40).fill(0xff));
    const receipt = paper(PAGE, area(0, 0, 240, 60), tall, [FF]);
    expect(receipt.pieces).toMatchObject([{ kind: "raster", y: 0, rows: 21 }]);
    expect(receipt.notes).toEqual([
      "a picture reaches above its print area (page mode) and is cut off there",
    ]);
  });

  test("pictures stored but never printed by function 50 stand where they were stored", () => {
    const receipt = paper(PAGE, area(0, 0, 240, 60), atX(30), atY(40), STORE_PICTURE, atX(0), "A", [FF]);
    expect(receipt.pieces.filter(isRaster)).toMatchObject([{ x: 30, y: 39 }]);
    const printed = paper(PAGE, area(0, 0, 240, 60), STORE_PICTURE, atX(30), atY(40), PRINT_PICTURE, [FF]);
    expect(printed.pieces.filter(isRaster)).toMatchObject([{ x: 30, y: 39 }]);
  });
});

describe("pictures beside and below each other", () => {
  const rasters = (...parts: BytePart[]): string[] =>
    paper(...parts)
      .pieces.filter(isRaster)
      .map(({ x, y, width, height }) => `${width}x${height}@${x},${y}`);
  const define = bytes(GS, "(L", 13, 0, "0C0ab", [1, 8, 0, 2, 0, 49, 0xf0, 0x80]);
  const printKeyed = bytes(GS, "(L", 6, 0, "0Eab", [1, 1]);

  test.each([
    ["function 50", [], [STORE_PICTURE, PRINT_PICTURE]],
    ["function 69", [define], [printKeyed]],
  ])("a graphic (GS ( L) leaves the position where it was: %s", (_title, before, print) => {
    const input = [PAGE, area(0, 0, 240, 60), atX(30), atY(40), ...print];
    expect(rasters(...before, ...input, atY(50), ...print, [FF])).toEqual(["8x2@30,39", "8x2@30,49"]);
    expect(placed(...before, ...input, "A", [FF])).toEqual(["A@30,20 12x24"]);
  });

  test("other pictures are passed like characters", () => {
    const raster = [GS, 0x76, 0x30, 0, 1, 0, 2, 0, 0xf0, 0x80];
    expect(placed(PAGE, area(0, 0, 240, 60), atX(30), atY(40), raster, "A", [FF])).toEqual(["A@38,20 12x24"]);
  });

  test("ESC * behind a full line begins the next one: strips that fill a rotated area, one below the other", () => {
    const strips = [strip(34), strip(34), strip(34)];
    const turned = [PAGE, direction(1), area(50, 20, 96, 68), [ESC, 0x33, 24], ...strips, [FF]];
    // Lines go to the right; each stands 4 dots lower than its letters would, as in the line of standard mode.
    expect(rasters(...turned)).toEqual(["24x68@50,20", "24x68@74,20", "24x68@98,20"]);
    expect(rasters(PAGE, area(0, 0, 68, 96), [ESC, 0x33, 24], ...strips, [FF])).toEqual(["68x72@0,0"]);
  });

  test.each([
    ["a line that is full", [strip(120), strip(10)], ["240x24@0,0", "20x24@0,30"]],
    ["too little left behind a picture", [strip(100), strip(60)], ["200x24@0,0", "120x24@0,30"]],
    ["too little left behind characters", ["A".repeat(18), strip(20)], ["40x24@0,30"]],
    ["wider than a line: what goes beyond is ignored", [strip(200)], ["240x24@0,0"]],
    ["moved to a place where it is cut", [atX(200), strip(60)], ["40x24@200,0"]],
    ["moved to the end of the line", [atX(240), strip(60)], ["120x24@0,30"]],
  ])("ESC * in standard mode: %s", (_title, parts, expected) => {
    expect(rasters(...parts, LF)).toEqual(expected);
  });
});

describe("GS ( Q", () => {
  test.each([
    ["lying, thin", drawn(10, 20, 60, 20), [1, 1, 48], ["10,20 50x2"]],
    ["standing, thick", drawn(10, 20, 10, 60), [1, 3, 48], ["10,20 6x40"]],
    ["double", drawn(10, 20, 60, 20), [1, 4, 48], ["10,20 50x2", "10,24 50x2"]],
    ["the other way round", drawn(60, 20, 10, 20), [1, 1, 48], ["10,20 50x2"]],
    ["cut at the area", drawn(10, 20, 999, 20), [1, 1, 48], ["10,20 230x2"]],
    ["box", box(10, 20, 59, 69), [1, 1, 48, 48, 1], ["10,20 50x2", "10,68 50x2", "10,20 2x50", "58,20 2x50"]],
  ])("%s", (_title, command, style, expected) => {
    expect(rules(PAGE, area(0, 0, 240, 100), command, style, [FF])).toEqual(expected);
  });

  test("slanting lines are drawn step by step, whichever corner they start from", () => {
    const falling = rules(PAGE, area(0, 0, 240, 100), drawn(10, 20, 22, 24), [1, 1, 48], [FF]);
    expect(falling).toEqual(["10,20 3x2", "13,21 3x2", "16,22 3x2", "19,23 3x2"]);
    const rising = rules(PAGE, area(0, 0, 240, 100), drawn(10, 32, 14, 20), [1, 1, 48], [FF]);
    expect(rising.toSorted()).toEqual(["10,29 2x3", "11,26 2x3", "12,23 2x3", "13,20 2x3"]);
    expect(rules(PAGE, drawn(22, 24, 10, 20), [1, 1, 48], [FF])).toEqual(falling);
  });

  test("lines are turned with their area", () => {
    const input = [direction(1), area(0, 0, 100, 80), drawn(10, 20, 60, 20), [1, 1, 48], [FF]];
    expect(rules(PAGE, ...input)).toEqual(["20,20 2x50"]);
  });

  test("lines and boxes need page mode", () => {
    expect(rules(drawn(10, 20, 60, 20), [1, 1, 48])).toEqual([]);
  });

  test("function 51 draws down the paper until it is stopped, or the print ends", () => {
    expect(rules(rule(1), "A\nB\n", rule(0), "C\n")).toEqual(["12,0 4x60"]);
    expect(rules("A\n", rule(1), "B\n")).toEqual(["12,30 4x30"]);
  });
});

test("as text, a page reads upright whatever its direction", () => {
  const expected = "TITLE      12\n\n  right\n";
  for (const n of [0, 1, 2, 3]) {
    // Each area starts at the edge of the paper that its first line is nearest to.
    const size = (n & 1) === 0 ? area(0, 0, 240, 120) : area(n === 1 ? 0 : 120, 0, 120, 240);
    const content = [direction(n), size, "TITLE", atX(132), "12", atX(24), atY(80), "right", [FF]];
    expect(renderText(paper(PAGE, ...content))).toBe(expected);
  }
});

test("whatever the area and direction, nothing leaves the paper and pieces keep their size", () => {
  const sixteen = fc.integer({ min: 0, max: 300 });
  fc.assert(
    fc.property(
      fc.record({
        n: fc.integer({ min: 0, max: 3 }),
        x: sixteen,
        y: sixteen,
        width: sixteen,
        height: sixteen,
      }),
      fc.array(fc.tuple(sixteen, sixteen), { maxLength: 5 }),
      ({ n, x, y, width, height }, places) => {
        const marks = places.flatMap(([px, py]) => [atX(px), atY(py), "Wide", STORE_PICTURE, PRINT_PICTURE]);
        const receipt = paper(PAGE, direction(n), area(x, y, width, height), ...marks, [FF]);
        for (const piece of receipt.pieces) {
          expect(piece.x).toBeGreaterThanOrEqual(0);
          expect(piece.y).toBeGreaterThanOrEqual(0);
          if (piece.kind !== "raster") continue;
          expect(piece.x + piece.width).toBeLessThanOrEqual(240);
          expect(piece.y + piece.height).toBeLessThanOrEqual(receipt.heightDots);
          expect(piece.bytes.length).toBe(piece.rows * Math.ceil(piece.columns / 8));
        }
      },
    ),
    { numRuns: 300, seed: 3 },
  );
});

test("a graphic that the print does not hold is named, at the top of the area too", () => {
  const print = bytes(ESC, "L", "A", FS, "p", 1, 0, FF);
  const pieces = decode(print, { columns: 48 }).pieces.map((piece) => [piece.kind, piece.y >= 0]);
  expect(pieces).toContainEqual(["placeholder", true]);
});
