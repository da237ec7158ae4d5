import { describe, expect, test } from "bun:test";
import { decode } from "../../src/escpos/escpos.ts";
import { renderText } from "../../src/render/text.ts";
import { receiptLines } from "../../src/search/text/receipt-lines.ts";
import { bytes, ESC, FS, GS, sampleReceipt, type BytePart } from "../escpos/bytes.ts";

const text = (...parts: BytePart[]): string => renderText(decode(bytes(...parts), { columns: 20 }));

test("a whole receipt", () => {
  expect(renderText(decode(sampleReceipt(), { columns: 32 }))).toBe(
    [
      "           CORNER SHOP",
      "Café crème      € 3.20",
      "TOTAL                      12.00",
      " paid",
      "┌─┐",
      "└─┘",
      "┌┐",
      "└┘",
      "┌──────────────────────┐",
      "└──────────────────────┘",
      "┌───┐",
      "└───┘",
      "",
      "",
      "",
      "╌".repeat(32),
      "",
    ].join("\n"),
  );
});

describe("columns", () => {
  test.each([
    ["trailing spaces are trimmed", bytes("A  \n"), "A\n"],
    ["letters of double width stand together", bytes(GS, "!", 0x10, "AB", GS, "!", 0, "c\n"), "ABc\n"],
    ["double height takes one", bytes(GS, "!", 0x01, "AB\n"), "AB\n"],
    [
      "font B keeps its own columns",
      bytes(ESC, "M", 1, "1234567890123456789012345\n"),
      "1234567890123456789012345\n",
    ],
    ["ESC SP keeps words together", bytes(ESC, 0x20, 12, "AB\n"), "AB\n"],
    ["ESC SP beside plain text", bytes("x", ESC, 0x20, 12, "AB\n"), "xAB\n"],
    ["printed twice at one place", bytes("AB", ESC, "$", 0, 0, "AB\n"), "AB\n"],
    ["one over the other", bytes("AB", ESC, "$", 12, 0, "C\n"), "AB C\n"],
    ["centred text", bytes(ESC, "a", 1, "AB\n"), "         AB\n"],
    ["ESC $ over a space keeps both", bytes("A B", ESC, "$", 12, 0, "|\n"), "A|B\n"],
    ["a space hides nothing", bytes("ABC", ESC, "$", 12, 0, " \n"), "ABC\n"],
    [
      "wide characters take two",
      bytes(FS, "(C", 2, 0, "02", Buffer.from("中a"), ESC, "$", 48, 0, "B\n"),
      "中a B\n",
    ],
    ["an empty line", bytes("A\n\nB\n"), "A\n\nB\n"],
    ["ESC d", bytes("A", ESC, "d", 3, "B\n"), "A\n\n\nB\n"],
    ["tight lines", bytes(ESC, "3", 0, "A\nB\n"), "A\nB\n"],
    ["nothing", bytes(), ""],
  ])("%s", (_title, input, expected) => {
    expect(text(input)).toBe(expected);
  });
});

describe("what is magnified among lines that are not: paper of 20 columns", () => {
  const wide = [GS, 0x21, 0x10];
  const usual = [GS, 0x21, 0];
  const item = "Bread     2    13.00\n";
  test.each([
    ["at the right edge", [item, wide, "SUM   4.50\n"], "SUM             4.50"],
    ["a price alone at the right edge", [item, [ESC, 0x61, 2], wide, "4.50\n"], "                4.50"],
    ["the price alone", [item, "SUM", [ESC, 0x24, 144, 0], wide, "4.50\n"], "SUM             4.50"],
    ["at the end of a column", [item, [ESC, 0x24, 108, 0], wide, "7", usual, " x\n"], "          7 x"],
    ["at the start of a column", [item, wide, "SUM", [ESC, 0x24, 120, 0], "QTY\n"], "SUM       QTY"],
    ["in the middle", [item, [ESC, 0x61, 1], wide, "SHOP\n"], "        SHOP"],
    ["in the middle of a frame", ["|", wide, "  SHOP ", usual, "  |\n"], "|      SHOP      |"],
    ["wider than that", [[GS, 0x21, 0x30], "T 1\n"], "T 1"],
    ["characters of two columns", [FS, 0x26, wide, "\x8d\x87\x8cv", "\n"], "合計"],
  ])("%s", (_title, parts, line) => {
    const receipt = decode(bytes(...parts.map((part) => part as BytePart)), {
      columns: 20,
      charset: "japan",
    });
    expect(renderText(receipt).trimEnd().split("\n").at(-1)).toBe(line);
  });

  test("T O T A L   1 2 . 5 0 is TOTAL 12.50, also for searches", () => {
    const print = bytes(wide, "TOTAL 12.50\n", usual, item);
    expect(renderText(decode(print, { columns: 48 }))).toBe(`TOTAL 12.50\n${item}`);
    expect(receiptLines(print, { charset: "auto", profile: "epson" })).toContain("total 12.50");
  });

  test("characters under a bar code are one word", () => {
    const code = [GS, 0x48, 2, GS, 0x68, 24, ...bytes(GS, "k", 4, "123", 0)];
    expect(renderText(decode(bytes(code), { columns: 48 }))).toMatch(/^ {2}\*123\*$/m);
  });
});

describe("nothing but what is on the paper", () => {
  test("a cut is a row of dashes, a picture a frame; beeps and unknown commands are not on it", () => {
    const strip = [GS, 0x56, 0, ESC, 0x42, 1, 1, ESC, 0x2a, 1, 1, 0, 0xff];
    expect(text("A\n", strip, "B\n", [ESC, 0x99])).toBe(`A\n${"╌".repeat(20)}\n┌┐\n└┘\nB\n`);
  });

  test("a frame stands where its picture stands", () => {
    const raster = [GS, 0x76, 0x30, 0, 6, 0, 1, 0, 255, 255, 255, 255, 255, 255];
    expect(text([ESC, 0x61, 2], raster)).toBe(`${" ".repeat(16)}┌──┐\n${" ".repeat(16)}└──┘\n`);
  });

  test("a graphic that the print does not hold is named", () => {
    expect(text([FS, 0x70, 3, 0])).toMatch(/^\[.*3.*\]\n$/);
  });

  test("what was cut off is said", () => {
    expect(text("A\n", [GS, 0x76, 0x30, 0, 1, 0, 9, 0, 255])).toContain("[the print ends inside GS v 0");
  });
});
