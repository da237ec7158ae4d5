import { describe, expect, test } from "bun:test";
import { decode, type Piece, type Receipt } from "../../src/escpos/escpos.ts";
import type { TextPiece } from "../../src/escpos/receipt.ts";
import { bytes, ESC, FS, GS, LF, US, type BytePart } from "./bytes.ts";

const COLUMNS = 20; // 240 dots
const paper = (...parts: BytePart[]): Receipt => decode(bytes(...parts), { columns: COLUMNS });

const isText = (piece: Piece): piece is TextPiece => piece.kind === "text";
const texts = (...parts: BytePart[]): TextPiece[] => paper(...parts).pieces.filter(isText);

/** Text pieces as "text@x,y" for short comparisons. */
const placed = (...parts: BytePart[]): string[] =>
  texts(...parts).map(({ text, x, y }) => `${text}@${x},${y}`);

describe("style", () => {
  // ESC a 0 says that a print is ESC/POS where nothing else does.
  test.each([
    ["ESC E", [ESC, 0x45, 1], { bold: true }],
    ["ESC E takes bit 0 only", [ESC, 0x61, 0, ESC, 0x45, 0xfe], { bold: false }],
    ["ESC G", [ESC, 0x47, 0x31], { bold: true }],
    ["ESC - one dot", [ESC, 0x2d, 1], { underline: 1 }],
    ["ESC - two dots as a digit", [ESC, 0x2d, 0x32], { underline: 2 }],
    ["ESC - out of range", [ESC, 0x2d, 3], { underline: 0 }],
    ["ESC M 1 is font B", [ESC, 0x4d, 1], { font: "B", cellWidth: 9, cellHeight: 17 }],
    ["ESC M 48 is font A", [ESC, 0x4d, 1, ESC, 0x4d, 48], { font: "A", cellWidth: 12, cellHeight: 24 }],
    ["ESC M out of range", [ESC, 0x4d, 9], { font: "A" }],
    ["GS !", [GS, 0x21, 0x12], { scaleX: 2, scaleY: 3 }],
    ["GS ! 77h", [GS, 0x21, 0x77], { scaleX: 8, scaleY: 8 }],
    ["GS B", [GS, 0x42, 1], { reverse: true }],
    ["ESC {", [ESC, 0x7b, 1], { upsideDown: true }],
    ["ESC SP", [ESC, 0x20, 4], { spacing: 4 }],
    [
      "ESC ! sets font, emphasis, size and underline",
      [ESC, 0x21, 0xb9],
      { font: "B", bold: true, scaleX: 2, scaleY: 2, underline: 1 },
    ],
    [
      "ESC ! 0 clears them",
      [GS, 0x21, 0x77, ESC, 0x45, 1, ESC, 0x21, 0],
      { bold: false, scaleX: 1, scaleY: 1 },
    ],
    [
      "ESC V turns characters, which then have no underline",
      [ESC, 0x2d, 2, ESC, 0x56, 1],
      { rotated: true, spacing: 1, underline: 0 },
    ],
    ["ESC V 2 sets them wider apart", [ESC, 0x56, 0x32], { rotated: true, spacing: 2 }],
    ["ESC V 0", [ESC, 0x56, 1, ESC, 0x56, 0], { rotated: false, spacing: 0 }],
    ["ESC 4", [ESC, 0x61, 0, ESC, 0x34], { italic: true }],
    ["ESC 4 with a parameter", [ESC, 0x61, 0, ESC, 0x34, 1, ESC, 0x34, 0], { italic: false }],
    ["ESC 5", [ESC, 0x61, 0, ESC, 0x34, ESC, 0x35], { italic: false }],
    ["ESC r", [ESC, 0x72, 0x31], { color: 2 }],
    ["ESC r out of range", [ESC, 0x72, 7], { color: 1 }],
    ["GS ( N: colour", [GS, 0x28, 0x4e, 2, 0, 48, 51], { color: 3 }],
    ["GS ( N: background", [GS, 0x28, 0x4e, 2, 0, 49, 50], { background: 2 }],
    ["GS ( N: shadow", [GS, 0x28, 0x4e, 3, 0, 50, 49, 50], { shadow: 2 }],
    ["GS b changes nothing", [GS, 0x62, 1], { scaleX: 1 }],
    ["ESC @", [GS, 0x21, 0x77, GS, 0x42, 1, ESC, 0x40], { scaleX: 1, scaleY: 1, reverse: false }],
  ] as [string, number[], object][])("%s", (_title, commands, style) => {
    expect(texts(commands, "x\n")[0]?.style).toMatchObject(style);
  });

  test("runs of one style that touch are one piece", () => {
    expect(placed("AB", [ESC, 0x45, 0], "CD\n")).toEqual(["ABCD@0,0"]);
    expect(placed("AB", [ESC, 0x45, 1], "CD\n")).toEqual(["AB@0,0", "CD@24,0"]);
  });

  test("ESC SP widens each character by its scaled spacing", () => {
    expect(texts([ESC, 0x20, 4, GS, 0x21, 0x10], "AB\n")[0]).toMatchObject({ width: 64, cells: 2 });
  });
});

