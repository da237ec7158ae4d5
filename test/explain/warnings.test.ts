import { describe, expect, test } from "bun:test";
import type { DecodeOptions } from "../../src/escpos/escpos.ts";
import { explain, type Warning } from "../../src/explain/explain.ts";
import { bytes, ESC, GS, LF, type BytePart } from "../escpos/bytes.ts";

function warnings(choice: DecodeOptions, ...parts: readonly BytePart[]): readonly Warning[] {
  return explain(bytes(...parts), choice).warnings;
}

/** Columns of 24 black dots, and the end of the line. */
function strip(columns: number): Uint8Array {
  return bytes([ESC, 0x2a, 33, columns & 0xff, columns >> 8], new Uint8Array(3 * columns).fill(0xff), LF);
}

const CODE128 = [GS, 0x6b, 73] as const;

type Case = readonly [
  title: string,
  choice: DecodeOptions,
  parts: readonly BytePart[],
  expected: Partial<Warning>,
  sentence: string | RegExp,
];

const CASES: readonly Case[] = [
  [
    "strips on whole dots",
    { model: "xprinter-xp-t80q" },
    [[ESC, 0x33, 36], strip(8), strip(8), strip(8)],
    {
      code: "gap",
      offset: 3,
      length: 29,
      name: "ESC *",
      times: 2,
    },
    "White rows, 12 dots, between this strip of a picture and the next: send ESC 3 24 before them",
  ],
  [
    "strips in the units of another head",
    { model: "epson-tm-t20ii" },
    [[GS, 0x50, 180, 180, ESC, 0x33, 24], strip(8), strip(8)],
    {
      code: "gap",
    },
    /send GS P 0 0 and ESC 3 48 before them, in the printer's own motion units$/,
  ],
  [
    "a bar code wider than the paper",
    { model: "zjiang-pos-5890" },
    [[GS, 0x77, 6], [...CODE128, 14], "{BABCDEFGHIJKL"],
    { code: "too-wide", offset: 3 },
    /^It is 1,0\d\d dots wide, and the print area 384: /,
  ],
  [
    "a raster image wider than the paper",
    { model: "sunmi-v2" },
    [[GS, 0x76, 0x30, 0, 49, 0, 1, 0], new Uint8Array(49).fill(1)],
    { code: "too-wide", name: "GS v 0" },
    /^It is 392 dots wide, and the print area 384: /,
  ],
  [
    "columns wider than the paper",
    { model: "epson-tm-t88v" },
    [strip(513)],
    { code: "too-wide", name: "ESC *" },
    /^It is 513 dots wide, and the print area 512: /,
  ],
  [
    "stored graphics wider than the paper",
    { model: "epson-tm-t88v" },
    [[GS], "(L", [75, 0], "0p0", [1, 1], "1", [1, 2, 1, 0], new Uint8Array(65), [GS], "(L", [2, 0], "02"],
    { code: "too-wide" },
    /^It is 513 dots wide, and the print area 512: /,
  ],
  [
    "CODE128 without a code set",
    {},
    [[...CODE128, 3], "123"],
    { code: "no-code-set" },
    /put \{B \(or \{A, \{C\) before the data$/,
  ],
  [
    "a bar code of wrong data",
    {},
    [[GS, 0x6b, 67, 3], "ABC"],
    { code: "not-printed" },
    "Bar code EAN13 “ABC”: not on the paper, only digits are allowed",
  ],
  [
    "a character that the page has not",
    {},
    [[ESC, 0x74, 16], "\x81 caf\xe9\n"],
    {
      code: "missing-character",
      offset: 3,
    },
    "WPC1252 has no character 81h: choose a code page that has it before this text",
  ],
  [
    "a page that the printer has not",
    { profile: "metapace" },
    [[ESC, 0x74, 45], "A\n"],
    { code: "unknown-page" },
    /^Code page 45 is not known on metapace printers: /,
  ],
  [
    "UTF-8 that nothing told the printer of",
    {},
    [Buffer.from("Größe: 3 €\n")],
    { code: "not-utf-8" },
    /^This text is UTF-8, which nothing told the printer: .* PC437 /,
  ],
  [
    "no cutter",
    { model: "generic-58mm" },
    ["A\n", [GS, 0x56, 0]],
    { code: "missing-feature" },
    /^The Generic 58 mm has no cutter: /,
  ],
  [
    "no red",
    { model: "epson-tm-t88v" },
    [[ESC, 0x72, 1], "A\n"],
    { code: "missing-feature" },
    /^The Epson TM-T88V prints in one colour: /,
  ],
  [
    "no bar codes",
    { model: "epson-tm-u220" },
    [[GS, 0x6b, 67, 12], "400638133393"],
    { code: "missing-feature" },
    /^The Epson TM-U220 prints no bar codes: /,
  ],
  [
    "no raster",
    { model: "epson-tm-u220" },
    [[GS, 0x76, 0x30, 0, 1, 0, 1, 0, 1]],
    { code: "missing-feature", name: "GS v 0" },
    /prints no raster images: send columns \(ESC \*\)$/,
  ],
  [
    "no page mode",
    { model: "epson-tm-u220" },
    [[ESC, 0x4c]],
    { code: "missing-feature", name: "ESC L" },
    /has no page mode/,
  ],
  [
    "no columns",
    { model: "sunmi-v2" },
    [strip(8)],
    { code: "missing-feature", name: "ESC *" },
    "The Sunmi V2 prints no columns of dots: send a raster image (GS v 0)",
  ],
  [
    "pins for eight dots only",
    { model: "epson-tm-u220" },
    [strip(8)],
    { code: "missing-feature", name: "ESC *" },
    /^The Epson TM-U220 has pins for columns of 8 dots only/,
  ],
  [
    "another language",
    { model: "star-tsp650ii" },
    [[GS, 0x21, 0x11], "A\n"],
    {
      code: "other-language",
      offset: 0,
      length: 5,
    },
    "These commands are ESC/POS, and the Star TSP650II speaks Star's: it prints something else",
  ],
  [
    "an unknown command",
    {},
    ["A", [ESC, 0x02], "B\n"],
    { code: "unknown-command", offset: 1, length: 2 },
    /^No printer has this command/,
  ],
  [
    "a command that is cut off",
    {},
    ["A\n", [GS, 0x76, 0x30]],
    { code: "incomplete-command", offset: 2 },
    "The print ends inside this command",
  ],
];

describe("what a printer does not print as it was meant", () => {
  test.each(CASES)("%s", (_title, choice, parts, expected, sentence) => {
    const found = warnings(choice, ...parts);
    expect(found).toMatchObject([expected]);
    expect(found[0]?.sentence).toMatch(sentence);
  });
});
