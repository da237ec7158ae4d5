import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { zstdDecompressSync } from "node:zlib";
import CodepageEncoder from "@point-of-sale/codepage-encoder";
import { NotoSansMono } from "../../../scripts/fonts/noto.ts";
import { readUnifont } from "../../../scripts/fonts/unifont.ts";
import type { Raster } from "../../../src/escpos/raster.ts";
import { BASIC_PLANE, OUTLINE_CELLS, UNIFONT_BYTES } from "../../../src/render/font/atlas-format.ts";
import { boxDrawing } from "../../../src/render/font/box-drawing.ts";
import { characterGlyph } from "../../../src/render/font/character-glyph.ts";
import { glyphAtlas } from "../../../src/render/font/glyph-atlas.ts";
import { pictureOf } from "../picture.ts";

/** The file that is embedded; `bun scripts/fonts.ts` writes it. */
const FILE = new URL("../../../src/render/font/glyphs.bin", import.meta.url);

const DOUBLE_BYTE_ENCODINGS = ["shift_jis", "gbk", "gb18030", "big5", "euc-kr", "euc-jp"] as const;

/** Outlines of 57,000 characters take a second or two, more on a busy machine. */
const PACKAGE_READING_MILLISECONDS = 30_000;

const REPLACEMENT_CHARACTER = 0xfffd;
const QUESTION_MARK = 0x3f;

/** Characters that show nothing, or stand outside the basic plane, which the tables of printers do not reach. */
function isDrawn(codePoint: number): boolean {
  return codePoint < BASIC_PLANE && !/^[\p{C}\p{Z}]$/u.test(String.fromCodePoint(codePoint));
}

/** True for what is drawn as a question mark, which stands for what has no glyph. */
function isReplacement(codePoint: number, cells: number): boolean {
  const cell = { width: 12, height: 24, cells };
  return Buffer.from(characterGlyph(codePoint, cell, false).bytes).equals(
    characterGlyph(QUESTION_MARK, cell, false).bytes,
  );
}

function isBlank({ bytes }: Raster): boolean {
  return bytes.every((byte) => byte === 0);
}

test(
  "Unifont in the file is Unifont of the package",
  () => {
    const bytes = zstdDecompressSync(readFileSync(FILE));
    const hash = createHash("sha256");
    const expected = createHash("sha256");
    let length = 0;
    for (const [, glyph] of [...readUnifont()].toSorted(([a], [b]) => a - b)) {
      expected.update(glyph.bytes);
      length += glyph.bytes.length;
    }
    expect(length).toBe(
      bytes.subarray(0, BASIC_PLANE).reduce((sum, kind) => sum + (UNIFONT_BYTES[kind] ?? 0), 0),
    );
    expect(hash.update(bytes.subarray(BASIC_PLANE, BASIC_PLANE + length)).digest("hex")).toBe(
      expected.digest("hex"),
    );
  },
  PACKAGE_READING_MILLISECONDS,
);

test.each(["regular", "bold"] as const)(
  "a sample of Noto Sans Mono %s in the file is drawn the same",
  (weight) => {
    const font = new NotoSansMono(weight);
    const sample = font.codePoints.filter((_, index) => index % 40 === 0);
    for (const cell of OUTLINE_CELLS) {
      for (const codePoint of sample) {
        const drawn = glyphAtlas().outline(codePoint, cell.width, cell.height, weight === "bold");
        expect(Buffer.from(drawn?.bytes ?? [])).toEqual(Buffer.from(font.draw(codePoint, cell)));
      }
    }
  },
);

test("every character of every code page is drawn, in each font", () => {
  for (const name of CodepageEncoder.getEncodings()) {
    for (const codePoint of CodepageEncoder.getCodepoints(name, true)) {
      if (codePoint === REPLACEMENT_CHARACTER || !isDrawn(codePoint)) continue;
      if (codePoint !== QUESTION_MARK)
        expect({ codePoint, replaced: isReplacement(codePoint, 1) }).toEqual({ codePoint, replaced: false });
      for (const cell of OUTLINE_CELLS) {
        expect(isBlank(characterGlyph(codePoint, { ...cell, cells: 1 }, false))).toBe(false);
      }
    }
  }
});

