import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { drawDataMatrix, isDataMatrixSize } from "../../src/symbols/data-matrix.ts";
import { drawPdf417, type Pdf417Settings } from "../../src/symbols/pdf417.ts";
import { drawQr, type QrSettings } from "../../src/symbols/qr.ts";
import type { Drawing, DrawnSymbol } from "../../src/symbols/symbol.ts";
import { drawAztec } from "../../src/symbols/aztec.ts";
import { drawMaxicode } from "../../src/symbols/maxicode.ts";
import { bytes } from "../escpos/bytes.ts";
import { scanSymbol } from "./scan.ts";

function valid(drawing: Drawing): DrawnSymbol {
  if ("problem" in drawing) throw new Error(drawing.problem);
  return drawing;
}

async function expectScan(drawing: Drawing, format: string, text: string): Promise<void> {
  const symbol = valid(drawing);
  expect(await scanSymbol(symbol)).toEqual([{ format, text }]);
  expect(symbol.text).toBe(text);
}

const QR: QrSettings = { model: 2, moduleSize: 3, errorCorrection: "L" };

describe("QR code", () => {
  test.each(["L", "M", "Q", "H"] as const)("error correction %s", async (errorCorrection) => {
    await expectScan(
      drawQr(bytes("https://example.com/?a=1"), { ...QR, errorCorrection }),
      "QRCode",
      "https://example.com/?a=1",
    );
  });

  test.each([1, 2, 3, 8, 16])("modules of %d dots", async (moduleSize) => {
    const drawing = valid(drawQr(bytes("12345"), { ...QR, moduleSize }));
    expect([drawing.raster.columns, drawing.scaleX, drawing.scaleY]).toEqual([21, moduleSize, moduleSize]);
    if (moduleSize > 1) await expectScan(drawing, "QRCode", "12345");
  });

  test("digits, letters, bytes, UTF-8 and Shift JIS kanji", async () => {
    await expectScan(drawQr(bytes("0123456789"), QR), "QRCode", "0123456789");
    await expectScan(drawQr(bytes("ABC $%*+-./:"), QR), "QRCode", "ABC $%*+-./:");
    await expectScan(drawQr(new TextEncoder().encode("€ 日本語 ü"), QR), "QRCode", "€ 日本語 ü");
    await expectScan(drawQr(new TextEncoder().encode("日本語東京"), QR), "QRCode", "日本語東京");
    await expectScan(drawQr(bytes([0x93, 0xfa, 0x96, 0x7b]), QR), "QRCode", "日本");
    await expectScan(drawQr(bytes("caf\xe9 \xe4"), QR), "QRCode", "café ä");
  });

  test("model 1 is drawn as model 2, and said", () => {
    const drawing = valid(drawQr(bytes("1"), { ...QR, model: 1 }));
    expect(drawing.note).toBe("QR code model 1 is drawn as model 2");
    expect(drawing.raster).toEqual(valid(drawQr(bytes("1"), QR)).raster);
  });

  test.each([
    ["L", "12345", 11],
    ["M", "12345678", 13],
    ["Q", "1234", 17],
  ] as const)("micro, error correction %s", async (errorCorrection, data, columns) => {
    const drawing = valid(drawQr(bytes(data), { ...QR, model: "micro", errorCorrection }));
    expect(drawing.raster.columns).toBe(columns);
    await expectScan(drawing, "MicroQRCode", data);
  });

  test("too much data is not printed", () => {
    expect(drawQr(new Uint8Array(3000), QR)).toEqual({ problem: expect.any(String) });
    expect(drawQr(bytes("x".repeat(40)), { ...QR, model: "micro" })).toEqual({ problem: expect.any(String) });
    expect(drawQr(bytes(""), QR)).toEqual({ problem: expect.any(String) });
  });
});

const PDF417: Pdf417Settings = {
  columns: 0,
  rows: 0,
  moduleWidth: 3,
  rowHeight: 3,
  errorCorrection: { tenths: 1 },
  truncated: false,
  availableWidth: 576,
};

describe("PDF417", () => {
  const changes: readonly Partial<Pdf417Settings>[] = [
    {},
    { columns: 1 },
    { columns: 4, rows: 20 },
    { rows: 12 },
    { moduleWidth: 2, rowHeight: 8 },
    { moduleWidth: 4, rowHeight: 2 },
    ...[0, 1, 2, 3, 4, 5].map((level) => ({ moduleWidth: 2, errorCorrection: { level } })),
    ...[5, 10, 20, 40].map((tenths) => ({ errorCorrection: { tenths } })),
  ];
  test.each(changes)("%j", async (change) => {
    await expectScan(drawPdf417(bytes("Testing 123"), { ...PDF417, ...change }), "PDF417", "Testing 123");
  });

  test.each(changes)("truncated, %j", async (change) => {
    const drawing = drawPdf417(bytes("Testing 123"), { ...PDF417, truncated: true, ...change });
    await expectScan(drawing, "PDF417", "Testing 123");
  });

  test("columns and rows are those asked for", () => {
    const { raster, scaleX, scaleY } = valid(drawPdf417(bytes("a"), { ...PDF417, columns: 3, rows: 11 }));
    expect([raster.columns, raster.rows, scaleX, scaleY]).toEqual([69 + 3 * 17, 11, 3, 9]);
  });

  test("its own choice of columns fits the print area", async () => {
    const drawing = valid(drawPdf417(bytes("x".repeat(150)), { ...PDF417, availableWidth: 320 }));
    expect(drawing.raster.columns * 3).toBeLessThanOrEqual(320);
    await expectScan(drawing, "PDF417", "x".repeat(150));
  });

  test("what does not fit the columns and rows asked for is not printed", () => {
    const drawing = drawPdf417(bytes("x".repeat(100)), { ...PDF417, columns: 1, rows: 3 });
    expect(drawing).toEqual({ problem: expect.any(String) });
  });
});

