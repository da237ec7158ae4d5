import { describe, expect, test } from "bun:test";
import { decode } from "../../src/escpos/escpos.ts";
import { renderText } from "../../src/render/render.ts";
import { bytes, ESC, FS, GS, sampleReceipt, type BytePart } from "../escpos/bytes.ts";

const text = (...parts: BytePart[]): string => renderText(decode(bytes(...parts), { columns: 20 }));

test("a whole receipt", () => {
  expect(renderText(decode(sampleReceipt(), { columns: 32 }))).toBe(
    [
      "     C O R N E R   S H O P",
      "Café crème      € 3.20",
      "TOTAL                      12.00",
      " paid",
      "[image 32×6]",
      "[image 2×24]",
      "[EAN13 4006381333931]",
      "[QR code hello]",
      "",
      "",
      "",
      "✂ partial - - - - - - - - - - -",
      "[drawer kick, pin 2]",
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

test("a full cut, an image in a line, a beep, a note", () => {
  expect(text("A\n", [GS, 0x56, 0, ESC, 0x42, 1, 1, ESC, 0x2a, 1, 1, 0, 0xff], "B\n", [ESC, 0x99])).toBe(
    "A\n✂ - - - - - - - - -\n[beep]\n[image 1×24]\nB\n[unknown commands: 1, the first at byte 17]\n",
  );
});
