import { describe, expect, test } from "bun:test";
import { decode, type Piece, type Receipt } from "../../src/escpos/escpos.ts";
import { MAXIMUM_SYMBOL_WORK } from "../../src/escpos/limits.ts";
import { renderText } from "../../src/render/text.ts";
import { picturesOf, scanPaper } from "../symbols/scan.ts";
import { bytes, ESC, FS, GS, LF, type BytePart } from "./bytes.ts";

/** On a printer that counts whole dots along the paper. */
const paper = (...parts: BytePart[]): Receipt => decode(bytes(...parts), { model: "generic-80mm" });

/** What a scanner reads from each picture alone: some symbols are not found among others. */
const scan = async (receipt: Receipt): Promise<string[]> => {
  const scans: string[] = [];
  for (const picture of picturesOf(receipt.pieces)) {
    const found = await scanPaper([{ ...picture, x: 0, y: 0 }], picture.width, picture.height);
    scans.push(...found.map(({ text }) => text));
  }
  return scans;
};

const texts = (pieces: readonly Piece[]): string[] =>
  pieces.flatMap((piece) => (piece.kind === "text" ? [piece.text] : []));

const EAN13 = bytes(GS, "k", 67, 12, "400638133393");

/** GS ( k with its length. */
function symbol(kind: number, fn: number, ...data: BytePart[]): Uint8Array {
  const parameters = bytes(...data);
  const count = parameters.length + 2;
  return bytes([GS, 0x28, 0x6b, count & 0xff, count >> 8, kind, fn], parameters);
}