describe("MaxiCode", () => {
  test.each([
    [2, "152382802\x1d840\x1d001\x1dHELLO"],
    [3, "B1050 \x1d056\x1d999\x1dHELLO"],
    [2, "[)>\x1e01\x1d96152382802\x1d840\x1d001\x1d1Z00004951"],
    [4, "Text of mode 4"],
    [5, "Text of mode 5"],
    [6, "Text of mode 6"],
  ])("mode %d", async (mode, data) => {
    await expectScan(drawMaxicode(bytes(data), mode), "MaxiCode", data);
  });

  test("short country and class get the digits they lack", async () => {
    const drawing = drawMaxicode(bytes("152382802\x1d84\x1d1\x1dHELLO"), 2);
    await expectScan(drawing, "MaxiCode", "152382802\x1d084\x1d001\x1dHELLO");
  });

  test("its size is that of the standard at 203 dpi", () => {
    const { raster } = valid(drawMaxicode(bytes("x"), 4));
    expect([raster.columns, raster.rows]).toEqual([210, 199]);
  });

  test("mode 2 needs an address", () => {
    expect(drawMaxicode(bytes("x"), 2)).toEqual({ problem: expect.any(String) });
  });
});

describe("Aztec code", () => {
  const settings = { compact: false, layers: 0, moduleSize: 3, errorCorrection: 23 };
  test.each([
    [{}, 19],
    [{ layers: 4 }, 31],
    [{ errorCorrection: 90 }, 31],
    [{ compact: true }, 15],
    [{ compact: true, layers: 4 }, 27],
    [{ compact: true, moduleSize: 5 }, 15],
  ])("%j", async (change, columns) => {
    const drawing = valid(drawAztec(bytes("Aztec"), { ...settings, ...change }));
    expect(drawing.raster.columns).toBe(columns);
    await expectScan(drawing, "Aztec", "Aztec");
  });
});

describe("DataMatrix", () => {
  const settings = { rectangle: false, columns: 0, rows: 0, moduleSize: 3 };
  test.each([
    [{}, 14, 14],
    [{ columns: 24, rows: 24 }, 24, 24],
    [{ rectangle: true }, 32, 8],
    [{ rectangle: true, rows: 12 }, 26, 12],
    ...[
      [8, 32],
      [12, 26],
      [12, 36],
      [16, 36],
      [16, 48],
    ].map(([rows = 0, columns = 0]) => [{ rectangle: true, rows, columns }, columns, rows] as const),
    [{ rectangle: true, columns: 48, rows: 16, moduleSize: 2 }, 48, 16],
  ])("%j", async (change, columns, rows) => {
    const drawing = valid(drawDataMatrix(bytes("DataMat"), { ...settings, ...change }));
    expect([drawing.raster.columns, drawing.raster.rows]).toEqual([columns, rows]);
    await expectScan(drawing, "DataMatrix", "DataMat");
  });

  test("a rectangle of 8 by 18 modules holds five letters", async () => {
    const size = { ...settings, rectangle: true, rows: 8, columns: 18 };
    await expectScan(drawDataMatrix(bytes("12345678"), size), "DataMatrix", "12345678");
    expect(drawDataMatrix(bytes("DataMatrix"), size)).toEqual({ problem: expect.any(String) });
  });

  test.each([
    [false, 0, 0, true],
    [false, 10, 10, true],
    [false, 144, 144, true],
    [false, 8, 18, false],
    [false, 11, 11, false],
    [false, 10, 12, false],
    [true, 0, 0, true],
    [true, 8, 0, true],
    [true, 8, 18, true],
    [true, 16, 48, true],
    [true, 18, 8, false],
    [true, 8, 26, false],
    [true, 10, 10, false],
  ])("rectangle %p of %d rows and %d columns: %p", (rectangle, rows, columns, expected) => {
    expect(isDataMatrixSize({ rectangle, rows, columns })).toBe(expected);
  });

  test("a size that there is not is not printed", () => {
    expect(drawDataMatrix(bytes("x"), { ...settings, columns: 25, rows: 25 })).toEqual({
      problem: expect.any(String),
    });
  });
});

test("property: any bytes in any symbol are read back, or said not to fit", async () => {
  const draws: readonly ((data: Uint8Array) => Drawing)[] = [
    (data) => drawQr(data, QR),
    (data) => drawPdf417(data, { ...PDF417, moduleWidth: 2 }),
    (data) => drawAztec(data, { compact: false, layers: 0, moduleSize: 3, errorCorrection: 23 }),
    (data) => drawDataMatrix(data, { rectangle: false, columns: 0, rows: 0, moduleSize: 3 }),
  ];
  // Letters read the same in every character set that a scanner may guess.
  const printable = fc.string({ minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...draws), printable, async (draw, text) => {
      const [scan] = await scanSymbol(valid(draw(bytes(text))));
      expect(scan?.text).toBe(text);
    }),
    { numRuns: 60 },
  );
});

test("property: no data and no mode makes them throw", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat({ max: 9 }), (data, n) => {
      drawQr(data, { ...QR, model: n % 2 === 0 ? 2 : "micro" });
      drawMaxicode(data, n);
      drawPdf417(data, { ...PDF417, columns: n * 4, rows: n * 10 });
      drawAztec(data, { compact: n % 2 === 0, layers: n * 4, moduleSize: 1, errorCorrection: n * 10 });
      drawDataMatrix(data, { rectangle: n % 2 === 0, columns: n * 4, rows: n * 2, moduleSize: 1 });
    }),
    { numRuns: 60 },
  );
});
