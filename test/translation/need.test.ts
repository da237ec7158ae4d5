import { describe, expect, test } from "bun:test";
import type { TranslationPolicy } from "../../src/contract/printer-settings.ts";
import type { ModelId } from "../../src/escpos/models/models.ts";
import type { PrinterChoice } from "../../src/escpos/models/printer-of-print.ts";
import type { TargetModelId } from "../../src/translation/target-model.ts";
import { translate } from "../../src/translation/translate.ts";
import { mayNeedTranslation, translationFor } from "../../src/translation/translation.ts";
import { bytes, ESC, GS, LF } from "../escpos/bytes.ts";

const TEXT = bytes([ESC, 0x40], "Coffee  3.20\n", [GS, 0x56, 66, 0]);
const CENTRED = bytes([ESC, 0x40, ESC, 0x61, 1], "Coffee\n", [GS, 0x56, 66, 0]);
const LINE_OF_48 = bytes([ESC, 0x40], `${"Coffee".padEnd(44)}3.20\n`);
const QR = bytes([ESC, 0x40], [GS, 0x28, 0x6b, 4, 0, 49, 80, 48, 65, GS, 0x28, 0x6b, 3, 0, 49, 81, 48]);
const RASTER = bytes([ESC, 0x40, GS, 0x76, 0x30, 0, 1, 0, 1, 0, 0xff]);
const STRIP = bytes([ESC, 0x40, ESC, 0x2a, 33, 1, 0, 1, 2, 3, LF]);
const PAGE = bytes([ESC, 0x40, ESC, 0x4c], "A", 0x0c);
const WIDE_RASTER = bytes([ESC, 0x40, GS, 0x76, 0x30, 0, 72, 0, 1, 0], new Uint8Array(72).fill(0xff));
const STAR_TEXT = bytes([ESC, 0x40, ESC, GS, 0x61, 1], "Coffee\n", [ESC, 0x64, 3]);
const STAR_RASTER = bytes([ESC, 0x2a, 0x72, 0x41], "b\x01\0\xff", [ESC, 0x2a, 0x72, 0x42]);
/** Number 19 is CP858 on Epson's, another page on others. */
const CODE_PAGE = bytes([ESC, 0x40, ESC, 0x74, 19], "3.20 \xd5\n");

type Case = readonly [what: string, print: Uint8Array, source: ModelId | null, target: TargetModelId | null];

function notesOf([, print, source, target]: Case, policy: TranslationPolicy): readonly string[] {
  const choice: PrinterChoice = source === null ? {} : { model: source };
  const translation = translationFor({ model: source, targetModel: target, translate: policy }, {});
  const { bytes: sent, notes } = translate(print, choice, translation);
  expect(sent === print).toBe(notes.length === 0);
  return notes;
}

const UNCHANGED: readonly Case[] = [
  ["nothing is said of any printer", QR, null, null],
  ["a Star print where nothing is said", STAR_TEXT, null, null],
  ["the model that it was made for", QR, "epson-tm-t88v", null],
  ["text, where raster images are missing", TEXT, null, "wincor-nixdorf-th230"],
  ["strips, where raster images are missing", STRIP, null, "wincor-nixdorf-th230"],
  ["short text on narrow paper", TEXT, "epson-80mm", "epson-58mm"],
  ["centred text on narrow paper", CENTRED, "epson-80mm", "epson-58mm"],
  ["a small picture on another head", RASTER, "epson-80mm", "epson-tm-t88v"],
  ["text on an impact printer", TEXT, "epson-80mm", "epson-tm-u220"],
  ["Star's on Star's", STAR_TEXT, "star-tsp650ii", "star-mc-print3"],
  ["rows of dots on what prints them alone", STAR_RASTER, "star-tsp650ii", "star-tsp100"],
  ["all characters are there", CODE_PAGE, "epson-80mm", "epson-tm-t20"],
];