describe("GS k", () => {
  test("power-on settings: 3 dots a module, 162 dots high, no characters", async () => {
    const receipt = paper(EAN13);
    expect(receipt).toMatchObject({ heightDots: 162, notes: [] });
    expect(receipt.pieces).toMatchObject([
      {
        kind: "raster",
        x: 0,
        y: 0,
        width: 285,
        height: 162,
        symbol: { system: "EAN13", text: "4006381333931" },
      },
    ]);
    expect(await scan(receipt)).toEqual(["4006381333931"]);
  });

  test("form A ends at NUL", () => {
    expect(paper(bytes(GS, "k", 2, "400638133393", 0, "A")).pieces).toMatchObject([
      { symbol: { text: "4006381333931" } },
      { kind: "text", text: "A" },
    ]);
  });

  test.each([
    [1, 95],
    [2, 190],
    [6, 570],
    [68, 190],
    [69, 238],
    [76, 570],
    [0, 285],
    [7, 285],
    [77, 285],
  ])("GS w %d makes it %d dots wide", (n, width) => {
    expect(paper([GS, 0x77, n], EAN13).pieces[0]).toMatchObject({ width });
  });

  test("GS h sets its height; 0 changes nothing", () => {
    expect(paper([GS, 0x68, 40], EAN13).pieces[0]).toMatchObject({ height: 40 });
    expect(paper([GS, 0x68, 40, GS, 0x68, 0], EAN13).pieces[0]).toMatchObject({ height: 40 });
  });

  test.each([
    [0, []],
    [1, [0]],
    [2, [162]],
    [3, [0, 186]],
    [0x32, [162]],
    [4, []],
  ])("GS H %d prints the characters at %j", (n, tops) => {
    const { pieces, heightDots } = paper([GS, 0x48, n], EAN13);
    const captions = pieces.filter((piece) => piece.kind === "text");
    // 13 characters of 12 dots in the middle of 285.
    expect(captions).toMatchObject(tops.map((y) => ({ text: "4006381333931", x: 64, y, height: 24 })));
    expect(heightDots).toBe(162 + 24 * tops.length);
  });

  test.each([
    [0, "A", 12, 24],
    [1, "B", 9, 17],
    [48, "A", 12, 24],
    [49, "B", 9, 17],
    [9, "A", 12, 24],
  ] as const)("GS f %d prints them in font %s", (n, font, cellWidth, cellHeight) => {
    const caption = paper([GS, 0x48, 2, GS, 0x66, n], EAN13).pieces[1];
    expect(caption).toMatchObject({ style: { font, cellWidth, cellHeight }, width: 13 * cellWidth });
  });

  test("print modes do not act on the characters, and are as before after them", () => {
    const { pieces } = paper([GS, 0x48, 2, GS, 0x21, 0x11, ESC, 0x45, 1, GS, 0x42, 1], EAN13, "A\n");
    expect(pieces[1]).toMatchObject({ style: { scaleX: 1, scaleY: 1, bold: false, reverse: false } });
    expect(pieces[2]).toMatchObject({
      text: "A",
      style: { scaleX: 2, scaleY: 2, bold: true, reverse: true },
    });
  });

  test("ESC a moves bars and characters as one", () => {
    expect(paper([GS, 0x48, 2, ESC, 0x61, 1], EAN13).pieces).toMatchObject([{ x: 145 }, { x: 145 + 64 }]);
    expect(paper([GS, 0x48, 2, ESC, 0x61, 2], EAN13).pieces).toMatchObject([{ x: 291 }, { x: 291 + 64 }]);
  });

  test("characters wider than the bars make the bar code that wide", () => {
    const code = bytes(GS, "w", 1, GS, "H", 2, GS, "k", 79, 10, "1234567890");
    expect(paper(code).pieces).toMatchObject([
      { width: 90, x: 15 },
      { width: 120, x: 0 },
    ]);
  });

  test.each([
    ["form A", bytes(GS, "k", 4, "*12*", 0), ["A*12*B"]],
    ["form B, its count a character", bytes(GS, "k", 69, 33, "C".repeat(33)), [`A!${"C".repeat(33)}B`]],
    ["form B, its count a form feed", EAN13, ["A", "400638133393B"]],
    ["a system that there is not", bytes(GS, "k", 40, "1"), ["A1B"]],
    ["another one in its data", bytes(GS, "k", 4, "12", GS, "k", 2, "34", 0), ["A1234B"]],
    ["data cut off", bytes(GS, "k", 73, 40, "{B"), ["A({BB"]],
  ])("in a line with characters it is not executed: %s", (_title, code, printed) => {
    const receipt = paper("A", code, "B\n");
    expect(receipt.pieces.map(({ kind }) => kind)).toEqual(printed.map(() => "text"));
    expect(texts(receipt.pieces)).toEqual(printed);
    expect(receipt.notes[0]).toContain("its line is not empty");
  });

  test("in a line that is only moved in, and in page mode, it is", () => {
    expect(paper([ESC, 0x24, 40, 0], EAN13).pieces).toMatchObject([{ kind: "raster" }]);
    const page = paper([ESC, 0x4c], "A", [GS, 0x24, 200, 0], EAN13, [0x0c]);
    expect(page.pieces.map(({ kind }) => kind)).toEqual(["text", "raster"]);
  });

  test("QR codes of makers that use GS k begin a line of their own", () => {
    expect(paper("A", bytes(GS, "k", 11, "MA,hello", 0)).pieces).toMatchObject([
      { text: "A" },
      { kind: "raster", y: 30 },
    ]);
  });

  test("it starts at the top of a line, and text goes on below it", () => {
    expect(paper("A\n", EAN13, "B\n").pieces).toMatchObject([
      { text: "A", y: 0 },
      { kind: "raster", y: 30 },
      { text: "B", y: 192 },
    ]);
  });

  // 9 characters of 12 dots under bars of 9 * 29 - 2 dots: ten gaps of 15, and the dot left over on the right.
  test("the characters of CODE39 are spread under its bars, as Epson's pictures show", () => {
    const code = [GS, 0x77, 2, GS, 0x48, 2, ...bytes(GS, "k", 4, "*10% OFF*", 0)];
    expect(paper(code).pieces).toMatchObject([
      { kind: "raster", x: 0, width: 259 },
      { kind: "text", text: "*10% OFF*", x: 15, width: 9 * 27, style: { spacing: 15 } },
    ]);
  });

  test("two equal bar codes one below the other stay two", () => {
    expect(paper(EAN13, EAN13).pieces).toMatchObject([
      { y: 0, height: 162 },
      { y: 162, height: 162 },
    ]);
  });

  test("upside down (ESC {) the block is turned, from the right", async () => {
    const receipt = paper([ESC, 0x7b, 1, GS, 0x48, 2], EAN13);
    expect(receipt.pieces).toMatchObject([
      { kind: "text", x: 576 - 285 + 65, y: 0, style: { upsideDown: true } },
      { kind: "raster", x: 576 - 285, y: 24 },
    ]);
    expect(await scan(receipt)).toEqual(["4006381333931"]);
  });

  test("wider than the print area, the paper is fed and nothing printed", () => {
    const receipt = paper([GS, 0x57, 200, 0], "A\n", EAN13, "B\n");
    expect(receipt.pieces).toMatchObject([
      { text: "A", y: 0 },
      { text: "B", y: 30 + 162 },
    ]);
    expect(receipt.notes).toEqual([
      "EAN13 4006381333931 is not printed: it is 285 dots wide and the print area 200",
    ]);
  });

  test("invalid data prints nothing but a note", () => {
    expect(paper(bytes(GS, "k", 67, 3, "123", "A\n"))).toMatchObject({
      pieces: [{ text: "A", y: 0 }],
      notes: ["EAN13 123 is not printed: 12 or 13 digits are needed"],
    });
    expect(paper(bytes(GS, "k", 99, 1, "1")).pieces).toMatchObject([{ kind: "text" }]);
  });

  test("a wrong check digit is said", () => {
    expect(paper(bytes(GS, "k", 68, 8, "73513530")).notes).toEqual([
      "EAN8 73513537: check digit 0 is wrong and drawn as 7",
    ]);
  });

  test("ESC @ brings back the power-on settings", () => {
    const { pieces } = paper([GS, 0x68, 9, GS, 0x77, 6, GS, 0x48, 3, GS, 0x66, 1, ESC, 0x40], EAN13);
    expect(pieces).toMatchObject([{ width: 285, height: 162 }]);
  });

  test("in page mode the foot of the bars is at the print position", async () => {
    const receipt = paper([ESC, 0x4c, GS, 0x24, 200, 0, GS, 0x48, 2], EAN13, [0x0c]);
    const [bars, caption] = receipt.pieces;
    expect(bars).toMatchObject({ kind: "raster", height: 162, symbol: { text: "4006381333931" } });
    expect(Math.abs((bars?.y ?? 0) + 162 - 200)).toBeLessThanOrEqual(1);
    expect(caption).toMatchObject({ kind: "text", text: "4006381333931", y: (bars?.y ?? 0) + 162 });
    expect(await scan(receipt)).toEqual(["4006381333931"]);
  });

  test("in page mode bars higher than the room above them are cut at the area", async () => {
    const receipt = paper([ESC, 0x4c, GS, 0x24, 50, 0], EAN13, [0x0c]);
    expect(receipt.pieces).toMatchObject([
      { kind: "raster", y: 0, rows: receipt.pieces[0]?.height, scaleY: 1 },
    ]);
    expect(Math.abs((receipt.pieces[0]?.height ?? 0) - 50)).toBeLessThanOrEqual(1);
    expect(await scan(receipt)).toEqual(["4006381333931"]);
  });

  test("as text: a frame, and the characters where they are printed", () => {
    expect(renderText(paper([GS, 0x48, 3], EAN13))).toBe(
      [
        "     4006381333931",
        "┌──────────────────────┐",
        "└──────────────────────┘",
        "     4006381333931",
        "",
      ].join("\n"),
    );
  });
});

