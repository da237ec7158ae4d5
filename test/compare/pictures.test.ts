import { describe, expect, test } from "bun:test";
import { inflateSync } from "node:zlib";
import { compareReceipts } from "../../src/compare/compare-receipts.ts";
import { comparisonDrawing } from "../../src/compare/drawing.ts";
import { MARK_COLOURS } from "../../src/compare/marks.ts";
import { comparisonPicture } from "../../src/compare/picture.ts";
import { decode } from "../../src/escpos/escpos.ts";
import { paperMargin } from "../../src/render/paper-size.ts";
import { bytes, ESC } from "../escpos/bytes.ts";

const receiptOf = (...lines: readonly string[]) =>
  decode(bytes([ESC, 0x40], ...lines.map((line) => `${line}\n`)), {});
const receipts = {
  a: receiptOf("Order 1001", "Tea 2.00", "Thanks <b>"),
  b: receiptOf("Order 1002", "Tea 2.00", "Tip 1.00", "Thanks <b>"),
};
const comparison = compareReceipts(receipts.a, receipts.b, {
  ignore: ["Order \\d+"],
  tolerance: 0,
  commands: false,
});

/** The colours of a PNG's dots, which has a palette and four bits a dot. */
function read(png: Uint8Array) {
  const file = Buffer.from(png);
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at);
    chunks.set(file.toString("latin1", at + 4, at + 8), file.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const header = chunks.get("IHDR") ?? Buffer.alloc(13);
  const [columns, rows] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [palette, dots] = [chunks.get("PLTE") ?? Buffer.alloc(0), inflateSync(chunks.get("IDAT") ?? "")];
  const rowBytes = Math.ceil(columns / 2) + 1;
  const colourAt = (x: number, y: number) => {
    const byte = dots[y * rowBytes + 1 + (x >> 1)] ?? 0;
    const colour = x % 2 === 0 ? byte >> 4 : byte & 15;
    return [...palette.subarray(colour * 3, colour * 3 + 3)];
  };
  return { columns, rows, depth: header[8], colourAt };
}

describe("the picture of both", () => {
  const picture = read(comparisonPicture(receipts, comparison));
  const { sides, ends } = paperMargin(receipts.a);
  const space = 24;
  const width = receipts.a.widthDots + 2 * sides;
  /** Dots of the picture from its left to what can be printed on, and from its top. */
  const left = { a: space + sides, b: 2 * space + width + sides };
  const top = space + ends;

  test("has both papers beside each other", () => {
    expect(picture).toMatchObject({
      columns: 3 * space + 2 * width,
      rows: receipts.b.heightDots + 2 * (space + ends),
      depth: 4,
    });
    expect(picture.colourAt(0, 0)).toEqual([...MARK_COLOURS.around]);
  });

  const white = [255, 255, 255];
  const places: readonly (readonly [string, "a" | "b", number, number, readonly number[]])[] = [
    ["what does not count", "a", 60, 1, MARK_COLOURS.ignored],
    ["and the same on the other paper", "b", 60, 1, MARK_COLOURS.ignored],
    ["a line that both have", "a", 300, 40, white],
    ["a line that was added", "b", 300, 70, MARK_COLOURS.b.fill],
    ["the line around it", "b", 300, 57, MARK_COLOURS.b.line],
    ["where it would be on the other paper", "a", 300, 54, MARK_COLOURS.a.fill],
    ["what is below, which only moved", "b", 300, 100, white],
  ];
  test.each(places)("shows %s", (_what, side, x, y, colour) => {
    expect(picture.colourAt(left[side] + x, top + y)).toEqual([...colour]);
  });

  test("has the ink of the receipt on top", () => {
    const inked = Array.from({ length: 24 }, (_, y) => y).some(
      (y) => picture.colourAt(left.b + 5, top + 60 + y).join() === "0,0,0",
    );
    expect(inked).toBe(true);
  });
});

describe("the drawing of both", () => {
  const drawing = comparisonDrawing(receipts, comparison);

  test("has both papers as text that can be read, and marks", () => {
    expect(drawing.match(/<svg /g)).toHaveLength(3);
    expect(drawing).toContain("Tip 1.00");
    expect(drawing.match(/fill-opacity="\.15"/g)).toHaveLength(2);
    expect(drawing.match(/fill-opacity="\.7"/g)).toHaveLength(2);
  });

  test("has nothing of the print that a browser would obey", () => {
    expect(drawing).not.toContain("<b>");
    expect(drawing).toContain("Thanks &lt;b&gt;");
    expect(drawing).not.toMatch(/<script|\son\w+=|style=/);
  });
});
