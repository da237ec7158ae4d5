import { expect, test } from "bun:test";
import fc from "fast-check";
import { decode, MODEL_IDS, PRINTER_MODELS } from "../../../src/escpos/escpos.ts";
import { columnsOf, powerOnFontOf } from "../../../src/escpos/models/printer-model.ts";
import { explain } from "../../../src/explain/explain.ts";
import { PREVIEW_FORMATS } from "../../../src/render/preview-format.ts";
import { render } from "../../../src/render/render.ts";
import { bytes, ESC, samplePage, sampleReceipt } from "../bytes.ts";

const SEED = 20261120;

const anyModel = fc.constantFrom(...MODEL_IDS);

/** Prints with some bytes changed. */
const changedPrint = fc
  .tuple(
    fc.constantFrom(sampleReceipt(), samplePage()),
    fc.array(fc.tuple(fc.nat(300), fc.nat(255)), { maxLength: 6 }),
  )
  .map(([print, changes]) => {
    const changed = Uint8Array.from(print);
    for (const [at, byte] of changes) if (at < changed.length) changed[at] = byte;
    return changed;
  });

test("the paper has moved by all that was fed, but for a step that is no dot yet", () => {
  fc.assert(
    fc.property(anyModel, fc.array(fc.nat(255), { minLength: 1, maxLength: 40 }), (id, feeds) => {
      const model = PRINTER_MODELS[id];
      // A command of ESC/POS alone first: the language is that of the model or of the bytes.
      const print = bytes([ESC, 0x21, 0], ...feeds.map((n) => [ESC, 0x4a, n]));
      const { heightDots, language } = decode(print, { model: id });
      fc.pre(language === "escpos" && model.language === "escpos");
      const stepsOf = (n: number): number => Math.trunc((n * model.stepsPerInch) / model.verticalUnits);
      const steps = feeds.reduce((sum, n) => sum + stepsOf(n), 0);
      expect(heightDots).toBe(Math.floor((steps * model.dotsPerInchAlong) / model.stepsPerInch));
    }),
    { seed: SEED, numRuns: 300 },
  );
});

test("a full line of characters fits, one more wraps", () => {
  for (const id of MODEL_IDS) {
    const model = PRINTER_MODELS[id];
    const columns = columnsOf(model, powerOnFontOf(model));
    const { pieces } = decode(bytes("x".repeat(columns + 1), "\n"), { model: id });
    expect(pieces.map((piece) => (piece.kind === "text" ? piece.text.length : 0))).toEqual([columns, 1]);
    for (const { x, width } of pieces) expect(x + width).toBeLessThanOrEqual(model.widthDots);
  }
});

test("any print is drawn on any model in any format, its pieces on whole dots", () => {
  fc.assert(
    fc.property(changedPrint, anyModel, fc.constantFrom(...PREVIEW_FORMATS), (print, model, format) => {
      const receipt = decode(print, { model });
      for (const { x, y, width, height } of receipt.pieces) {
        expect([x, y, width, height].every(Number.isInteger)).toBe(true);
      }
      expect(render(receipt, format, { title: "" }).length).toBeGreaterThan(0);
    }),
    { seed: SEED, numRuns: 300 },
  );
});

test("a warning is about bytes of the print, and told once", () => {
  fc.assert(
    fc.property(changedPrint, anyModel, (print, model) => {
      const { warnings } = explain(print, { model });
      const told = warnings.map(({ code, name, sentence }) => `${code} ${name} ${sentence}`);
      expect(new Set(told).size).toBe(told.length);
      for (const { offset, length, times } of warnings) {
        expect(offset + length).toBeLessThanOrEqual(print.length);
        expect(Math.min(length, times)).toBeGreaterThan(0);
      }
    }),
    { seed: SEED, numRuns: 200 },
  );
});
