import { expect, test } from "bun:test";
import { DisplayList } from "../../src/escpos/display-list.ts";
import { printLayer } from "../../src/escpos/line-item.ts";
import { bytesIn, delayedRaster, type Raster } from "../../src/escpos/raster.ts";
import { decode } from "../../src/escpos/escpos.ts";
import { bytes } from "./bytes.ts";

/** A square that counts how often it is drawn. */
function countedSquare(size: number): { raster: Raster; drawn: () => number } {
  let count = 0;
  const raster = delayedRaster(size, size, () => {
    count++;
    return new Uint8Array(bytesIn({ columns: size, rows: size })).fill(0xff);
  });
  return { raster, drawn: () => count };
}

const { printer } = decode(bytes(""), { columns: 48 });

test("a delayed picture is drawn once, when its dots are asked for", () => {
  const { raster, drawn } = countedSquare(21);
  expect([raster.columns, raster.rows, bytesIn(raster), drawn()]).toEqual([21, 21, 63, 0]);
  expect(raster.bytes).toBe(raster.bytes);
  expect(drawn()).toBe(1);
});

test("a symbol on the paper is drawn when someone looks at it, and one that stands below another too", () => {
  const { raster, drawn } = countedSquare(21);
  const list = new DisplayList(printer);
  const layer = { raster, scaleX: 3, scaleY: 3, symbol: { system: "QR code", text: "1" } };
  printLayer(list, layer, 0, 0, 576);
  printLayer(list, layer, 0, 63, 576);
  const { pieces } = list.finish(bytes(""));
  expect(pieces).toHaveLength(2);
  expect(pieces).toMatchObject([
    { y: 0, width: 63, height: 63 },
    { y: 63, width: 63, height: 63 },
  ]);
  expect(drawn()).toBe(0);
  for (const piece of pieces) if (piece.kind === "raster") expect(piece.bytes).toHaveLength(63);
  expect(drawn()).toBe(1);
});

test("one that is too wide for its place is cut, and so drawn", () => {
  const { raster, drawn } = countedSquare(21);
  const list = new DisplayList(printer);
  printLayer(list, { raster, scaleX: 3, scaleY: 3 }, 0, 0, 30);
  expect(drawn()).toBe(1);
});
