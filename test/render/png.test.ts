import { expect, test } from "bun:test";
import { crc32, inflateSync } from "node:zlib";
import { decode } from "../../src/escpos/escpos.ts";
import { MAXIMUM_PICTURE_DOTS } from "../../src/escpos/limits.ts";
import { isBlack } from "../../src/escpos/raster-dots.ts";
import { paintReceipt } from "../../src/render/paint/paint-receipt.ts";
import { encodePng, renderPng } from "../../src/render/png.ts";
import { bytes, ESC } from "../escpos/bytes.ts";
import { inkOfPng, inkWithin } from "./ink.ts";

/** The chunks of a PNG, after a check of their sums. */
function chunksOf(png: Uint8Array): Map<string, Buffer> {
  const file = Buffer.from(png);
  expect(file.subarray(0, 8)).toEqual(Buffer.from("89504e470d0a1a0a", "hex"));
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at);
    const body = file.subarray(at + 4, at + 8 + length);
    expect(crc32(body)).toBe(file.readUInt32BE(at + 8 + length));
    chunks.set(body.toString("latin1", 0, 4), body.subarray(4));
    at += 12 + length;
  }
  return chunks;
}

test("rows come out as they went in, one filter byte before each", () => {
  const chunks = chunksOf(
    encodePng({ columns: 10, rows: 3, bytes: Uint8Array.of(0xff, 0xc0, 0, 0x40, 0xaa, 0x80) }),
  );
  expect([...chunks.keys()]).toEqual(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);
  expect(chunks.get("IHDR")?.toString("hex")).toBe("0000000a000000030103000000");
  expect(inflateSync(chunks.get("IDAT") ?? "").toString("hex")).toBe("00ffc000004000aa80");
});

test("paper is transparent white, ink is black", () => {
  const chunks = chunksOf(encodePng({ columns: 1, rows: 1, bytes: Uint8Array.of(0x80) }));
  expect(chunks.get("PLTE")?.toString("hex")).toBe("ffffff000000");
  expect(chunks.get("tRNS")?.toString("hex")).toBe("00");
});

test("a receipt is one pixel a dot, one bit a pixel, on the white paper of its roll", () => {
  const receipt = decode(bytes("A\n"), { columns: 32 });
  const png = renderPng(receipt);
  const chunks = chunksOf(png);
  expect([...chunks.keys()]).toEqual(["IHDR", "pHYs", "IDAT", "IEND"]);
  expect(chunks.get("IHDR")?.toString("hex")).toBe("000001d00000005e0100000000");
  const ink = inkOfPng(png);
  // 48 mm on paper of 58: 5 mm on each side, and 4 mm above and below.
  expect([ink.columns, ink.rows]).toEqual([384 + 2 * 40, 30 + 2 * 32]);
  const { canvas } = paintReceipt(receipt);
  const letter = inkWithin(ink, 40, 32, 12, 24);
  expect(letter.dots.some((dot) => dot === 1)).toBe(true);
  letter.dots.forEach((dot, at) => {
    expect(dot === 1).toBe(isBlack(canvas, at % 12, Math.floor(at / 12)));
  });
  expect(ink.dots.filter((dot) => dot === 1)).toHaveLength(letter.dots.filter((dot) => dot === 1).length);
});

test.each([
  ["203 dots an inch", "epson-80mm", 203, 203],
  ["180 dots an inch", "epson-tm-t88v", 180, 180],
  ["dots of an impact printer, which are not square", "epson-tm-u220", 160, 144],
] as const)("it says how large its dots are: %s", (_title, model, across, along) => {
  const resolution = chunksOf(renderPng(decode(bytes("A\n"), { model }))).get("pHYs") ?? Buffer.alloc(9);
  const perInch = [resolution.readUInt32BE(0), resolution.readUInt32BE(4)].map((metre) => metre * 0.0254);
  expect(perInch.map(Math.round)).toEqual([across, along]);
  expect(resolution[8]).toBe(1);
});

test("paper that is too long is cut off", () => {
  const feed = Array.from({ length: 900 }, () => [ESC, 0x64, 100]).flat();
  const header = chunksOf(renderPng(decode(bytes("A\n", feed, "B\n"), { columns: 255 }))).get("IHDR");
  expect(header?.readUInt32BE(4)).toBe(Math.floor(MAXIMUM_PICTURE_DOTS / (255 * 12)) + 2 * 32);
});
