import { describe, expect, test } from "bun:test";
import { decode, type Receipt } from "../../../src/escpos/escpos.ts";
import { bytes, ESC, FS, GS, LF, type BytePart } from "../bytes.ts";
import { dots, isRaster } from "../dots.ts";

/** On paper of 240 dots, printed by a Star printer. */
const paper = (...parts: BytePart[]): Receipt =>
  decode(bytes(...parts), { columns: 20, language: "star-line" });

const places = ({ pieces }: Receipt) =>
  pieces.map((piece) => [piece.kind === "text" ? piece.text : piece.kind, piece.x, piece.y]);

describe("strips in the line", () => {
  test.each([
    ["ESC K: 8 dots, each three wide and high", [ESC, "K", [2, 0, 0x80, 0x01]], 2, 8, 3, 3],
    ["ESC L: 8 dots, each three high", [ESC, "L", [2, 0, 0x80, 0x01]], 2, 8, 1, 3],
    ["ESC X: columns of 24 dots", [ESC, "X", [2, 0, 0x80, 0, 0, 0, 0, 1]], 2, 24, 1, 1],
    ["ESC k: rows of 24 dots", [ESC, "k", [1, 0, 0x80], new Uint8Array(22), 1], 8, 24, 1, 1],
    ["ESC ^ 0: 9 pins", [ESC, "^", [0, 2, 0, 0x80, 0, 0, 0x80]], 2, 9, 1, 1],
    ["ESC ^ 3: 16 pins", [ESC, "^", [3, 2, 0, 0x80, 0, 0, 0x01]], 2, 16, 1, 1],
    ["ESC ^ '4': 18 pins", [ESC, "^", [0x34, 2, 0, 0x80, 0, 0, 0, 0, 0x40]], 2, 18, 1, 1],
  ] as const)("%s", (_, command, columns, rows, scaleX, scaleY) => {
    const { pieces, notes } = paper(...command, LF);
    expect(notes).toEqual([]);
    expect(pieces).toMatchObject([{ kind: "raster", x: 0, y: 0, columns, rows, scaleX, scaleY }]);
    const picture = dots(pieces[0]);
    expect(picture[0]).toStartWith("#");
    expect(picture.at(-1)).toEndWith("#");
    expect(picture.join("").replaceAll(".", "")).toBe("##");
  });

  test("one is part of its line, and LF prints it", () => {
    expect(places(paper("A", ESC, "k", [1, 0], new Uint8Array(24).fill(0xff), "B", LF, "C", LF))).toEqual([
      ["A", 0, 0],
      ["raster", 12, 0],
      ["B", 20, 0],
      ["C", 0, 32],
    ]);
  });

  test("strips of lines of 24 dots join without a seam", () => {
    const strip = bytes(ESC, "X", [2, 0], new Uint8Array(6).fill(0xff), LF, [0x0d]);
    const { pieces } = paper(ESC, "0", strip, strip, strip);
    expect(pieces).toMatchObject([{ kind: "raster", rows: 72, height: 72 }]);
    expect(dots(pieces[0])).toEqual(Array.from({ length: 72 }, () => "##"));
  });

  test.each([
    ["ESC X", [ESC, "X", [44, 1], new Uint8Array(900).fill(0xff)]],
    ["ESC k", [ESC, "k", [40, 0], new Uint8Array(960).fill(0xff)]],
    ["ESC GS S", [ESC, GS, "S", [1, 40, 0, 24, 0, 0], new Uint8Array(960).fill(0xff)]],
  ] as const)("%s wider than the paper is cut at its edge", (_, command) => {
    const { pieces } = paper(...command, "A", LF);
    expect(pieces.filter(isRaster)).toMatchObject([{ columns: 240, rows: 24, width: 240 }]);
    expect(pieces.at(-1)).toMatchObject({ kind: "text", text: "A" });
  });
});

