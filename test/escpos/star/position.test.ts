import { describe, expect, test } from "bun:test";
import { decode, type ModelId, type Receipt } from "../../../src/escpos/escpos.ts";
import { renderText } from "../../../src/render/text.ts";
import { bytes, ESC, GS, LF, type BytePart } from "../bytes.ts";

/** A Star print on paper of 20 columns, 240 dots; impact printers have 9 half dots a column, and 144 dots an inch. */
const paper = (parts: readonly BytePart[], model: ModelId = "star-tsp650ii"): Receipt =>
  decode(bytes(...parts), { columns: 20, model });

/** Text and cuts as "text@x,y". */
const places = (parts: readonly BytePart[], model?: ModelId): string[] =>
  paper(parts, model).pieces.map((piece) =>
    piece.kind === "text" ? `${piece.text}@${piece.x},${piece.y}` : `${piece.kind}@${piece.y}`,
  );

const word = (n: number): number[] => [n & 0xff, (n >> 8) & 0xff];

describe("in the line", () => {
  test.each([
    ["there are no tab stops until ESC D", ["A\tB\n"], ["AB@0,0"]],
    ["tab stops", [[ESC, 0x44, 4, 10, 0], "A\tB\tC\tD\n"], ["A@0,0", "B@48,0", "CD@120,0"]],
    ["tab stops are cleared", [[ESC, 0x44, 4, 0, ESC, 0x44, 0], "A\tB\n"], ["AB@0,0"]],
    ["tab stops in the pitch", [[ESC, 0x3a, ESC, 0x44, 4, 0], "A\tB\n"], ["A@0,0", "B@64,0"]],
    ["a position", ["A", [ESC, GS, 0x41, ...word(100)], "B\n"], ["A@0,0", "B@100,0"]],
    ["a distance", ["A", [ESC, GS, 0x52, ...word(24)], "B\n"], ["A@0,0", "B@36,0"]],
    ["back", [[ESC, GS, 0x41, ...word(48)], "B", [ESC, GS, 0x52, ...word(-60)], "A\n"], ["A@0,0", "B@48,0"]],
    ["centred", [[ESC, GS, 0x61, 1], "AB\n"], ["AB@108,0"]],
    ["right by a digit", [[ESC, GS, 0x61, 0x32], "AB\n"], ["AB@216,0"]],
    ["no such justification", [[ESC, GS, 0x61, 1, ESC, GS, 0x61, 7], "AB\n"], ["AB@108,0"]],
    ["upside down, as a whole line", ["A", [0x0f], "B\nC\n"], ["AB@0,0", "C@228,32"]],
  ] as [string, BytePart[], string[]][])("%s", (_, print, expected) => {
    expect(places(print)).toEqual(expected);
  });
});

describe("margins, on paper of 48 columns", () => {
  const line = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const left = (columns: number): number[] => [ESC, 0x6c, columns];
  const right = (columns: number): number[] => [ESC, 0x51, columns];
  const wrapped = ["ABCDEFGHIJKLMNOPQRSTUVWX@24,0", "YZ@24,32"];

  test.each([
    ["left", left(2), [`${line}@24,0`]],
    ["left, then right: both count from the edge", [...left(2), ...right(26)], wrapped],
    ["right, then left", [...right(26), ...left(2)], wrapped],
    ["a left one that leaves less than 36 mm is ignored", left(25), [`${line}@0,0`]],
    ["a right one that leaves less than 36 mm is ignored", right(23), [`${line}@0,0`]],
    ["none of the right one", right(0), [`${line}@0,0`]],
    ["a right one beyond the paper is its edge", [...right(200), ...left(2)], [`${line}@24,0`]],
  ] as [string, number[], string[]][])("%s", (_, settings, expected) => {
    const { pieces } = decode(bytes(settings, line, LF), { columns: 48, model: "star-tsp650ii" });
    expect(pieces.map((piece) => piece.kind === "text" && `${piece.text}@${piece.x},${piece.y}`)).toEqual(
      expected,
    );
  });
});

/** From the start of one line to the next, in dots, by what stands between them. */
const pitch = (between: BytePart, model?: ModelId): number | undefined =>
  paper(["A", between, "B\n"], model).pieces.at(-1)?.y;

