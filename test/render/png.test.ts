import { expect, test } from "bun:test";
import { crc32, inflateSync } from "node:zlib";
import { encodePng } from "../../src/render/png.ts";

/** The chunks of a PNG, after a check of their sums. */
function chunksOf(png: Uint8Array): Map<string, Buffer> {
  const bytes = Buffer.from(png);
  expect(bytes.subarray(0, 8)).toEqual(Buffer.from("89504e470d0a1a0a", "hex"));
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const body = bytes.subarray(at + 4, at + 8 + length);
    expect(crc32(body)).toBe(bytes.readUInt32BE(at + 8 + length));
    chunks.set(body.toString("latin1", 0, 4), body.subarray(4));
    at += 12 + length;
  }
  return chunks;
}

test("rows come out as they went in, one filter byte before each", () => {
  const chunks = chunksOf(encodePng(10, 3, Uint8Array.of(0xff, 0xc0, 0x00, 0x40, 0xaa, 0x80)));
  expect([...chunks.keys()]).toEqual(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);
  expect(chunks.get("IHDR")?.toString("hex")).toBe("0000000a000000030103000000");
  expect(inflateSync(chunks.get("IDAT") ?? "").toString("hex")).toBe("00ffc000004000aa80");
});

test("paper is transparent white, ink is black", () => {
  const chunks = chunksOf(encodePng(1, 1, Uint8Array.of(0x80)));
  expect(chunks.get("PLTE")?.toString("hex")).toBe("ffffff000000");
  expect(chunks.get("tRNS")?.toString("hex")).toBe("00");
});
