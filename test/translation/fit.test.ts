import { describe, expect, test } from "bun:test";
import { decode } from "../../src/escpos/escpos.ts";
import { PRINTER_MODELS } from "../../src/escpos/models/models.ts";
import { renderPng } from "../../src/render/png.ts";
import { fitOn } from "../../src/translation/paper-fit.ts";
import type { ModelId } from "../../src/escpos/models/models.ts";
import { bytes, ESC, GS } from "../escpos/bytes.ts";
import { receiptOfSymbols, SCANNED_SYMBOLS } from "../symbols/receipt-of-symbols.ts";
import { scanFile } from "../symbols/scan.ts";
import { inkLines, onPaper, translated } from "./drawn.ts";

test.each<[from: ModelId, to: ModelId, scaleX: number, scaleY: number, left: number]>([
  ["epson-80mm", "star-tsp100", 1, 1, 0],
  ["epson-80mm", "epson-58mm", 384 / 576, 384 / 576, 0],
  // Dots stay dots where heads are nearly alike.
  ["epson-tm-t88v", "epson-80mm", 1, 1, 32],
  ["epson-80mm", "epson-tm-t88v", 512 / 576, 512 / 576, 0],
  ["epson-58mm", "epson-80mm", 1, 1, 96],
  // Pressed across the paper alone.
  ["epson-80mm", "epson-tm-u220", 400 / 576, 144 / 203, 0],
  // At its true size.
  ["epson-tm-u220", "epson-80mm", 203 / 160, 203 / 144, 32],
])("a receipt for %s on %s", (from, to, scaleX, scaleY, left) => {
  const fit = fitOn(decode(bytes("A\n"), { model: from }), PRINTER_MODELS[to]);
  expect(fit.scaleX).toBeCloseTo(scaleX, 10);
  expect(fit.scaleY).toBeCloseTo(scaleY, 10);
  expect(fit.left).toBe(left);
});

describe("codes on smaller paper are scanned", () => {
  test.each<ModelId>(["epson-58mm", "epson-tm-t88v", "zjiang-pos-5890", "star-mc-print2"])(
    "on %s",
    async (target) => {
      const { bytes: sent } = translated(receiptOfSymbols(), target, { model: "epson-80mm" });
      const found = await scanFile(new Blob([renderPng(onPaper(sent, target))]));
      expect(found).toEqual(SCANNED_SYMBOLS);
    },
  );

  test("a QR code of an impact printer", async () => {
    const print = bytes(
      [GS, 0x28, 0x6b, 4, 0, 49, 65, 50, 0],
      [GS, 0x28, 0x6b, 3, 0, 49, 67, 4],
      [GS, 0x28, 0x6b, 8, 0, 49, 80, 48],
      "hello",
      [GS, 0x28, 0x6b, 3, 0, 49, 81, 48],
    );
    const { bytes: sent } = translated(print, "epson-tm-u220", { model: "epson-80mm" });
    expect(await scanFile(new Blob([renderPng(onPaper(sent, "epson-tm-u220"))]))).toEqual(["QRCode hello"]);
  });
});

describe("nothing at the right edge is cut off", () => {
  const RIGHT = bytes(
    [ESC, 0x40],
    `${"Coffee".padEnd(44)}3.20\n`,
    [GS, 0x21, 0x11],
    `${"SUM".padEnd(20)}3.20\n`,
  );

  test.each<ModelId>(["epson-58mm", "epson-tm-u220", "epson-tm-m10", "star-mpop", "seiko-rp-f10-58mm"])(
    "on %s",
    (target) => {
      const { bytes: sent, notes } = translated(RIGHT, target, { model: "epson-80mm" });
      expect(notes).toHaveLength(1);
      const lines = inkLines(onPaper(sent, target));
      const width = PRINTER_MODELS[target].widthDots;
      // The last digit of each line is there, as near to the edge as it was.
      const rightmost = Math.max(...lines.map((line) => line.lastIndexOf("#")));
      expect(rightmost).toBeGreaterThan(width * 0.97);
      expect(rightmost).toBeLessThan(width);
    },
  );
});

test("a stroke of one dot is on smaller paper too, wherever it is", () => {
  const row = new Uint8Array(72);
  const strokes = Array.from({ length: 82 }, (_, stroke) => 7 * stroke);
  for (const x of strokes) row[x >> 3] = (row[x >> 3] ?? 0) | (0x80 >> (x & 7));
  const print = bytes([GS, 0x76, 0x30, 0, 72, 0, 1, 0], row);
  const [line = ""] = inkLines(
    onPaper(translated(print, "epson-58mm", { model: "epson-80mm" }).bytes, "epson-58mm"),
  );
  expect(line.match(/#+/g)).toHaveLength(strokes.length);
});