const DRAWN: readonly (readonly [...Case, note: string])[] = [
  [
    "ESC/POS on Star's",
    TEXT,
    null,
    "star-tsp650ii",
    "its commands are ESC/POS, and the Star TSP650II speaks Star's.",
  ],
  [
    "Star's on Epson's",
    STAR_TEXT,
    "star-tsp650ii",
    "epson-tm-t88v",
    "its commands are Star's, and the Epson TM-T88V speaks ESC/POS.",
  ],
  [
    "ESC/POS by a printer that stands for Star's",
    TEXT,
    "star-tsp650ii",
    null,
    "its commands are ESC/POS, and the Star TSP650II speaks Star's.",
  ],
  [
    "text on what prints dots alone",
    STAR_TEXT,
    "star-tsp650ii",
    "star-tsp100",
    "the Star TSP100 prints no text.",
  ],
  [
    "a symbol that is missing",
    QR,
    null,
    "zjiang-zj-58",
    "the Zjiang ZJ-58 prints no two-dimensional symbols.",
  ],
  [
    "a raster image that is missing",
    RASTER,
    null,
    "wincor-nixdorf-th230",
    "the Wincor Nixdorf TH230 prints no raster images.",
  ],
  ["strips that are missing", STRIP, null, "sunmi-v2", "the Sunmi V2 prints no columns of dots."],
  [
    "strips of 24 dots that are missing",
    STRIP,
    null,
    "epson-tm-u220",
    "the Epson TM-U220 has pins for columns of 8 dots only.",
  ],
  ["page mode that is missing", PAGE, null, "epson-tm-u220", "the Epson TM-U220 has no page mode."],
  [
    "a line that would wrap",
    LINE_OF_48,
    "epson-80mm",
    "epson-58mm",
    "it was made for other paper or other characters than the Epson 58 mm, 203 dpi has.",
  ],
  [
    "a picture that would be cut off",
    WIDE_RASTER,
    "epson-80mm",
    "epson-tm-t88v",
    "it was made for other paper or other characters than the Epson TM-T88V has.",
  ],
  [
    "another maker's code pages",
    CODE_PAGE,
    "epson-80mm",
    "hp-a779",
    "it was made for other paper or other characters than the HP A779 has.",
  ],
];

describe("goes as it is", () => {
  test.each(UNCHANGED.map((row) => [row[0], row] as const))("%s", (_what, row) => {
    expect(notesOf(row, "auto")).toEqual([]);
  });
});

describe("is drawn", () => {
  test.each(DRAWN.map((row) => [row[0], row] as const))("%s", (_what, row) => {
    const [what, print, source, target, note] = row;
    const [first = ""] = notesOf([what, print, source, target], "auto");
    expect(first).toStartWith("Drawn for the ");
    expect(first).toEndWith(`: ${note}`);
  });
});

test("never is never, always is always", () => {
  for (const [what, print, source, target] of DRAWN)
    expect(notesOf([what, print, source, target], "never")).toEqual([]);
  expect(notesOf(["text", TEXT, null, "epson-tm-t88v"], "always")).toEqual([
    "Drawn for the Epson TM-T88V: all prints of this printer are drawn.",
  ]);
  expect(notesOf(["text", TEXT, null, "office-a4"], "never")).toEqual([]);
  expect(notesOf(["text", TEXT, null, "office-a4"], "auto")).toEqual([
    "Drawn as PDF: the real printer prints pages.",
  ]);
});

describe("prints in the printer's own language go through without being looked at", () => {
  type Settings = readonly [model: ModelId | null, target: TargetModelId | null, policy: TranslationPolicy];
  test.each<[...Settings, boolean]>([
    [null, null, "auto", false],
    ["epson-tm-t88v", null, "auto", false],
    ["star-tsp650ii", null, "auto", false],
    ["epson-tm-t88v", null, "always", true],
    ["epson-tm-t88v", "epson-tm-t20", "auto", false],
    ["epson-tm-t20", "epson-tm-t88v", "auto", true],
    ["epson-80mm", "hp-a779", "auto", true],
    ["star-tsp100", null, "auto", true],
    ["zjiang-zj-58", null, "auto", true],
    ["zjiang-zj-58", null, "never", false],
    [null, "star-tsp100", "auto", true],
    [null, "star-mc-print3", "auto", true],
    [null, "epson-58mm", "auto", false],
    ["star-tsp650ii", "star-mc-print3", "auto", false],
    [null, "office-a4", "auto", true],
    [null, "office-a4", "never", false],
  ])("model %s, target model %s, %s: %p", (model, targetModel, policy, isNeeded) => {
    expect(mayNeedTranslation({ model, targetModel, translate: policy }, {})).toBe(isNeeded);
  });
});