describe("fonts and turned characters take their own room", () => {
  test("ESC V: characters as wide as their cell is high, the line as high as it is wide", () => {
    expect(texts([ESC, 0x56, 1], "AB\n")[0]).toMatchObject({ width: 50, height: 12 });
    expect(texts([ESC, 0x56, 1, GS, 0x21, 0x12], "A\n")[0]).toMatchObject({ width: 75, height: 24 });
    expect(placed([ESC, 0x56, 1], "abcdefghij\n")).toEqual(["abcdefghi@0,0", "j@0,30"]);
  });

  test.each([
    ["epson", 1, 9, 17],
    ["epson", 3, 10, 24],
    ["epson", 4, 8, 16],
    ["citizen", 1, 9, 24],
    ["bixolon", 2, 9, 24],
    ["epson", 98, 9, 17],
  ] as const)("%s, ESC M %d: %d x %d dots", (profile, n, cellWidth, cellHeight) => {
    const [piece] = decode(bytes([ESC, 0x4d, n], "A\n"), { columns: COLUMNS, profile }).pieces;
    expect(piece).toMatchObject({ width: cellWidth, style: { cellWidth, cellHeight } });
  });
});

describe("lines", () => {
  test("LF advances the line spacing; CR is ignored", () => {
    expect(placed("A\r\nB\n")).toEqual(["A@0,0", "B@0,30"]);
  });

  test("ESC 3 and ESC 2 set the line spacing, the tallest character its least height", () => {
    expect(placed([ESC, 0x33, 50], "A\nB\n", [ESC, 0x32], "C\nD\n")).toEqual([
      "A@0,0",
      "B@0,25",
      "C@0,50",
      "D@0,80",
    ]);
    expect(placed([ESC, 0x33, 0], "A\nB\n")).toEqual(["A@0,0", "B@0,24"]);
  });

  test("sizes on one line share a baseline", () => {
    const [small, large] = texts("a", [GS, 0x21, 0x11], "B", [GS, 0x21, 0], "\nc\n");
    expect(small).toMatchObject({ y: 20, height: 24, baseline: 40 });
    expect(large).toMatchObject({ y: 0, height: 48, baseline: 40 });
    expect(texts("a", [GS, 0x21, 0x11], "B\n", [GS, 0x21, 0], "c\n")[2]?.y).toBe(48);
  });

  test("a line wraps when the next character does not fit", () => {
    expect(placed("abcdefghijklmnopqrstuvwxyz\n")).toEqual(["abcdefghijklmnopqrst@0,0", "uvwxyz@0,30"]);
  });

  test("a full line and its LF are one line", () => {
    expect(placed("abcdefghijklmnopqrst\nB\n")).toEqual(["abcdefghijklmnopqrst@0,0", "B@0,30"]);
  });

  test("ESC d feeds lines, ESC J dots, and both print the line", () => {
    expect(placed("A", [ESC, 0x64, 3], "B", [ESC, 0x4a, 100], "C\n")).toEqual(["A@0,0", "B@0,90", "C@0,140"]);
    expect(placed([ESC, 0x64, 2], "A\n")).toEqual(["A@0,60"]);
    expect(placed("A", [ESC, 0x64, 0], "B\n")).toEqual(["A@0,0", "B@0,24"]);
  });

  test("ESC K and ESC e feed back, not beyond the start of the paper", () => {
    expect(placed("A\nB\n", [ESC, 0x4b, 60], "C\n")).toEqual(["A@0,0", "B@0,30", "C@0,30"]);
    expect(placed("A\n", [ESC, 0x65, 9], "B\n")).toEqual(["A@0,0", "B@0,0"]);
  });

  test("the end of the print prints the line", () => {
    expect(placed("A")).toEqual(["A@0,0"]);
    expect(paper("A").heightDots).toBe(30);
  });

  test("ESC @ drops the line buffer", () => {
    expect(placed("A", [ESC, 0x40], "B\n")).toEqual(["B@0,0"]);
  });

  test("GS T drops or prints the line", () => {
    expect(placed("A", [GS, 0x54, 0], "B\n")).toEqual(["B@0,0"]);
    expect(placed("A", [GS, 0x54, 1], "B\n")).toEqual(["A@0,0", "B@0,30"]);
  });
});

