import { describe, expect, test } from "bun:test";
import { decode } from "../../src/escpos/escpos.ts";
import { pictureHash, picturesToRead, readablePictures } from "../../src/recognition/pictures.ts";
import { type BytePart, bytes, ESC, GS } from "../escpos/bytes.ts";

const receiptOf = (...parts: readonly BytePart[]) => decode(bytes(...parts), { model: "generic-80mm" });

/** A picture in one command (GS v 0), all of one byte. */
function picture(rowBytes: number, rows: number, dots = 0xaa, mode = 0): Uint8Array {
  const head = [GS, 0x76, 0x30, mode, rowBytes, 0, rows & 255, rows >> 8];
  return bytes(head, new Uint8Array(rowBytes * rows).fill(dots));
}

const TEXT = "Order 1042\nPizza 9.50\nTotal 9.50\n";
const SYMBOL = [GS, 0x6b, 65, 12, ...Buffer.from("012345678901")];

describe("what is read", () => {
  test.each<[string, readonly BytePart[], heights: number[]]>([
    ["a picture alone", [picture(40, 300)], [300]],
    ["strips as one picture", [picture(40, 100), picture(40, 100), picture(40, 50)], [250]],
    ["a picture below the text of a receipt", [TEXT, picture(40, 100)], [100]],
    ["a tall picture above it", [picture(40, 400), TEXT], [400]],
    ["a small one above two lines", [picture(40, 100), "Thank you\nBye\n"], [100]],
    ["no logo above it", [picture(40, 100), TEXT], []],
    ["no tiny picture", [picture(40, 10)], []],
    ["no narrow one", [picture(3, 300)], []],
    ["no bar code that was drawn as such", [SYMBOL], []],
    ["nothing in text", [TEXT], []],
    ["each of two pictures with text between them", [picture(40, 300), TEXT, picture(40, 60)], [300, 60]],
  ])("%s", (_name, parts, heights) => {
    expect(readablePictures(receiptOf(...parts)).map(({ box }) => box.height)).toEqual(heights);
  });

  test("no picture without a dot", () => {
    expect(picturesToRead(receiptOf(picture(40, 300, 0)))).toEqual([]);
  });
});

describe("pictures are put together as they are on the paper", () => {
  test("from strips", () => {
    const [whole] = picturesToRead(receiptOf(picture(40, 20, 0xf0), picture(40, 10, 0x0f)));
    expect(whole?.box).toMatchObject({ width: 320, height: 30 });
    const { columns, rows, bytes: dots } = whole?.raster ?? { columns: 0, rows: 0, bytes: new Uint8Array() };
    expect([columns, rows, dots.length]).toEqual([320, 30, 1200]);
    expect([dots[0], dots[799], dots[800], dots[1199]]).toEqual([0xf0, 0xf0, 0x0f, 0x0f]);
  });

  test("as large as they are printed", () => {
    const [double] = picturesToRead(receiptOf(picture(20, 20, 0x80, 3)));
    expect([double?.raster.columns, double?.raster.rows]).toEqual([320, 40]);
    expect([...(double?.raster.bytes.subarray(0, 4) ?? [])]).toEqual([0xc0, 0x00, 0xc0, 0x00]);
  });

  test("from strips that do not begin at the same dot", () => {
    const [joined] = picturesToRead(
      receiptOf(picture(40, 20, 0xff), [GS, 0x4c, 4, 0], picture(40, 20, 0xff)),
    );
    expect(joined?.box).toMatchObject({ x: 0, width: 324, height: 40 });
    const second = joined?.raster.bytes.subarray(20 * 41, 21 * 41) ?? [];
    expect([second[0], second[1], second[39], second[40]]).toEqual([0x0f, 0xff, 0xff, 0xf0]);
  });
});

describe("the same dots are the same picture, however they are printed", () => {
  const [rowBytes, rows] = [16, 48];
  const dots = Uint8Array.from({ length: rowBytes * rows }, (_, index) => (index * 37) & 255);
  const size = [rowBytes * 8, 0, rows, 0];

  /** A strip of 24 rows as columns (ESC * 33), fed by as much. */
  function columns(top: number): Uint8Array {
    const data = new Uint8Array(rowBytes * 8 * 3);
    for (let row = 0; row < 24; row++) {
      for (let column = 0; column < rowBytes * 8; column++) {
        const isBlack = ((dots[(top + row) * rowBytes + (column >> 3)] ?? 0) & (0x80 >> (column & 7))) !== 0;
        if (isBlack)
          data[column * 3 + (row >> 3)] = (data[column * 3 + (row >> 3)] ?? 0) | (0x80 >> (row & 7));
      }
    }
    return bytes([ESC, 0x2a, 33, rowBytes * 8, 0], data, "\n");
  }

  test.each<[string, readonly BytePart[]]>([
    ["a raster (GS v 0)", [[GS, 0x76, 0x30, 0, rowBytes, 0, rows, 0], dots]],
    ["columns (ESC *)", [[ESC, 0x33, 24], columns(0), columns(24)]],
    [
      "stored graphics (GS ( L)",
      [
        [GS, 0x28, 0x4c, (10 + dots.length) & 255, (10 + dots.length) >> 8, 48, 112, 48, 1, 1, 49, ...size],
        dots,
        [GS, 0x28, 0x4c, 2, 0, 48, 50],
      ],
    ],
  ])("%s", (_name, parts) => {
    const [found] = picturesToRead(receiptOf(...parts));
    expect([found?.raster.columns, found?.raster.rows]).toEqual([rowBytes * 8, rows]);
    expect(Buffer.from(found?.raster.bytes ?? []).equals(dots)).toBe(true);
  });
});

test("a hash tells pictures and ways of reading apart", () => {
  const dots = new Uint8Array(8).fill(1);
  const pictures = [
    [{ columns: 8, rows: 8, bytes: dots }, "1 eng"],
    [{ columns: 16, rows: 4, bytes: dots }, "1 eng"],
    [{ columns: 8, rows: 8, bytes: new Uint8Array(8) }, "1 eng"],
    [{ columns: 8, rows: 8, bytes: dots }, "1 deu"],
  ] as const;
  const hashes = pictures.map(([raster, readAs]) => pictureHash(raster, readAs).toHex());
  expect(new Set(hashes).size).toBe(pictures.length);
});
