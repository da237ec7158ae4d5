import { describe, expect, test } from "bun:test";
import { decode, type ModelId, type Piece, type Receipt } from "../../../src/escpos/escpos.ts";
import { paintReceipt } from "../../../src/render/paint/paint-receipt.ts";
import { bytes, ESC, FF, GS, LF, type BytePart } from "../bytes.ts";

function paper(model: ModelId | undefined, ...parts: BytePart[]): Receipt {
  return decode(bytes(...parts), { model });
}

/** Tops of the pieces of text. */
function tops({ pieces }: Receipt): number[] {
  return pieces.filter(({ kind }) => kind === "text").map(({ y }) => y);
}

/** Eight columns of 24 black dots, and the end of the line. */
const STRIP = bytes([ESC, 0x2a, 33, 8, 0], new Uint8Array(24).fill(0xff), LF);

/** Rows of the paper without a dot between the first and the last that have one. */
function whiteRows(receipt: Receipt): number {
  const { rowBytes, bytes: dots } = paintReceipt(receipt).canvas;
  const inked = Array.from({ length: dots.length / rowBytes }, (_, row) =>
    dots.subarray(row * rowBytes, (row + 1) * rowBytes).some((byte) => byte !== 0),
  );
  return inked.slice(inked.indexOf(true), inked.lastIndexOf(true)).filter((isInked) => !isInked).length;
}

describe("strips of 24 dots leave no white rows on the model that they are made for", () => {
  test.each<[string, ModelId | undefined, BytePart, number]>([
    ["ESC 3 36 on half dots", undefined, [ESC, 0x33, 36], 0],
    ["ESC 3 24 on half dots", undefined, [ESC, 0x33, 24], 0],
    ["ESC 3 48 on half dots", "epson-tm-t88v", [ESC, 0x33, 48], 0],
    ["GS P 180 180, ESC 3 24", undefined, [GS, 0x50, 180, 180, ESC, 0x33, 24], 0],
    ["GS P 180 180, ESC 3 24 at 180 dpi", "epson-tm-t88ii", [GS, 0x50, 180, 180, ESC, 0x33, 24], 0],
    ["GS P 180 180, ESC 3 24 at 203 dpi", "epson-tm-t20ii", [GS, 0x50, 180, 180, ESC, 0x33, 24], 6],
    ["ESC 3 36 on whole dots", "xprinter-xp-t80q", [ESC, 0x33, 36], 24],
    ["ESC 3 24 on whole dots", "xprinter-xp-t80q", [ESC, 0x33, 24], 0],
    ["ESC 2 at 180 dpi", "epson-tm-t88v", [ESC, 0x32], 12],
  ])("%s", (_title, model, setting, white) => {
    expect(whiteRows(paper(model, setting, STRIP, STRIP, STRIP))).toBe(white);
  });
});

describe("a print that feeds its pictures in dots of another head is drawn on it", () => {
  const units = bytes([GS, 0x50, 180, 180]);
  const picture = bytes(units, [ESC, 0x33, 24], STRIP, STRIP);

  test("of 512 dots and 42 columns, where no model is chosen", () => {
    const receipt = paper(undefined, "A\n", picture, "B\n");
    expect(receipt).toMatchObject({ columns: 42, widthDots: 512, dotsPerInch: 180, dotsPerInchAlong: 180 });
    expect(receipt.printer.model.id).toBe("epson-80mm-180dpi");
  });

  test("fed by ESC J", () => {
    expect(paper(undefined, units, STRIP.subarray(0, -1), [ESC, 0x4a, 24], STRIP).widthDots).toBe(512);
  });

  test("the default width says nothing of it, another width stays", () => {
    expect(decode(picture, { columns: 48 })).toMatchObject({ columns: 42, widthDots: 512 });
    expect(decode(picture, { columns: 80 })).toMatchObject({ columns: 80, widthDots: 960, dotsPerInch: 180 });
  });

  test.each<[string, ModelId | undefined, BytePart[]]>([
    ["a chosen model stays", "epson-tm-t20ii", [picture]],
    ["the units alone say nothing", undefined, [units, "A\n", [ESC, 0x33, 24], "B\n"]],
    ["pictures fed otherwise say nothing", undefined, [units, [ESC, 0x33, 27], STRIP, STRIP]],
    [
      "the bytes of a picture are no command",
      undefined,
      [[GS, 0x76, 0x30, 0, 4, 0, 1, 0], units, [ESC, 0x33, 24], STRIP],
    ],
  ])("%s", (_title, model, parts) => {
    expect(paper(model, ...parts)).toMatchObject({ columns: 48, widthDots: 576, dotsPerInch: 203 });
  });
});