test("an impact printer's pins are three dots apart, and its ribbon is red for pictures too", () => {
  const strips = bytes(ESC, "4", ESC, "K", [1, 0, 0x80], ESC, "5", ESC, "L", [1, 0, 0x80], LF);
  const { pieces } = decode(strips, { columns: 20, language: "star-impact" });
  expect(pieces).toMatchObject([
    { x: 0, scaleX: 2, scaleY: 3, color: 2 },
    { x: 2, scaleX: 1, scaleY: 3 },
  ]);
  expect(pieces[1]).not.toHaveProperty("color");
});

describe("ESC GS S", () => {
  const raster = [ESC, GS, "S", [1, 1, 0, 2, 0, 0, 0xf0, 0x01]] as const;

  test("it feeds its own height, and obeys ESC GS a", () => {
    expect(places(paper(...raster, "A", LF))).toEqual([
      ["raster", 0, 0],
      ["A", 0, 2],
    ]);
    expect(dots(paper(...raster).pieces[0])).toEqual(["####....", ".......#"]);
    expect(paper(ESC, GS, "a", 2, ...raster).pieces[0]).toMatchObject({ x: 232 });
  });

  test("cut short, it shows the rows that arrived", () => {
    const receipt = paper(ESC, GS, "S", [1, 2, 0, 9, 0, 0, 0xff, 0xff, 0x80]);
    expect(dots(receipt.pieces[0])).toEqual(["################", "#..............."]);
    expect(receipt).toMatchObject({ truncated: true, notes: ["the print ends inside ESC GS S at byte 0"] });
  });
});

describe("logos", () => {
  const logos = bytes(
    ESC,
    FS,
    "q",
    [2, 1, 0, 1, 0],
    [0x80, 0x40, 0x20, 0x10, 8, 4, 2, 1],
    [1, 0, 1, 0],
    new Uint8Array(8).fill(0xff),
  );

  test.each([
    [0, 1, 1],
    [1, 2, 1],
    [0x32, 1, 2],
    [3, 2, 2],
  ])("printed in mode %d", (mode, scaleX, scaleY) => {
    const { pieces } = paper(logos, ESC, FS, "p", 1, mode, LF);
    expect(pieces).toMatchObject([{ kind: "raster", scaleX, scaleY, label: "logo 1" }]);
    expect(dots(pieces[0])[2]).toBe("..#.....");
  });

  test("storing them resets the printer, and they stay", () => {
    const { pieces } = paper(ESC, "E", logos, "A", LF, ESC, "@", ESC, FS, "p", [2, 0], LF);
    expect(pieces).toMatchObject([{ style: { bold: false } }, { kind: "raster", label: "logo 2" }]);
  });

  test("one that is in the printer only is a labelled box, and page mode prints none", () => {
    expect(paper(ESC, FS, "p", [7, 0]).pieces).toMatchObject([{ kind: "placeholder", label: "logo 7" }]);
    const page = paper(ESC, GS, "P0", logos, ESC, GS, "P0", ESC, FS, "p", [1, 0], ESC, GS, "P7");
    expect(page).toMatchObject({ pieces: [], notes: ["logos (ESC FS p) are not printed in page mode"] });
  });
});

describe("graphics as on Epson printers, with ESC in front", () => {
  const stored = [0x30, 112, 48, 1, 1, 49, 8, 0, 1, 0, 0xaa];

  test.each([
    ["ESC GS ( L", [ESC, GS, "(L", [11, 0], stored]],
    ["ESC GS 8 L", [ESC, GS, "8L", [11, 0, 0, 0], stored]],
  ] as const)("%s", (_, command) => {
    const { pieces } = paper(...command, ESC, GS, "(L", [2, 0, 0x30, 50]);
    expect(dots(pieces[0])).toEqual(["#.#.#.#."]);
  });

  test("pictures in page mode stand where they are put", () => {
    const picture = bytes(ESC, GS, "(L", [11, 0], stored, ESC, GS, "(L", [2, 0, 0x30, 50]);
    const area = bytes(ESC, GS, "P0", ESC, GS, "P3", [0, 0, 0, 0, 200, 0, 100, 0]);
    const { pieces } = paper(area, ESC, GS, "P4", [50, 0], ESC, GS, "A", [40, 0], picture, ESC, GS, "P7");
    expect(pieces).toMatchObject([{ kind: "raster", x: 40, columns: 8, rows: 1 }]);
  });
});
