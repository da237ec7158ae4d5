import { expect, test } from "bun:test";
import { decode } from "../../src/escpos/escpos.ts";
import { settledPrinter } from "../../src/escpos/models/chosen-printer.ts";
import { MODEL_IDS, PRINTER_MODELS } from "../../src/escpos/models/models.ts";
import { powerOnFontOf } from "../../src/escpos/models/printer-model.ts";
import { explain } from "../../src/explain/explain.ts";
import { testReceipt } from "../../src/intake/test-receipt.ts";
import { renderText } from "../../src/render/text.ts";

test.each(MODEL_IDS)("%s prints the test receipt as it was meant", async (model) => {
  const raw = await testReceipt({ model });
  expect(explain(raw, { model }).warnings).toEqual([]);
  const receipt = decode(raw, { model });
  expect(receipt.notes).toEqual([]);
  expect(receipt.language).toBe(PRINTER_MODELS[model].language);
  const edge = receipt.pieces.reduce((most, { x, width }) => Math.max(most, x + width), 0);
  const { columns } = settledPrinter({ model });
  expect(edge).toBeGreaterThanOrEqual(columns * powerOnFontOf(PRINTER_MODELS[model]).width);
  const text = renderText(receipt);
  if (PRINTER_MODELS[model].lacks.has("text")) expect(text).toContain("picture");
  else expect(text).toMatch(/TILLROLL[^]+TOTAL EUR +10\.20[^]+Thank you!/);
});

test("a printer without text has the picture of the text that others of its maker print", async () => {
  const picture = decode(await testReceipt({ model: "star-tsp100" }), { model: "star-tsp100" });
  const text = decode(await testReceipt({ model: "star-80mm" }), { model: "star-80mm" });
  expect(picture.pieces.filter(({ kind }) => kind === "raster")).toHaveLength(1);
  expect(picture.widthDots).toBe(text.widthDots);
  expect(Math.abs(picture.heightDots - text.heightDots)).toBeLessThanOrEqual(text.heightDots / 4);
});
