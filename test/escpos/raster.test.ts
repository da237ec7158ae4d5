import { expect, mock, spyOn, test } from "bun:test";
import fc from "fast-check";
import { blackRuns, isBlack } from "../../src/escpos/raster-dots.ts";
import { bytesIn, delayedRaster, type Raster } from "../../src/escpos/raster.ts";
import { decode } from "../../src/escpos/escpos.ts";
import { render } from "../../src/render/render.ts";
import { renderText } from "../../src/render/text.ts";
import { readWords } from "../../src/search/text/receipt-lines.ts";
import * as qrEncoder from "../../src/symbols/qr/encode.ts";
import { bytes } from "./bytes.ts";

test("a delayed picture is drawn once, when its dots are asked for", () => {
  const draw = mock(() => new Uint8Array(63));
  const raster = delayedRaster(21, 21, draw);
  expect([raster.columns, raster.rows, bytesIn(raster)]).toEqual([21, 21, 63]);
  expect(draw).toHaveBeenCalledTimes(0);
  expect(raster.bytes).toBe(raster.bytes);
  expect(draw).toHaveBeenCalledTimes(1);
});

test("the modules of a QR code are made when someone draws it, once for all that are equal", () => {
  const makes = spyOn(qrEncoder, "drawModules");
  try {
    const store = bytes([0x1d, 0x28, 0x6b, 8, 0, 49, 80, 48], "hello");
    const print = bytes([0x1d, 0x28, 0x6b, 3, 0, 49, 81, 48]);
    const source = bytes("before\n", store, print, print, "after\n");
    const receipt = decode(source, { columns: 48 });
    expect(receipt.pieces).toMatchObject([
      { text: "before" },
      { width: 63, height: 63, symbol: { text: "hello" } },
      { width: 63, height: 63, symbol: { text: "hello" } },
      { text: "after" },
    ]);
    expect(renderText(receipt)).toContain("after");
    expect(readWords(source, { charset: "auto", profile: "epson" }).symbols).toEqual(["hello", "hello"]);
    expect(makes).toHaveBeenCalledTimes(0);
    expect(render(receipt, "svg", { title: "" })).toContain("QR code hello");
    expect(render(receipt, "png", { title: "" }).length).toBeGreaterThan(0);
    expect(makes).toHaveBeenCalledTimes(1);
  } finally {
    makes.mockRestore();
  }
});

test("property: the runs of a row are its black dots, none next to another", () => {
  const rows = 3;
  const rasters = fc
    .integer({ min: 1, max: 40 })
    .chain((columns) =>
      fc
        .uint8Array({ minLength: rows * Math.ceil(columns / 8), maxLength: rows * Math.ceil(columns / 8) })
        .map((dots): Raster => ({ columns, rows, bytes: dots })),
    );
  fc.assert(
    fc.property(rasters, fc.integer({ min: 0, max: rows - 1 }), (raster, row) => {
      const runs = blackRuns(raster, row);
      const inRuns = (x: number): boolean => runs.some(([start, end]) => x >= start && x < end);
      for (let x = 0; x < raster.columns; x++) expect(inRuns(x)).toBe(isBlack(raster, x, row));
      runs.forEach(([start, end], index) => {
        expect(start).toBeGreaterThan(runs[index - 1]?.[1] ?? -1);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(raster.columns);
      });
    }),
  );
});
