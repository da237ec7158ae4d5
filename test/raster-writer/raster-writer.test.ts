import { describe, expect, test } from "bun:test";
import { decode, MODEL_IDS, PRINTER_MODELS } from "../../src/escpos/escpos.ts";
import type { PrinterModel } from "../../src/escpos/models/printer-model.ts";
import { fillBlack, isBlack } from "../../src/escpos/raster-dots.ts";
import { blank } from "../../src/escpos/raster-transform.ts";
import type { Raster } from "../../src/escpos/raster.ts";
import { paintReceipt } from "../../src/render/paint/paint-receipt.ts";
import { usualCut } from "../../src/raster-writer/raster-writer.ts";
import { rasterWriterOf } from "../../src/raster-writer/writer-of-model.ts";

const LIMIT = 10_000_000;

/** Dots along the paper that this model's strips cannot tell apart. */
function dotHeightOf({ lacks, columnDotHeight }: PrinterModel): number {
  return lacks.has("raster images") && lacks.has("columns of 24 dots") ? columnDotHeight : 1;
}

/** Boxes that touch both edges of the paper, with white between them that is longer than any band or feed. */
function boxes(model: PrinterModel, rows: number): Raster {
  const picture = blank(model.widthDots & ~7, rows);
  const height = dotHeightOf(model) * 24;
  for (let top = 0, step = 0; top < rows; top += height * (step % 3 === 2 ? 20 : 2), step++) {
    const left = (step * 37) % (picture.columns - 40);
    fillBlack(picture, left, top, left + 40, top + height);
  }
  fillBlack(picture, 0, 0, 1, height);
  fillBlack(picture, picture.columns - 1, 0, picture.columns, height);
  return picture;
}

/** The rows that are on the paper, as text: "1" for black. */
function rowsOf(raster: Raster): string[] {
  return Array.from({ length: raster.rows }, (_row, y) =>
    Array.from({ length: raster.columns }, (_column, x) => (isBlack(raster, x, y) ? "1" : " "))
      .join("")
      .trimEnd(),
  );
}

function paperOf(bytes: Uint8Array, model: PrinterModel): string[] {
  const { canvas } = paintReceipt(decode(bytes, { model: model.id }));
  const rows = rowsOf(canvas);
  return rows.slice(0, rows.findLastIndex((row) => row !== "") + 1);
}

describe("what is written prints the picture, dot for dot", () => {
  test.each(MODEL_IDS)("on %s", (id) => {
    const model = PRINTER_MODELS[id];
    const picture = boxes(model, 24 * 40);
    const writer = rasterWriterOf(model, LIMIT);
    writer.picture(picture);
    writer.picture(picture);
    const bytes = writer.take();
    const expected = [...rowsOf(picture), ...rowsOf(picture)];
    const last = expected.findLastIndex((row) => row !== "") + 1;
    expect(paperOf(bytes, model).join("\n")).toBe(expected.slice(0, last).join("\n"));
    expect(decode(bytes, { model: id }).notes).toEqual([]);
  });
});

describe("paper is cut as the model can", () => {
  test.each(MODEL_IDS)("on %s", (id) => {
    const model = PRINTER_MODELS[id];
    const writer = rasterWriterOf(model, LIMIT);
    for (const kind of [usualCut(model), "partial"] as const) {
      writer.picture(boxes(model, 24));
      writer.cut(kind);
    }
    const receipt = decode(writer.take(), { model: id });
    const cuts = receipt.pieces.flatMap((piece) => (piece.kind === "cut" ? [piece.cut] : []));
    expect(cuts).toEqual(model.cutter === "none" ? [] : [usualCut(model), "partial"]);
  });
});

test("a feed moves the next picture down", () => {
  for (const id of ["epson-tm-t88v", "zjiang-pos-5890", "star-tsp100", "star-mc-print3"] as const) {
    const model = PRINTER_MODELS[id];
    const mark = blank(8, 24);
    fillBlack(mark, 0, 0, 8, 24);
    const writer = rasterWriterOf(model, LIMIT);
    writer.picture(mark);
    writer.feed(300);
    writer.picture(mark);
    const paper = paperOf(writer.take(), model);
    expect({ id, rows: paper.length, white: paper.filter((row) => row === "").length }).toEqual({
      id,
      rows: 348,
      white: 300,
    });
  }
});

test("what is larger than a print may be is refused", () => {
  const model = PRINTER_MODELS["epson-tm-t88v"];
  expect(() => rasterWriterOf(model, 1000).picture(blank(512, 200))).toThrow("1000 bytes");
});
