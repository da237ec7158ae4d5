import { describe, expect, test } from "bun:test";
import { columnsOf, powerOnFontOf } from "../../../src/escpos/models/printer-model.ts";
import { DEFAULT_MODEL, MODEL_IDS, PRINTER_MODELS, type ModelId } from "../../../src/escpos/models/models.ts";

/** What the manuals and public tables say of a model: dots an inch, dots, and columns of its fonts from A on. */
const KNOWN: readonly (readonly [ModelId, dotsPerInch: number, dots: number, ...columns: number[]])[] = [
  ["epson-80mm", 203, 576, 48, 64],
  ["epson-tm-t88ii", 180, 512, 42, 56],
  ["epson-tm-t88vii", 180, 512, 42, 56],
  ["epson-tm-t20iii", 203, 576, 48, 64],
  ["epson-tm-t20ii-42", 203, 546, 42, 60],
  ["epson-tm-m30iii", 203, 576, 48, 57, 64],
  ["epson-tm-t70", 180, 512, 42, 56],
  ["epson-tm-t70ii-taiwan-58mm", 203, 416, 34, 46],
  ["epson-tm-p20ii", 203, 384, 32, 42, 42, 38, 48],
  ["epson-tm-u220", 160, 400, 33, 42],
  ["bixolon-srp-350iii", 180, 512, 42, 56, 56],
  ["citizen-ct-s310ii", 203, 576, 48, 64, 72],
  ["hp-a779", 180, 528, 44],
  ["metapace-t-1", 180, 504, 42, 56],
  ["seiko-rp-f10", 203, 576, 48, 72],
  ["seiko-rp-f10-58mm", 203, 432, 36, 54],
  ["star-mc-print2", 203, 384, 32, 42],
  ["star-tsp650ii", 203, 576, 48, 64],
  ["wincor-nixdorf-th230", 203, 576, 44, 57],
  ["zjiang-pos-5890", 203, 384, 32, 42],
];

describe("printer models", () => {
  test.each(KNOWN)("%s: %d dots an inch, %d dots", (id, dotsPerInch, dots, ...columns) => {
    const model = PRINTER_MODELS[id];
    expect(model.dotsPerInch).toBe(dotsPerInch);
    expect(model.widthDots).toBe(dots);
    const fonts = columns.map((_, n) => model.fonts.get(n));
    expect(fonts.map((font) => font && columnsOf(model, font))).toEqual(columns);
  });

  test("each has its own name, and the font that it powers on with", () => {
    const names = MODEL_IDS.map((id) => `${PRINTER_MODELS[id].maker} ${PRINTER_MODELS[id].name}`);
    expect(new Set(names).size).toBe(MODEL_IDS.length);
    for (const id of MODEL_IDS) {
      const model = PRINTER_MODELS[id];
      expect(model.id).toBe(id);
      expect(columnsOf(model, powerOnFontOf(model))).toBeGreaterThanOrEqual(32);
      // The paper moves by dots or half dots.
      expect([1, 0.5]).toContain(model.dotsPerInchAlong / model.stepsPerInch);
    }
  });

  test("the default is the first: Epson's at 203 dpi with half-dot units", () => {
    expect(MODEL_IDS[0]).toBe("epson-80mm");
    expect(DEFAULT_MODEL).toMatchObject({ id: "epson-80mm", dotsPerInch: 203, verticalUnits: 406 });
  });
});
