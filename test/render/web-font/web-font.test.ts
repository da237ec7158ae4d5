import { describe, expect, test } from "bun:test";
import { create } from "fontkit";
import { decode } from "../../../src/escpos/escpos.ts";
import { isBlack } from "../../../src/escpos/raster-dots.ts";
import type { Raster } from "../../../src/escpos/raster.ts";
import { characterGlyph, slanted } from "../../../src/render/font/character-glyph.ts";
import { ascentOf, familyOf } from "../../../src/render/web-font/font-family.ts";
import { fontFile, fontStyle } from "../../../src/render/web-font/font-files.ts";
import { receiptFontRules } from "../../../src/render/web-font/receipt-fonts.ts";
import { webFont } from "../../../src/render/web-font/web-font.ts";
import { bytes, ESC, FS, GS, type BytePart } from "../../escpos/bytes.ts";
import { inCodePage, inDoubleByteCode } from "../../escpos/text/encode.ts";

/** Units of a dot in the fonts. */
const DOT = 24;

const codesOf = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0) ?? 0);

/** A font as a program that is not ours reads it. */
function opened(font: Uint8Array) {
  return create(Buffer.from(font));
}

/** The characters of a font in order, without the last of its table, which is none. */
function charactersOf({ characterSet }: ReturnType<typeof opened>): number[] {
  return characterSet.filter((codePoint) => codePoint !== 0xffff).toSorted((a, b) => a - b);
}

/** The dots of a glyph of a font, from the top left of its cell; `shift` is where the cell begins, in dots. */
function dotsOf(font: ReturnType<typeof opened>, codePoint: number, cell: Raster, shift: number): string[] {
  const { path } = font.glyphForCodePoint(codePoint);
  const upright: (readonly [x: number, from: number, to: number])[] = [];
  let start: readonly number[] = [];
  let at: readonly number[] = [];
  for (const { command, args } of path.commands) {
    const to = command === "closePath" ? start : args;
    if (command === "moveTo") start = args;
    else if (at[0] === to[0]) upright.push([at[0] ?? 0, at[1] ?? 0, to[1] ?? 0]);
    at = to;
  }
  return Array.from({ length: cell.rows }, (_, row) => {
    const y = font.ascent - (row + 0.5) * DOT;
    return Array.from({ length: cell.columns }, (__, column) => {
      const x = (column + shift + 0.5) * DOT;
      const crossed = upright.filter(([left, from, to]) => left > x && (from - y) * (to - y) < 0);
      return crossed.length % 2 === 1 ? "#" : ".";
    }).join("");
  });
}

function pictureOf(raster: Raster): string[] {
  return Array.from({ length: raster.rows }, (_, row) =>
    Array.from({ length: raster.columns }, (__, column) => (isBlack(raster, column, row) ? "#" : ".")).join(
      "",
    ),
  );
}

describe.each([
  ["Tillroll-12x24", "AgÄ€жΩשع│█░ｱ?"],
  ["Tillroll-9x17", "AgÄ€жΩ"],
  ["Tillroll-7x9", "Ag0"],
  ["Tillroll-12x24-wide", "領収가中Ж│"],
  ["Tillroll-8x16-wide", "領収"],
  ["Tillroll-12x24-italic", "Ag/"],
])("%s", (family, text) => {
  test.each([false, true])("has the dots of the picture in its cell; bold: %p", (bold) => {
    const look = familyOf(family);
    if (look === undefined) throw new Error(family);
    const { cell, italic } = look;
    const font = opened(webFont({ family, bold }, codesOf(text)));
    expect(charactersOf(font)).toEqual(codesOf(text).toSorted((a, b) => a - b));
    // At a size of 5/3 of the cell's width the cell is as large as its dots.
    expect(font.unitsPerEm).toBe((cell.width * DOT * 5) / 3);
    expect([font.ascent, font.ascent - font.descent]).toEqual([
      ascentOf(cell.height) * DOT,
      cell.height * DOT,
    ]);
    for (const codePoint of codesOf(text)) {
      const upright = characterGlyph(codePoint, cell, bold);
      const glyph = italic ? slanted(upright) : upright;
      expect(font.glyphForCodePoint(codePoint).advanceWidth).toBe(glyph.columns * DOT);
      expect(dotsOf(font, codePoint, glyph, 0)).toEqual(pictureOf(glyph));
    }
  });
});

test.each([
  ["over the character before it", 0x0e35, -12],
  ["of Arabic, whose runs are set from the right", 0x064e, 0],
])("a mark has no width, and lies %s", (_title, mark, shift) => {
  const cell = { width: 12, height: 24, cells: 1 };
  const font = opened(webFont({ family: "Tillroll-12x24", bold: false }, [mark]));
  const glyph = characterGlyph(mark, cell, false);
  expect(glyph.bytes.some((byte) => byte !== 0)).toBe(true);
  expect(font.glyphForCodePoint(mark).advanceWidth).toBe(0);
  expect(dotsOf(font, mark, glyph, shift)).toEqual(pictureOf(glyph));
});

