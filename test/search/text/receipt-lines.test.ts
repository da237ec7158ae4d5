import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { foldLine } from "../../../src/search/text/fold-line.ts";
import { receiptLines } from "../../../src/search/text/receipt-lines.ts";
import { SEARCH_LIMITS } from "../../../src/domain/limits.ts";
import { bytes, type BytePart, ESC, FF, FS, GS } from "../../escpos/bytes.ts";
import { FUZZ_RECEIPTS } from "../../escpos/fuzz-receipts.ts";
import { inCodePage, inDoubleByteCode } from "../../escpos/text/encode.ts";
import { receiptOfSymbols, SCANNED_SYMBOLS } from "../../symbols/receipt-of-symbols.ts";

const EPSON = { charset: "auto", profile: "epson" } as const;
const lines = (...parts: BytePart[]): string[] => receiptLines(bytes(...parts), EPSON);
const doubleSize = [GS, 0x21, 0x11];
const normalSize = [GS, 0x21, 0x00];
const raster = [GS, 0x76, 0x30, 0, 6, 0, 1, 0, 255, 255, 255, 255, 255, 255];

describe("lines", () => {
  const CASES: [string, BytePart[], string[]][] = [
    ["nothing", [], []],
    [
      "folded, blanks as one space",
      ["Flat  White          7.50\n", "\n", "TOTAL\n"],
      ["flat white 7.50", "total"],
    ],
    ["the same line once", ["----\nA\n----\nA\n"], ["----", "a"]],
    ["a last line without its end", ["A\nlast"], ["a", "last"]],
    ["words of double width stay whole", [doubleSize, "CORNER SHOP\n"], ["corner shop"]],
    ["beside plain ones too", [doubleSize, "TOTAL", normalSize, " 12.00\n"], ["total 12.00"]],
    ["letters spaced out by ESC SP", [[ESC, 0x20, 12], "AB CD\n"], ["ab cd"]],
    ["a style within a word", ["Flat ", [ESC, 0x45, 1], "Wh", [ESC, 0x45, 0], "ite\n"], ["flat white"]],
    ["a price set to its place", ["Tea", [ESC, 0x24, 0x40, 0x01], "2.80\n"], ["tea 2.80"]],
    ["set back over blanks", ["Tea", " ".repeat(40), [ESC, 0x24, 0x40, 0x01], "2.80\n"], ["tea 2.80"]],
    ["set before what is printed already", ["     B", [ESC, 0x24, 0, 0], "A\n"], ["a b"]],
    ["a tab", ["Tea\t2.80\n"], ["tea 2.80"]],
    ["upside down", [[ESC, 0x7b, 1], "Kitchen", [ESC, 0x45, 1], " copy\n"], ["kitchen copy"]],
    [
      "words that reach beyond narrower paper",
      [`${"x".repeat(60)} flat white\n`],
      [`${"x".repeat(60)} flat white`],
    ],
    [
      "printed twice at one place",
      ["extra hot milk", [ESC, 0x24, 0, 0], "extra hot milk\n"],
      ["extra hot milk"],
    ],
    ["a mark without a letter", [[ESC, 0x74, 21], "A", [ESC, 0x24, 96, 0, 0xd1], "B\n"], ["a \u0e31b"]],
    ["printed into a blank", ["A B", [ESC, 0x24, 12, 0], "|\n"], ["a|b"]],
    ["a page", [[ESC, 0x4c], "Aisle A\nShelf 3", [FF]], ["aisle a", "shelf 3"]],
    ["no frames, cuts or notes", ["A\n", raster, "B\n", [GS, 0x56, 0], [GS, 0x76, 0x30, 0, 1]], ["a", "b"]],
    ["what stands for a missing graphic", [[FS, 0x70, 3, 0]], ["nv image 3"]],
    ["a code page", [[ESC, 0x74, 19], inCodePage("CAFÉ CRÈME 3,20 €\n", "cp858")], ["café crème 3,20 €"]],
    [
      "of a Star printer, in its code page",
      [[ESC, GS, 0x74, 5], inCodePage("Zażółć gęślą 3,20\n", "cp852"), [ESC, 0x69, 1, 1], "TOTAL\n"],
      ["zażółć gęślą 3,20", "total"],
    ],
    [
      "Chinese",
      [inDoubleByteCode("欢迎光临 合计 25元\n谢谢惠顾\n", "gb18030")],
      ["欢迎光临 合计 25元", "谢谢惠顾"],
    ],
  ];
  test.each(CASES)("%s", (_name, parts, expected) => expect(lines(...parts)).toEqual(expected));

  test("are read with the workspace's charset and profile", () => {
    const raw = bytes([0xb1, 0xb2], "\n");
    expect(receiptLines(raw, { charset: "thai", profile: "epson" })).toEqual(["ฑฒ"]);
    const page6 = bytes([ESC, 0x74, 6, 0xcc, 0xce], "\n");
    expect(receiptLines(page6, { charset: "western", profile: "mpt" })).toEqual(["мо"]);
    expect(receiptLines(page6, { charset: "western", profile: "epson" })).not.toEqual(["мо"]);
  });
});

test("what a scanner reads comes first, each symbol a line", () => {
  const expected = SCANNED_SYMBOLS.map((symbol) => foldLine(symbol.slice(symbol.indexOf(" "))));
  const found = receiptLines(receiptOfSymbols(), EPSON);
  expect(found.slice(0, expected.length).toSorted()).toEqual(expected.toSorted());
  expect(found).toContain("order 42");
});

test("line breaks in a symbol's data are spaces", () => {
  const data = "BEGIN:VCARD\nN:Anna\u001dB";
  const store = bytes([GS, 0x28, 0x6b, data.length + 3, 0, 49, 80, 48], data);
  expect(lines(store, [GS, 0x28, 0x6b, 3, 0, 49, 81, 48])).toEqual(["begin:vcard n:anna b"]);
});

test("text beyond the limit is left out by whole lines", () => {
  const many = Array.from({ length: 5000 }, (_, index) => `line number ${index}`);
  const found = lines(many.join("\n"));
  const taken = found.reduce((sum, line) => sum + Buffer.byteLength(line), 0);
  expect(found).toEqual(many.slice(0, found.length));
  expect(taken).toBeLessThanOrEqual(SEARCH_LIMITS.textBytes);
  expect(taken + Buffer.byteLength(many[found.length] ?? "")).toBeGreaterThan(SEARCH_LIMITS.textBytes);
});

test("whatever the bytes: distinct lines in the form that is compared, within the limit", () => {
  const receipt = fc.constantFrom(...FUZZ_RECEIPTS.map(([, print]) => print));
  const mutated = fc.tuple(receipt, fc.nat(), fc.uint8Array({ maxLength: 12 }), receipt, fc.nat());
  const raw = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    mutated.map(([print, at, inserted, other, from]) =>
      bytes(print.subarray(0, at % print.length), inserted, other.subarray(from % other.length)),
    ),
  );
  fc.assert(
    fc.property(raw, (print) => {
      const found = receiptLines(print, EPSON);
      expect(new Set(found).size).toBe(found.length);
      expect(found).not.toContain("");
      expect(found.map(foldLine)).toEqual(found);
    }),
    { numRuns: 1500 },
  );
});