describe("position", () => {
  test.each([
    ["centre", 1, "AB@108,0"],
    ["right", 2, "AB@216,0"],
    ["left, as a digit", 0x30, "AB@0,0"],
    ["out of range", 7, "AB@0,0"],
  ])("ESC a: %s", (_title, n, expected) => {
    expect(placed([ESC, 0x61, n], "AB\n")).toEqual([expected]);
  });

  test("ESC a inside a line acts from the next one", () => {
    expect(placed("A", [ESC, 0x61, 2], "B\nC\n")).toEqual(["AB@0,0", "C@228,30"]);
  });

  test("GS L and GS W set the print area, from the next line on", () => {
    const area = [GS, 0x4c, 24, 0, GS, 0x57, 36, 0];
    expect(placed(area, "abcd\n")).toEqual(["abc@24,0", "d@24,30"]);
    expect(placed("A", area, "bcd\nE\n")).toEqual(["Abcd@0,0", "E@24,30"]);
    expect(placed(area, [ESC, 0x61, 2], "a\n")).toEqual(["a@48,0"]);
  });

  test("an area wider than the paper ends with the paper", () => {
    expect(placed([GS, 0x4c, 0xe4, 0, GS, 0x57, 0xff, 0xff], "ab\n")).toEqual(["a@228,0", "b@228,30"]);
  });

  test("ESC $ and ESC \\ move, and pieces come in reading order", () => {
    expect(placed([ESC, 0x24, 100, 0], "B", [ESC, 0x24, 10, 0], "A\n")).toEqual(["A@10,0", "B@100,0"]);
    expect(placed("A", [ESC, 0x5c, 12, 0], "B", [ESC, 0x5c, 0xe8, 0xff], "C\n")).toEqual([
      "A@0,0",
      "C@12,0",
      "B@24,0",
    ]);
    expect(placed("A", [ESC, 0x5c, 0, 0x80], "B\n")).toEqual(["AB@0,0"]);
    expect(placed("A", [ESC, 0x24, 0xff, 0xff], "B\n")).toEqual(["AB@0,0"]);
  });

  test("GS P changes the unit of positions and feeds", () => {
    expect(placed([GS, 0x50, 0xcb, 0x65, ESC, 0x24, 50, 0], "A", [ESC, 0x4a, 50], "B\n")).toEqual([
      "A@50,0",
      "B@0,100",
    ]);
  });

  test("HT goes to every 8th column, then no further", () => {
    expect(placed("A\tB\tC\tD\n")).toEqual(["A@0,0", "B@96,0", "C@192,0", "D@0,30"]);
  });

  test("ESC D sets stops in characters of the current width; ESC D NUL clears them", () => {
    expect(placed([ESC, 0x44, 3, 5, 0], "A\tB\tC\tD\n")).toEqual(["A@0,0", "B@36,0", "CD@60,0"]);
    expect(placed([GS, 0x21, 0x10, ESC, 0x44, 3, 0, GS, 0x21, 0], "\tB\n")).toEqual(["B@72,0"]);
    expect(placed([ESC, 0x44, 0], "A\tB\n")).toEqual(["AB@0,0"]);
  });

  test("ESC { turns lines: they start at the right, baseline on top", () => {
    const [small, large] = texts([ESC, 0x7b, 1], "ab", [GS, 0x21, 0x11], "C\n");
    expect(small).toMatchObject({ text: "ab", x: 216, y: 4, baseline: 8 });
    expect(large).toMatchObject({ text: "C", x: 192, y: 0, baseline: 8 });
    expect(texts("a", [ESC, 0x7b, 1], "b\nc\n").map(({ style }) => style.upsideDown)).toEqual([false, true]);
  });
});