test("characters beyond the basic plane and its last ones", () => {
  const wanted = [0x41, 0xfffd, 0x1_f600, 0x1_f601, 0x2_0000];
  const font = opened(webFont({ family: "Tillroll-12x24", bold: false }, [...wanted, 0xffff]));
  expect(charactersOf(font)).toEqual(wanted);
  const advances = wanted.map((codePoint) => font.glyphForCodePoint(codePoint).advanceWidth);
  expect(new Set(advances)).toEqual(new Set([12 * DOT]));
});

describe("the fonts of a receipt", () => {
  const rulesOf = (...parts: readonly BytePart[]) =>
    [...receiptFontRules(decode(bytes(...parts), { columns: 32 })).matchAll(/@font-face\{(.*?)\}/g)].map(
      ([, rule = ""]) => ({
        head: rule.replace(/font-display.*/, ""),
        characters: charactersOf(opened(Buffer.from(/base64,([^)]*)\)/.exec(rule)?.[1] ?? "", "base64"))),
      }),
    );

  test("one for each cell and weight, of the characters it shows", () => {
    const faces = rulesOf(
      "Tea",
      [ESC, 0x45, 1],
      "Sum\n",
      [ESC, 0x45, 0, ESC, 0x4d, 1],
      "b\n",
      [FS, 0x43, 1],
      [...inDoubleByteCode("合計", "shift_jis")],
    );
    expect(faces.map(({ head }) => head)).toEqual([
      "font-family:Tillroll-12x24;font-weight:400;",
      "font-family:Tillroll-12x24;font-weight:700;",
      "font-family:Tillroll-9x17;font-weight:400;",
      "font-family:Tillroll-9x17-wide;font-weight:400;",
    ]);
    const [plain, bold, , wide] = faces.map(({ characters }) => String.fromCodePoint(...characters));
    expect(plain).toBe("Tae\u00a0\ufffd");
    expect(bold).toBe("Smu\u00a0\ufffd");
    expect(wide).toContain("合計".split("").toSorted().join(""));
  });

  test("Thai AM brings what shaping engines take it apart into", () => {
    const [face] = rulesOf([ESC, 0x74, 21], inCodePage("น้ำ", "thai11"), "\n");
    expect(face?.characters).toEqual(expect.arrayContaining(codesOf("น้ำ\u0e4d\u0e32")));
  });

  test("a print of all characters has a limit", () => {
    const all = Array.from({ length: 0x4000 }, (_, index) => String.fromCharCode(0x4e00 + index)).join("");
    const print = bytes([FS, 0x26], inDoubleByteCode(all, "gb18030"), "\n");
    const rules = receiptFontRules(decode(print, { columns: 32, charset: "china" }));
    expect(rules.length).toBeLessThan(1_500_000);
  });

  test("a magnified smooth run has a family of its own", () => {
    const [face] = rulesOf([GS, 0x62, 1, GS, 0x21, 0x11], "S\n");
    expect(face?.head).toBe("font-family:Tillroll-12x24-smooth;font-weight:400;");
  });
});

describe("files of the dashboard", () => {
  const style = fontStyle("Tillroll-12x24", "/fonts") ?? "";

  test("a style sheet names a file for each block of characters and weight", () => {
    const files = [...style.matchAll(/url\(\/fonts\/([0-9a-f]{16})\/([^)]+)\)/g)];
    // The blocks of surrogates are no characters.
    expect(files).toHaveLength((256 - 8) * 2);
    expect(style).toContain("unicode-range:U+3000-30ff;");
    const [, version = "", name = ""] =
      files.find(([, , file]) => file === "Tillroll-12x24-400-00.woff") ?? [];
    const font = opened(fontFile(version, name) ?? new Uint8Array());
    expect(charactersOf(font)).toEqual(Array.from({ length: 256 }, (_, codePoint) => codePoint));
    expect(fontFile(version, name)).toEqual(fontFile(version, name));
  });

  test.each(["Tillroll-0x24", "Tillroll-12x99", "Tillroll-12x24-fat", "Arial", "../Tillroll-12x24"])(
    "there is no family %s",
    (family) => {
      expect(fontStyle(family, "/fonts")).toBeNull();
    },
  );

  test("of other versions and names there is no file", () => {
    const [, version = ""] = /\/fonts\/([0-9a-f]{16})\//.exec(style) ?? [];
    for (const name of ["Tillroll-12x24-400-d8.woff", "Tillroll-12x24-500-00.woff", "Arial-400-00.woff", "x"])
      expect(fontFile(version, name)).toBeNull();
    expect(fontFile("0".repeat(16), "Tillroll-12x24-400-00.woff")).toBeNull();
  });
});
