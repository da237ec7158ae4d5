import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type DataMatrixSettings, drawDataMatrix } from "../../src/symbols/data-matrix.ts";
import { countCodewords } from "../../src/symbols/data-matrix/codewords.ts";
import { shortestSegments } from "../../src/symbols/data-matrix/encodation.ts";
import { dataCodewords, RECTANGLES, SQUARES } from "../../src/symbols/data-matrix/sizes.ts";
import { encode } from "../../src/symbols/encoder.ts";
import { byteString, type DrawnSymbol } from "../../src/symbols/symbol.ts";
import { bytes } from "../escpos/bytes.ts";
import { scanBytes } from "./scan.ts";

const SETTINGS: DataMatrixSettings = { rectangle: false, rows: 0, columns: 0, moduleSize: 3 };

function drawn(data: Uint8Array, change: Partial<DataMatrixSettings> = {}): DrawnSymbol {
  const drawing = drawDataMatrix(data, { ...SETTINGS, ...change });
  if ("problem" in drawing) throw new Error(drawing.problem);
  return drawing;
}

const scanned = async (symbol: DrawnSymbol): Promise<Uint8Array | undefined> => (await scanBytes(symbol))[0];

describe("sizes", () => {
  const all = [
    ...SQUARES.map((size) => ({ ...size, rectangle: false })),
    ...RECTANGLES.map((size) => ({ ...size, rectangle: true })),
  ];
  test.each(all.map((size) => [`${size.rows} × ${size.columns}`, size] as const))(
    "%s is read when it is full, and one character more is too much",
    async (_title, size) => {
      const { rows, columns, rectangle } = size;
      const pairs = "07".repeat(dataCodewords(size));
      const symbol = drawn(bytes(pairs), { rows, columns, rectangle });
      expect([symbol.raster.rows, symbol.raster.columns]).toEqual([rows, columns]);
      expect(await scanned(symbol)).toEqual(bytes(pairs));
      expect(drawDataMatrix(bytes(pairs, "1"), { ...SETTINGS, rows, columns, rectangle })).toEqual({
        problem: "there is too much data",
      });
    },
  );
});

describe("encodations", () => {
  test.each([
    ["12345678", "ascii", 4],
    ["ABCDEFGHI", "c40", 7],
    ["abcdefghi", "text", 7],
    ["ABC*DEF>GHI\rJKL", "x12", 11],
    ["A.B,C:D;E(F)G+H-", "edifact", 13],
    ["\x80\x91\xa2\xb3\xc4\xd5", "bytes", 8],
    ["ab\x80", "ascii", 4],
  ] as const)("%j is written as %s in %d codewords", (data, encodation, count) => {
    const segments = shortestSegments(bytes(data));
    expect(segments.map((segment) => segment.encodation)).toEqual([encodation]);
    expect(countCodewords(segments)).toBe(count);
  });

  const parts = [
    fc.stringMatching(/^\d{1,20}$/),
    fc.stringMatching(/^[A-Z ]{1,20}$/),
    fc.stringMatching(/^[a-z ]{1,20}$/),
    fc.stringMatching(/^[A-Z*>\r ]{1,20}$/),
    fc.stringMatching(/^[ -^]{1,20}$/),
    fc.uint8Array({ minLength: 1, maxLength: 20 }).map(byteString),
  ];
  const mixed = fc
    .array(fc.oneof(...parts), { minLength: 1, maxLength: 5 })
    .map((some) => bytes(some.join("") || "0"));

  test("property: any bytes are read back, from a symbol no larger than that of another encoder", async () => {
    await fc.assert(
      fc.asyncProperty(mixed, fc.boolean(), async (data, rectangle) => {
        const format = rectangle ? "rectangle" : "square";
        const other = encode("datamatrix", byteString(data), { format });
        // The largest rectangle holds little.
        if ("problem" in other) return;
        const symbol = drawn(data, { rectangle });
        expect(await scanned(symbol)).toEqual(data);
        expect(symbol.raster.bytes.length).toBeLessThanOrEqual(
          Math.ceil(other.encoding.columns / 8) * (other.encoding.modules.length / other.encoding.columns),
        );
      }),
      { numRuns: 150 },
    );
  });

  test("more than 249 bytes have a length of two codewords", async () => {
    const data = Uint8Array.from({ length: 600 }, (_, index) => 128 + ((index * 37) % 128));
    expect(await scanned(drawn(data))).toEqual(data);
  });
});
