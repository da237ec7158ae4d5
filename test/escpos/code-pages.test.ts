import { expect, test } from "bun:test";
import { codePage, decodeText, isCodePage } from "../../src/escpos/code-pages.ts";
import { bytes } from "./bytes.ts";

const ALL = Array.from({ length: 256 }, (_, n) => n);

test("every cell of every page and character set can be printed", () => {
  for (const page of ALL) {
    for (const characterSet of [0, 1, 7, 16, 17, 66, 68, 82, 255]) {
      const table = codePage(page, characterSet);
      expect(table).toHaveLength(256);
      const unprintable = table
        .subarray(0x20)
        .filter((unit) => unit < 0x20 || (unit >= 0x7f && unit < 0xa0) || (unit >= 0xd800 && unit < 0xe000));
      expect([...unprintable]).toEqual([]);
    }
  }
});

test("the pages of Epson's table are known, but for those without a source", () => {
  expect(ALL.filter(isCodePage)).toEqual(
    [0, 1, 2, 3, 4, 5, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 26].concat(ALL.slice(30, 54)),
  );
});

test("ASCII is ASCII in every page that is known", () => {
  const ascii = bytes(Uint8Array.from({ length: 94 }, (_, index) => 0x21 + index));
  for (const page of ALL.filter(isCodePage)) {
    const text = decodeText(ascii, 0, ascii.length, codePage(page, 0));
    // Page 41 (Farsi) has its own characters in the cells of % and *.
    expect(page === 41 ? text.replaceAll(" ", "") : text).toBe(
      page === 41
        ? "!\"#$&'()+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"
        : String.fromCharCode(...ascii),
    );
  }
});

test("a long run is decoded whole", () => {
  const long = bytes("\x80".repeat(10_000));
  expect(decodeText(long, 1, 9_998, codePage(0, 0))).toBe("Ç".repeat(9_998));
});
