import { describe, expect, test } from "bun:test";
import { decode } from "../../src/escpos/escpos.ts";
import { renderText } from "../../src/render/text.ts";
import { bytes, ESC, FS, GS, sampleReceipt, type BytePart } from "../escpos/bytes.ts";

const text = (...parts: BytePart[]): string => renderText(decode(bytes(...parts), { columns: 20 }));

test("a whole receipt", () => {
  expect(renderText(decode(sampleReceipt(), { columns: 32 }))).toBe(
    [
      "     C O R N E R   S H O P",
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
    [
      "a character of double width takes two columns",
      bytes(GS, "!", 0x10, "AB", GS, "!", 0, "c\n"),
      "A B c\n",
    ],
    ["double height takes one", bytes(GS, "!", 0x01, "AB\n"), "AB\n"],
    [
      "font B keeps its own columns",
      bytes(ESC, "M", 1, "1234567890123456789012345\n"),
      "1234567890123456789012345\n",
    ],
    ["ESC SP keeps words together", bytes(ESC, 0x20, 12, "AB\n"), "AB\n"],
    ["ESC SP beside plain text", bytes("x", ESC, 0x20, 12, "AB\n"), "xA B\n"],
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