describe("characters", () => {
  test.each([
    [0, "\x82\x9c", "é£"],
    [2, "\xb5", "Á"],
    [16, "\x80", "€"],
    [17, "\x80\xa0", "Аа"],
    [19, "\xd5", "€"],
    [1, "\xb1\x95", "ｱ─"],
    [44, "\xfa\xfb", "÷±"],
    [49, "\xf9\xec", "של"],
    [21, "\xa1", "ก"],
  ])("ESC t %d", (page, characters, expected) => {
    expect(texts([ESC, 0x74, page], characters, "\n")[0]?.text).toBe(expected);
  });

  test("a cell that a page leaves undefined is blank", () => {
    expect(texts([ESC, 0x74, 16], "A\x81B\n")[0]?.text).toBe("A B");
  });

  test("the upper half of an unknown page is question marks, and that is said", () => {
    const receipt = paper([ESC, 0x74, 200], "A\x90\n");
    expect(receipt.pieces[0]).toMatchObject({ text: "A?" });
    expect(receipt.notes).toEqual(["code page 200 (ESC t) is not known"]);
  });

  test.each([
    [1, "@[\\]{|}~", "à°ç§éùè¨"],
    [2, "[\\]{|}~", "ÄÖÜäöüß"],
    [3, "#", "£"],
    [8, "\\", "¥"],
    [17, "%*", "٪٭"],
    [68, "01", "0௧"],
    [99, "#[", "#["],
  ])("ESC R %d replaces cells of any page", (set, characters, expected) => {
    expect(texts([ESC, 0x74, 16, ESC, 0x52, set], characters, "\n")[0]?.text).toBe(expected);
  });

  test("UTF-8 (FS ( C): wide characters take two cells", () => {
    const utf8 = Buffer.from("é中a", "utf8");
    expect(placed([FS, 0x28, 0x43, 2, 0, 0x30, 2], utf8, LF)).toEqual(["é@0,0", "中@12,0", "a@36,0"]);
    expect(texts([FS, 0x28, 0x43, 2, 0, 0x30, 2], "\xf0\x9f\x98\x80\n")[0]).toMatchObject({
      text: "😀",
      cells: 2,
    });
  });

  test("Shift JIS (FS C 1): pairs are wide, katakana and ASCII of one byte are not", () => {
    const shiftJis = [ESC, 0x74, 1, FS, 0x43, 1];
    expect(placed(shiftJis, "A\x8e\x73\x92\x4a\xb1\n")).toEqual(["A@0,0", "市谷@12,0", "ｱ@60,0"]);
    expect(texts(shiftJis, "\x81\x20\x8es\x81\n").map(({ text }) => text)).toEqual([
      "\u3000",
      " ",
      "市\u3000",
    ]);
    expect(placed(shiftJis, [FS, 0x2e], "\x95\n")).toEqual(["─@0,0"]);
    expect(placed(shiftJis, [FS, 0x43, 0], "\x95\n")).toEqual(["─@0,0"]);
    expect(placed(shiftJis, "\x8e\x73".repeat(11), LF)).toEqual([`${"市".repeat(10)}@0,0`, "市@0,30"]);
  });

  test("what goes to the customer display stays off the paper", () => {
    expect(placed("A", [ESC, 0x3d, 2], "HELLO", [US, 0x24, 1, 1, ESC, 0x3d, 1], "B\n")).toEqual(["AB@0,0"]);
    expect(placed([ESC, 0x3d, 0], "gone\n", [ESC, 0x3d, 3], "kept\n")).toEqual(["kept@0,0"]);
  });
});