test.each(DOUBLE_BYTE_ENCODINGS)("every character of two bytes of %s is drawn", (encoding) => {
  const decoder = new TextDecoder(encoding);
  const missing: string[] = [];
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const [character = "", ...more] = decoder.decode(Uint8Array.of(lead, trail));
      const codePoint = character.codePointAt(0) ?? 0;
      // The private use area has no shapes of its own: printers show what their owner stored.
      if (more.length > 0 || codePoint === REPLACEMENT_CHARACTER || !isDrawn(codePoint)) continue;
      if (glyphAtlas().unifont(codePoint) === undefined) missing.push(character);
    }
  }
  expect(missing).toEqual([]);
});

test.each([
  ["Thai", 0x0e01, 0x0e3a],
  ["Devanagari", 0x0904, 0x0939],
  ["Tamil", 0x0b85, 0x0b8a],
  ["Hangul", 0xac00, 0xd7a3],
  ["kanji", 0x4e00, 0x9fa5],
  ["half-width katakana", 0xff61, 0xff9f],
  ["Arabic presentation forms", 0xfe80, 0xfefc],
])("%s is in the font", (_, first, last) => {
  for (let codePoint = first; codePoint <= last; codePoint++) {
    expect(glyphAtlas().unifont(codePoint)).toBeDefined();
  }
});

test("characters without a glyph are drawn as a question mark, and so is U+FFFD", () => {
  expect(isReplacement(0x1f600, 2)).toBe(true);
  expect(isReplacement(REPLACEMENT_CHARACTER, 1)).toBe(true);
});

test("kanji are one and a half times as large, strokes two dots wide and gaps open", () => {
  expect(pictureOf(characterGlyph(0x7530, { width: 12, height: 24, cells: 2 }, false)))
    .toMatchInlineSnapshot(`
    [
      "........................",
      "....##############......",
      "...################.....",
      "...##.....###....###....",
      "...##.....##......##....",
      "...##.....##......##....",
      "...##.....##......##....",
      "...##.....##......##....",
      "...##.....##......##....",
      "...##.....##......##....",
      "...#################....",
      "...#################....",
      "...##.....###....###....",
      "...##.....##......##....",
      "...##.....##......##....",
      "...##.....##......##....",
      "...##.....##......##....",
      "...##.....##......##....",
      "...##.....##......##....",
      "...#################....",
      "...#################....",
      "...##............###....",
      "...#..............#.....",
      "........................",
    ]
  `);
});

test("small kanji keep the dots of the font", () => {
  const small = characterGlyph(0x7530, { width: 8, height: 16, cells: 2 }, false);
  expect(pictureOf(small)).toEqual(pictureOf(glyphAtlas().unifont(0x7530)?.raster ?? small));
});

test.each(["┌", "╬", "╢", "╥", "╚"])("%s joins its neighbours", (character) => {
  const drawn = boxDrawing(character.codePointAt(0) ?? 0, 12, 12);
  expect(drawn === undefined ? [] : pictureOf(drawn)).toMatchSnapshot();
});

/** Black dots of a character in a cell whose halves are not whole. */
function count(character: string): number {
  const drawn = boxDrawing(character.codePointAt(0) ?? 0, 9, 17);
  return drawn === undefined ? 0 : pictureOf(drawn).join("").replaceAll(".", "").length;
}

test("full blocks and opposite halves fill the cell", () => {
  expect(count("█")).toBe(9 * 17);
  expect(count("▌") + count("▐")).toBe(9 * 17);
  expect(count("▀") + count("▄")).toBe(9 * 17);
  expect(count("░")).toBeLessThan(count("▒"));
  expect(count("▒")).toBeLessThan(count("▓"));
});