describe("feeds", () => {
  test.each([
    ["LF is 4 mm", [LF], 32],
    ["LF CR is one line", [LF, 0x0d], 32],
    ["CR LF is one line", [0x0d, LF], 32],
    ["ESC 0 is 3 mm", [ESC, 0x30, LF], 24],
    ["ESC 1 is 3 mm", [ESC, 0x31, LF], 24],
    ["ESC z 1 is 4 mm", [ESC, 0x30, ESC, 0x7a, 0x31, LF], 32],
    ["ESC z 0 is 3 mm", [ESC, 0x7a, 0, LF], 24],
    ["ESC 2 after no ESC A", [ESC, 0x30, ESC, 0x32, LF], 32],
    ["ESC A up to 9 is 3 mm", [ESC, 0x41, 9, ESC, 0x32, LF], 24],
    ["ESC A acts with ESC 2", [ESC, 0x41, 9, LF], 32],
    ["ESC 3 is ignored", [ESC, 0x33, 200, LF], 32],
    ["ESC y is ignored", [ESC, 0x79, 200, LF], 32],
    ["ESC J is quarters of a millimetre", [ESC, 0x4a, 20], 40],
    ["ESC I is eighths of a millimetre", [ESC, 0x49, 40], 40],
    ["ESC a feeds lines", [ESC, 0x61, 3], 96],
    ["ESC a by a digit", [ESC, 0x61, 0x33], 96],
    ["ESC j is ignored", [LF, ESC, 0x6a, 20], 32],
    ["double height makes the line twice as high", [ESC, 0x0e, 0x43, ESC, 0x14, LF], 64],
    ["three times", [ESC, 0x68, 2, 0x43, ESC, 0x68, 0, LF], 96],
    ["VT without tab stops is ignored", [LF, 0x0b, 0x0b], 32],
    ["VT feeds to the next tab stop", [ESC, 0x42, 3, 10, 0, LF, 0x0b], 96],
    ["VT behind the last tab stop feeds to the next page", [ESC, 0x42, 1, 0, LF, 0x0b], 42 * 32],
    ["FF feeds to the next page of 42 lines", [LF, 0x0c], 42 * 32],
    ["FF after ESC C", [LF, ESC, 0x43, 3, 0x0c], 32 + 96],
    ["FF in units of 24 mm", [LF, ESC, 0x43, 0, 1, 0x0c], 32 + 192],
    ["a page begins at a cut", [LF, ESC, 0x64, 0, ESC, 0x7a, 1, 0x0c], 32 + 42 * 32],
  ] as [string, number[], number][])("%s", (_, between, expected) => {
    expect(pitch(between)).toBe(expected);
  });

  test.each([
    ["LF is 1/6 inch", [LF], 24],
    ["ESC 0 is 1/8 inch", [ESC, 0x30, LF], 18],
    ["ESC 1 is 7/72 inch, but a line is at least as high as its characters", [ESC, 0x31, LF], 18],
    ["ESC z 0 is 1/12 inch", [ESC, 0x7a, 0, LF, LF], 30],
    ["ESC A is n/72 inch", [ESC, 0x41, 20, ESC, 0x32, LF], 40],
    ["ESC 3 is n/216 inch", [ESC, 0x33, 60, LF], 40],
    ["ESC y is n/144 inch", [ESC, 0x79, 40, LF], 40],
    ["ESC J is n/72 inch", [ESC, 0x4a, 20], 40],
    ["ESC I is n/144 inch", [ESC, 0x49, 40], 40],
    ["ESC j feeds back", [LF, LF, ESC, 0x6a, 12], 24],
    ["FF in inches", [LF, ESC, 0x43, 0, 1, 0x0c], 24 + 144],
  ] as [string, number[], number][])("impact: %s", (_, between, expected) => {
    expect(pitch(between, "star-sp700")).toBe(expected);
  });
});

describe("page mode", () => {
  const fn = (digit: string, ...parameters: number[]): Uint8Array =>
    bytes([ESC, GS, 0x50], digit, parameters);
  const area = (x: number, y: number, width: number, height: number): Uint8Array =>
    fn("3", ...word(x), ...word(y), ...word(width), ...word(height));

  test.each([
    [
      "marks at their places, printed and left",
      [
        fn("0"),
        area(10, 0, 200, 300),
        fn("4", ...word(50)),
        "A",
        [ESC, GS, 0x41, ...word(60)],
        "B",
        fn("7"),
        "C\n",
      ],
      ["A@10,30", "B@70,30", "C@0,300"],
    ],
    ["up and down", [fn("0"), fn("4", ...word(50)), fn("5", ...word(-20)), "A", fn("7")], ["A@0,10"]],
    ["left and dropped", [fn("0"), "A", fn("1"), "B\n"], ["B@0,0"]],
    ["printed and kept", [fn("0"), area(0, 0, 240, 40), "A", fn("6"), fn("7")], ["A@0,0", "A@0,40"]],
    ["cleared", [fn("0"), "A", fn("8"), "B", fn("7")], ["B@12,0"]],
    ["it begins at the start of a line only", ["A", fn("0"), "B\n"], ["AB@0,0"]],
    ["a cut is ignored in it", [fn("0"), "A", [ESC, 0x64, 0], fn("7")], ["A@0,0"]],
    [
      "a page that is longer than Epson's",
      [fn("0"), area(0, 0, 240, 2000), fn("4", ...word(1950)), "A", fn("7")],
      ["A@0,1930"],
    ],
  ] as [string, BytePart[], string[]][])("%s", (_, print, expected) => {
    expect(places(print)).toEqual(expected);
  });

  test("turned", () => {
    const print = [fn("0"), fn("2", 0x31), area(0, 0, 240, 300), "TICKET", fn("7")];
    expect(paper(print).pieces).toMatchObject([
      { text: "TICKET", width: 24, height: 72, style: { turn: 270 } },
    ]);
    expect(renderText(paper(print))).toBe("TICKET\n");
  });
});
