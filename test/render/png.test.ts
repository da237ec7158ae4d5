import { expect, test } from "bun:test";
import { crc32, inflateSync } from "node:zlib";
import { decode } from "../../src/escpos/escpos.ts";
import { MAXIMUM_PICTURE_DOTS } from "../../src/escpos/limits.ts";
import { encodePng, PAPER_MARGIN_DOTS, renderPng } from "../../src/render/png.ts";
import { bytes, ESC } from "../escpos/bytes.ts";

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

test("a receipt is one pixel a dot, one bit a pixel, at 203 dpi, on white paper with a margin", () => {
  const chunks = chunksOf(renderPng(decode(bytes("A\n"), { columns: 2 })));
  expect([...chunks.keys()]).toEqual(["IHDR", "pHYs", "IDAT", "IEND"]);
  expect(chunks.get("IHDR")?.toString("hex")).toBe("000000580000005e0100000000");
  expect(chunks.get("pHYs")?.toString("hex")).toBe("00001f3800001f3801");
  const rows = inflateSync(chunks.get("IDAT") ?? "");
  const rowBytes = 1 + (24 + 2 * PAPER_MARGIN_DOTS) / 8;
  const row = (number: number) => rows.subarray(number * rowBytes, (number + 1) * rowBytes).toString("hex");
  expect(rows).toHaveLength((30 + 2 * PAPER_MARGIN_DOTS) * rowBytes);
  expect(row(0)).toBe(`00${"ff".repeat(rowBytes - 1)}`);
  // The foot of the A, behind four bytes of margin.
  expect(row(PAPER_MARGIN_DOTS + 19)).toMatch(/^00ffffffff(?!ffffff)[0-9a-f]{6}ffffffff$/);
});

test("paper that is too long is cut off", () => {
  const feed = Array.from({ length: 900 }, () => [ESC, 0x64, 100]).flat();
  const header = chunksOf(renderPng(decode(bytes("A\n", feed, "B\n"), { columns: 255 }))).get("IHDR");
  expect(header?.readUInt32BE(4)).toBe(Math.floor(MAXIMUM_PICTURE_DOTS / (255 * 12)) + 2 * PAPER_MARGIN_DOTS);
});