describe("GS ( k", () => {
  const settings: readonly (readonly [string, number, Uint8Array, BytePart, string])[] = [
    ["PDF417", 48, bytes(), "PDF data", "PDF data"],
    ["Truncated PDF417", 48, symbol(48, 70, 1), "PDF data", "PDF data"],
    ["QR code", 49, bytes(), "QR data", "QR data"],
    ["Micro QR code", 49, symbol(49, 65, [51, 0]), "12345", "12345"],
    ["MaxiCode", 50, symbol(50, 65, 52), "Maxi data", "Maxi data"],
    ["GS1 DataBar Stacked", 51, bytes(), [72, ...bytes("0952123454321")], "0109521234543213"],
    ["GS1 DataBar Stacked Omnidirectional", 51, bytes(), [73, ...bytes("0952123454321")], "0109521234543213"],
    ["GS1 DataBar Expanded Stacked", 51, bytes(), [76, ...bytes("(01)09521234543213")], "0109521234543213"],
    ["Aztec code", 53, bytes(), "Aztec data", "Aztec data"],
    ["DataMatrix", 54, symbol(54, 66, [49, 0, 0]), "Data", "Data"],
  ];
  test.each(settings)(
    "%s is stored once and printed as often as asked",
    async (name, kind, set, data, text) => {
      const print = symbol(kind, 81, 48);
      const receipt = paper(set, symbol(kind, 80, 48, data), print, LF, LF, print);
      expect(receipt.notes).toEqual([]);
      const expected = { kind: "raster", symbol: { system: name, text } };
      expect(receipt.pieces).toMatchObject([expected, expected]);
      expect(await scan(receipt)).toEqual([text, text]);
    },
  );

  test.each([48, 49, 50, 51, 52, 53, 54])("%d without data is not printed", (kind) => {
    const receipt = paper(symbol(kind, 81, 48));
    expect(receipt.pieces).toEqual([]);
    expect(receipt.notes).toEqual([expect.stringContaining("is not printed")]);
  });

  test("all kinds share one place for data, which ESC @ clears", () => {
    const qr = symbol(49, 80, 48, "QR");
    expect(paper(qr, symbol(54, 80, 48, "DM"), symbol(49, 81, 48)).pieces).toEqual([]);
    expect(paper(qr, [ESC, 0x40], symbol(49, 81, 48)).pieces).toEqual([]);
  });

  test("a composite symbol has two parts, stored in any order", async () => {
    const linear = symbol(52, 80, 48, [48, 66], "400638133393");
    const above = symbol(52, 80, 48, [49, 65], "(10)ABC");
    const print = symbol(52, 81, 48);
    const receipt = paper(above, linear, symbol(52, 67, 3), print);
    expect(receipt.pieces).toMatchObject([{ width: 99 * 3, symbol: { system: "EAN13 composite" } }]);
    expect(await scan(receipt)).toContain("4006381333931");
    expect(paper(linear, print).notes).toEqual([
      "composite symbol is not printed: one of its two parts is not stored",
    ]);
  });

  test.each([
    ["module size of QR code", symbol(49, 67, 8), 49, { width: 21 * 8, height: 21 * 8 }],
    ["module size out of range", symbol(49, 67, 17), 49, { width: 63 }],
    ["model out of range", symbol(49, 65, [0, 0]), 49, { width: 63 }],
    ["PDF417 columns", symbol(48, 65, 2), 48, { width: (69 + 34) * 3 }],
    ["PDF417 rows", bytes(symbol(48, 65, 2), symbol(48, 66, 20)), 48, { height: 20 * 9 }],
    ["PDF417 module width", bytes(symbol(48, 65, 2), symbol(48, 67, 2)), 48, { width: 206 }],
    [
      "PDF417 row height",
      bytes(symbol(48, 65, 2), symbol(48, 66, 9), symbol(48, 68, 5)),
      48,
      { height: 9 * 15 },
    ],
    ["Aztec compact with 4 layers", symbol(53, 66, [49, 4]), 53, { width: 81 }],
    ["Aztec module size", symbol(53, 67, 2), 53, { width: 38 }],
    ["DataMatrix of 26 modules", symbol(54, 66, [48, 26, 26]), 54, { width: 78 }],
    ["DataMatrix module size", symbol(54, 67, 5), 54, { width: 50 }],
    ...[
      [8, 18],
      [8, 32],
      [12, 26],
      [12, 36],
      [16, 36],
      [16, 48],
    ].map(
      ([rows = 0, columns = 0]) =>
        [
          `DataMatrix of ${rows} rows and ${columns} columns`,
          symbol(54, 66, [49, rows, columns]),
          54,
          { columns, rows },
        ] as const,
    ),
    ["DataMatrix of 12 rows", symbol(54, 66, [49, 12, 0]), 54, { columns: 26, rows: 12 }],
    [
      "DataMatrix with rows and columns exchanged",
      symbol(54, 66, [49, 18, 8]),
      54,
      { columns: 10, rows: 10 },
    ],
    ["DataMatrix of a size that there is not", symbol(54, 66, [48, 25, 25]), 54, { columns: 10, rows: 10 }],
  ])("%s", (_title, set, kind, box) => {
    const receipt = paper(set, symbol(kind, 80, 48, "A"), symbol(kind, 81, 48));
    expect(receipt.pieces).toMatchObject([box]);
  });

  test("error correction makes the symbol larger", () => {
    const width = (kind: number, set: Uint8Array): number =>
      paper(set, symbol(kind, 80, 48, "some more data"), symbol(kind, 81, 48)).pieces[0]?.width ?? 0;
    const qr = [48, 49, 50, 51].map((level) => width(49, symbol(49, 69, level)));
    expect(qr).toEqual([63, 63, 75, 75]);
    expect(width(53, symbol(53, 69, 90))).toBeGreaterThan(width(53, bytes()));
    const rows = (set: Uint8Array): number =>
      paper(symbol(48, 65, 4), set, symbol(48, 80, 48, "data"), symbol(48, 81, 48)).pieces[0]?.height ?? 0;
    expect(rows(symbol(48, 69, [48, 52]))).toBeGreaterThan(rows(symbol(48, 69, [48, 48])));
    expect(rows(symbol(48, 69, [49, 40]))).toBeGreaterThan(rows(symbol(48, 69, [49, 1])));
  });

  test("GS H prints no characters for it, ESC a moves it", () => {
    const receipt = paper([GS, 0x48, 3, ESC, 0x61, 1], symbol(49, 80, 48, "1"), symbol(49, 81, 48));
    expect(receipt.pieces).toMatchObject([{ x: (576 - 63) >> 1, width: 63 }]);
    expect(texts(receipt.pieces)).toEqual([]);
  });
});

