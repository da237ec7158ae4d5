import { describe, expect, test } from "bun:test";
import { decode, type Receipt } from "../../src/escpos/escpos.ts";
import { renderText } from "../../src/render/text.ts";
import { bytes, ESC, FF, FS, GS, type BytePart } from "./bytes.ts";
import { dots, isRaster } from "./dots.ts";

const paper = (...parts: BytePart[]): Receipt => decode(bytes(...parts), { columns: 20 });

const kinds = (...parts: BytePart[]): string[] => paper(...parts).pieces.map(({ kind }) => kind);

/** Two columns for "A", the left one black from top to foot, the right one with its top dot only. */
const DEFINE_A = [ESC, 0x26, 3, 0x41, 0x41, 2, 0xff, 0xff, 0xff, 0x80, 0, 0];
const ON = [ESC, 0x25, 1];
const OFF = [ESC, 0x25, 0];

describe("user-defined characters (ESC &, ESC %)", () => {
  test("are drawn from their dots among other characters", () => {
    const { pieces } = paper(DEFINE_A, ON, "xAAy\n");
    expect(pieces).toMatchObject([
      { kind: "text", text: "x", x: 0 },
      { kind: "raster", text: "AA", x: 12, y: 0, width: 24, height: 24 },
      { kind: "text", text: "y", x: 36 },
    ]);
    expect(dots(pieces[1])[0]).toBe("##..........##..........");
    expect(dots(pieces[1])[23]).toBe("#...........#...........");
  });

  test("print only while ESC % is on, until ESC ? or ESC @, in the font they were made for", () => {
    expect(kinds(DEFINE_A, "A\n", ON, "A\n", OFF, "A\n")).toEqual(["text", "raster", "text"]);
    expect(kinds(DEFINE_A, ON, [ESC, 0x3f, 0x41], "A\n")).toEqual(["text"]);
    expect(kinds(DEFINE_A, [ESC, 0x40], ON, "A\n")).toEqual(["text"]);
    expect(kinds(DEFINE_A, ON, [ESC, 0x4d, 1], "A\n")).toEqual(["text"]);
  });

  test.each([
    ["GS ! magnifies", [GS, 0x21, 0x12], { width: 24, height: 72, scaleX: 2, scaleY: 3 }, "##.........."],
    ["GS B turns the colours around", [GS, 0x42, 1], { width: 12 }, "..##########"],
    ["ESC E strikes twice", [ESC, 0x45, 1], { width: 12 }, "###........."],
    ["ESC SP spaces", [ESC, 0x20, 3], { width: 15 }, "##............."],
    ["ESC r colours", [ESC, 0x72, 1], { color: 2 }, "##.........."],
    ["ESC {", [ESC, 0x7b, 1], { x: 228 }, "...........#"],
    ["ESC V turns", [ESC, 0x56, 1], { width: 25, height: 12 }, "########################."],
  ])("%s", (_title, style, piece, firstRow) => {
    const { pieces } = paper(DEFINE_A, ON, style, "A\n");
    expect(pieces).toMatchObject([piece]);
    expect(dots(pieces[0])[0]).toBe(firstRow);
  });

  test("ESC - underlines them", () => {
    expect(dots(paper(DEFINE_A, ON, [ESC, 0x2d, 2], "A\n").pieces[0]).slice(-3)).toEqual([
      "#...........",
      "############",
      "############",
    ]);
  });

  test("they wrap, and stand in text as the characters they replace", () => {
    const receipt = paper(DEFINE_A, ON, "A".repeat(21), "b\n");
    expect(receipt.pieces.filter(isRaster).map(({ text, y }) => [text, y])).toEqual([
      ["A".repeat(20), 0],
      ["A", 30],
    ]);
    expect(renderText(receipt)).toBe(`${"A".repeat(20)}\nAb\n`);
  });

  test("page mode turns them", () => {
    const { pieces } = paper(DEFINE_A, ON, [ESC, 0x4c, ESC, 0x54, 3], "A", [FF]);
    expect(pieces).toMatchObject([{ kind: "raster", columns: 24, rows: 12 }]);
  });
});

test("user-defined kanji (FS 2) print in kanji mode, until FS ?", () => {
  const define = bytes([FS, 0x32, 0x77, 0x21], new Uint8Array(72).fill(0xff));
  const kanji = decode(bytes([FS, 0x26, FS, 0x43, 0], define, [0x77, 0x21], "\n"), {
    columns: 20,
    charset: "japan",
  });
  expect(kanji.pieces).toMatchObject([{ kind: "raster", width: 24, height: 24, text: "〓" }]);
  const deleted = decode(bytes([FS, 0x26, FS, 0x43, 0], define, [FS, 0x3f, 0x77, 0x21, 0x77, 0x21], "\n"), {
    columns: 20,
    charset: "japan",
  });
  expect(deleted.pieces.filter(isRaster)).toEqual([]);
});

describe("code page 255 (GS ( E functions 8 to 10)", () => {
  const setting = (...body: BytePart[]): Uint8Array => {
    const data = bytes(...body);
    return bytes(GS, "(E", data.length, 0, data);
  };
  const columns = setting([8, 1, 0x80, 0x80, 2, 0xff, 0x01]);
  const rows = setting([9, 1, 0x81, 0x81, 2, 0xf0, 0x0f]);
  const first = (...parts: BytePart[]): string[] => dots(paper(...parts).pieces[0]).slice(0, 8);

  test("is drawn by columns or rows while ESC t 255 is on, and outlives ESC @", () => {
    const page = [ESC, 0x74, 255];
    expect(first(columns, page, "\x80\n")[0]).toBe("#...........");
    expect(first(columns, page, "\x80\n")[7]).toBe("##..........");
    expect(first(rows, [ESC, 0x40], page, "\x81\n").slice(0, 2)).toEqual(["####........", "....####...."]);
    expect(paper(columns, "\x80\n").pieces).toMatchObject([{ kind: "text", text: "Ç" }]);
  });

  test("function 10 deletes characters", () => {
    const input = [columns, rows, setting([10, 0x80, 0x81]), [ESC, 0x74, 255], "\x80\x81\n"];
    expect(paper(...input).pieces.filter(isRaster)).toEqual([]);
  });
});
