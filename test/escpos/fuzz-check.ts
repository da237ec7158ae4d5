import { expect } from "bun:test";
import { dialectFor } from "../../src/escpos/dialects.ts";
import { decode, tokenize, type Receipt } from "../../src/escpos/escpos.ts";
import type { PrinterLanguage } from "../../src/escpos/language.ts";
import { MAXIMUM_PAPER_LENGTH_DOTS, MAXIMUM_PIECES, MAXIMUM_RASTER_BYTES } from "../../src/escpos/limits.ts";
import { PREVIEW_FORMATS } from "../../src/render/preview-format.ts";
import { render } from "../../src/render/render.ts";

const TITLE = { title: "<&\0>" };

const isWholeDots = (dots: number): boolean => Number.isInteger(dots) && dots >= 0;

/** Checks what every receipt promises, whatever the bytes. */
export function expectBounded(receipt: Receipt): void {
  // The last thing printed may reach below the end of the paper.
  expect(receipt.heightDots).toBeLessThanOrEqual(MAXIMUM_PAPER_LENGTH_DOTS + 200_000);
  expect(receipt.pieces.length + receipt.events.length).toBeLessThanOrEqual(MAXIMUM_PIECES);
  const broken = receipt.pieces.filter(
    ({ x, y, width, height }) => ![x, y, width, height].every(isWholeDots),
  );
  expect(broken).toEqual([]);
  let rasterBytes = 0;
  for (const piece of receipt.pieces) {
    if (piece.kind !== "raster") continue;
    rasterBytes += piece.bytes.length;
    if (piece.bytes.length !== piece.rows * Math.ceil(piece.columns / 8)) expect(piece).toBeUndefined();
  }
  expect(rasterBytes).toBeLessThanOrEqual(MAXIMUM_RASTER_BYTES);
}

/** Control characters other than line feeds, which would garble a terminal. */
const CONTROL = /[^\P{Cc}\n]/u;

/**
 * Checks that the tokens are the input, and that every form it can be shown in is sound.
 *
 * @param language of the printer; a print that tells another is run by that
 */
export function expectSound(input: Uint8Array, columns: number, language: PrinterLanguage = "escpos"): void {
  let end = 0;
  for (const { offset, length } of tokenize(input, dialectFor(language))) {
    if (offset !== end || length <= 0) throw new Error(`the command at byte ${end} is at ${offset}`);
    end += length;
  }
  expect(end).toBe(input.length);
  const receipt = decode(input, { columns, language });
  expectBounded(receipt);
  for (const format of PREVIEW_FORMATS) {
    const output = render(receipt, format, TITLE);
    if (typeof output !== "string") {
      expect(output.length).toBeGreaterThan(0);
      continue;
    }
    if (!output.isWellFormed()) throw new Error(`${format} is not well formed`);
    if (format === "svg") Bun.XML.parse(output);
    if (format === "text") expect(CONTROL.exec(output)).toBeNull();
  }
}