describe("QR codes of other makers", () => {
  test.each([
    ["Bematech GS k 81", bytes(GS, "k", 81, [2, 8, 0, 1, 5, 0], "hello", "\r\n"), 4],
    ["Daruma ESC 81", bytes(ESC, 0x81, [7, 0, 5], "Mhello"), 5],
    ["Vox GS o, GS k 11", bytes(GS, "o", [0, 6, 0, 2], GS, "k", 11, "MA,hello", 0), 6],
    ["Zijang ESC Z", bytes(ESC, "Z", 0, "L", 7, [5, 0], "hello"), 7],
    ["Pyramid FS } %", bytes(FS, "}%", 5, "hello"), 4],
  ])("%s", async (_title, print, moduleSize) => {
    const receipt = paper([ESC, 0x61, 1], print);
    expect(receipt.pieces).toMatchObject([
      { kind: "raster", width: 21 * moduleSize, symbol: { system: "QR code", text: "hello" } },
    ]);
    expect(await scan(receipt)).toEqual(["hello"]);
  });
});

describe("limits", () => {
  test("equal symbols are drawn once, however many there are", () => {
    const store = symbol(49, 80, 48, "x".repeat(2000));
    const print = symbol(49, 81, 48);
    const many = bytes(store, ...Array.from({ length: 500 }, () => print));
    expect(paper(symbol(49, 67, 1), many).pieces).toHaveLength(500);
  });

  test("beyond the work allowed, symbols are placeholders", () => {
    const count = Math.ceil(MAXIMUM_SYMBOL_WORK / 32) + 2;
    const codes = Array.from({ length: count }, (_, n) => bytes(GS, "k", 70, 6, String(n).padStart(6, "0")));
    const receipt = decode(bytes([GS, 0x68, 1], ...codes), { columns: 48 });
    expect(receipt.truncated).toBe(true);
    expect(receipt.notes).toEqual(["bar codes and symbols beyond the limit of a print are not drawn"]);
    expect(receipt.pieces.at(-1)).toMatchObject({
      kind: "placeholder",
      label: expect.stringMatching(/^ITF \d{6}$/),
    });
  });

  const numbered = (cn: number, n: number) =>
    bytes(symbol(cn, 80, 48, String(n).padStart(6, "0")), symbol(cn, 81, 48));
  test.each([
    ["DataMatrix of 144 x 144 modules", symbol(54, 66, 48, 144, 144), (n: number) => numbered(54, n)],
    ["Aztec codes of 32 layers", symbol(53, 66, 48, 32), (n: number) => numbered(53, n)],
    [
      "PDF417 of 90 rows",
      bytes(symbol(48, 65, 10), symbol(48, 66, 90), symbol(48, 67, 1)),
      (n: number) => numbered(48, n),
    ],
    ["GS1 DataBars", bytes(), (n: number) => bytes(GS, "k", 75, 13, String(n).padStart(13, "0"))],
  ])("a few bytes cannot ask for much drawing: %s", (_title, settings, codeOf) => {
    const count = 400;
    const codes = Array.from({ length: count }, (_, n) => codeOf(n));
    const { pieces, truncated } = decode(bytes([GS, 0x68, 1], settings, ...codes), { columns: 48 });
    const drawn = pieces.filter((piece) => piece.kind === "raster").length;
    expect({ truncated, last: pieces.at(-1)?.kind }).toEqual({ truncated: true, last: "placeholder" });
    expect(drawn).toBeGreaterThan(20);
    expect(drawn).toBeLessThan(count * 0.7);
  });
});