describe("halves of dots add up", () => {
  test("ESC J 1: every other one is a dot", () => {
    const feeds = Array.from({ length: 7 }, () => bytes("A", [ESC, 0x4a, 49]));
    // 24.5 dots each.
    expect(tops(paper(undefined, ...feeds))).toEqual([0, 24, 49, 73, 98, 122, 147]);
    expect(tops(paper("generic-80mm", ...feeds))).toEqual([0, 49, 98, 147, 196, 245, 294]);
  });

  test("ESC 3 with an odd number", () => {
    expect(tops(paper(undefined, [ESC, 0x33, 61], "A\nB\nC\nD\n"))).toEqual([0, 30, 61, 91]);
  });

  test("ESC K takes back what ESC J fed, half by half", () => {
    const feeds = Array.from({ length: 3 }, () => [ESC, 0x4a, 1]).flat();
    const backs = Array.from({ length: 3 }, () => [ESC, 0x4b, 1]).flat();
    expect(tops(paper(undefined, "A\n", feeds, backs, "B\n"))).toEqual([0, 30]);
    expect(paper(undefined, "A\n", feeds).heightDots).toBe(31);
  });

  test("GS P: the paper moves by whole steps of the printer", () => {
    // 100 of 1/100 inch are 203 dots; 1 of them is 2.03, which is two dots.
    expect(paper(undefined, [GS, 0x50, 0, 100, ESC, 0x4a, 100]).heightDots).toBe(203);
    expect(paper(undefined, [GS, 0x50, 0, 100, ESC, 0x4a, 1]).heightDots).toBe(2);
    expect(paper("generic-80mm", [GS, 0x50, 0, 254, ESC, 0x4a, 3]).heightDots).toBe(2);
  });

  test("page mode: GS \\, ESC 3 and areas that touch", () => {
    const down = [GS, 0x5c, 1, 0];
    const page = [ESC, 0x4c, ESC, 0x57, 0, 0, 0, 0, 100, 0, 200, 0];
    expect(tops(paper(undefined, page, "A", down, down, down, "B", [FF]))).toEqual([0, 1]);
    expect(tops(paper(undefined, page, [ESC, 0x33, 61], "A\nB\nC\n", [FF]))).toEqual([0, 30, 61]);
    const area = (y: number): number[] => [ESC, 0x57, 0, 0, y, 0, 100, 0, 25, 0];
    const drawn = paper(undefined, [ESC, 0x4c], area(0), "A", area(25), "B", area(50), "C", [FF]);
    expect(tops(drawn)).toEqual([0, 12, 25]);
  });
});

describe("TM-U220", () => {
  const impact = (...parts: BytePart[]): readonly Piece[] => paper("epson-tm-u220", ...parts).pieces;

  test("powers on with 42 columns of 7 x 9 dots; font A has 33 of 9 x 9", () => {
    const text = "x".repeat(80);
    const widths = (pieces: readonly Piece[]): number[] =>
      pieces.flatMap((piece) => (piece.kind === "text" ? [piece.text.length] : []));
    expect(widths(impact(text, "\n"))).toEqual([42, 38]);
    expect(widths(impact([ESC, 0x21, 0], text, "\n"))).toEqual([33, 33, 14]);
    expect(impact("A\n")).toMatchObject([{ width: 9, height: 18, y: 0 }]);
  });

  test("a line is 1/6 inch, a motion unit 1/144", () => {
    expect(tops(paper("epson-tm-u220", "A\nB\n", [ESC, 0x33, 36], "C\nD\n"))).toEqual([0, 24, 48, 84]);
  });

  test("CR prints without feeding: red over black", () => {
    const pieces = impact("TOTAL\r", [ESC, 0x72, 1], "TOTAL\r\n", [ESC, 0x72, 0], "next\r\n");
    expect(pieces).toMatchObject([
      { text: "TOTAL", y: 0, style: { color: 1 } },
      { text: "TOTAL", y: 0, style: { color: 2 } },
      { text: "next", y: 24, style: { color: 1 } },
    ]);
  });

  test("what was printed without feeding makes room all the same", () => {
    expect(tops(paper("epson-tm-u220", [ESC, 0x21, 0x11], "A\r\nB\r\n"))).toEqual([0, 36]);
  });

  test("columns of eight pins, two dots each; none of 24", () => {
    const column = [0xff, 0x81];
    expect(impact([ESC, 0x2a, 0, 2, 0], column, LF)).toMatchObject([{ width: 4, height: 16 }]);
    expect(impact([ESC, 0x2a, 1, 2, 0], column, LF)).toMatchObject([{ width: 2, height: 16 }]);
    expect(impact(STRIP)).toEqual([]);
  });
});

test("a cutter that leaves a bridge always takes a full cut for a partial one", () => {
  expect(paper("epson-tm-t70", "A\n", [GS, 0x56, 0]).pieces[1]).toMatchObject({
    kind: "cut",
    cut: "partial",
  });
  expect(paper("epson-tm-t88v", "A\n", [GS, 0x56, 0]).pieces[1]).toMatchObject({ kind: "cut", cut: "full" });
});

test("a colour that the model has not is black", () => {
  const print = bytes([ESC, 0x72, 1], "A\n");
  expect(paper(undefined, print).pieces).toMatchObject([{ style: { color: 2 } }]);
  expect(paper("epson-tm-t88v", print).pieces).toMatchObject([{ style: { color: 1 } }]);
  expect(paper("citizen-ct-s651", print).pieces).toMatchObject([{ style: { color: 2 } }]);
});

test("a width overrides that of the model, and a profile its fonts", () => {
  const tmT88 = decode(bytes("A\n"), { model: "epson-tm-t88v", columns: 30 });
  expect(tmT88).toMatchObject({ columns: 30, widthDots: 360, dotsPerInch: 180 });
  expect(decode(bytes("A\n"), { model: "epson-tm-t88v", columns: 42 }).widthDots).toBe(512);
  const [piece] = decode(bytes([ESC, 0x4d, 1], "A\n"), { model: "epson-80mm", profile: "citizen" }).pieces;
  expect(piece).toMatchObject({ width: 9, height: 24 });
});
