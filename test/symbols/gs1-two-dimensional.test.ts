import { describe, expect, test } from "bun:test";
import { crop } from "../../src/escpos/raster-transform.ts";
import { drawComposite, drawStackedDataBar } from "../../src/symbols/gs1-two-dimensional.ts";
import type { Drawing, DrawnSymbol } from "../../src/symbols/symbol.ts";
import { bytes } from "../escpos/bytes.ts";
import { readCcA, readCompositeBytes } from "./read-composite.ts";
import { scanBytes, scanSymbol } from "./scan.ts";

const SETTINGS = { moduleSize: 2, maximumWidth: 576 };

function valid(drawing: Drawing): DrawnSymbol {
  if ("problem" in drawing) throw new Error(drawing.problem);
  return drawing;
}

describe("stacked GS1 DataBar", () => {
  test.each([
    [72, "0952123454321", 576, "DataBarStk", "0109521234543213", 50, 13],
    [73, "0952123454321", 576, "DataBarStk", "0109521234543213", 50, 69],
    [
      76,
      "(01)09521234543213(10)ABCDEF12345678",
      576,
      "DataBarExpStk",
      "010952123454321310ABCDEF12345678",
      249,
      71,
    ],
    [
      76,
      "(01)09521234543213(10)ABCDEF12345678",
      204,
      "DataBarExpStk",
      "010952123454321310ABCDEF12345678",
      102,
      108,
    ],
    [76, "(10)A{1(21)B", 576, "DataBarExp", "10A\x1d21B", 134, 34],
  ])("%d %s in %d dots", async (kind, data, maximumWidth, format, text, columns, rows) => {
    const drawing = valid(drawStackedDataBar(kind, bytes(data), { ...SETTINGS, maximumWidth }));
    expect(await scanSymbol(drawing)).toEqual([{ format, text }]);
    expect([drawing.raster.columns, drawing.raster.rows]).toEqual([columns, rows]);
  });

  test.each([
    [72, "123"],
    [73, "095212345432X"],
    [76, ""],
    [99, "0952123454321"],
  ])("not printed: %d %s", (kind, data) => {
    expect(drawStackedDataBar(kind, bytes(data), SETTINGS)).toEqual({ problem: expect.any(String) });
  });
});

/** Each with the rows of its part above, two modules high, and the modules of what is below it. */
const COMPOSITES: readonly (readonly [
  type: number,
  data: string,
  format: string,
  read: string,
  partRows: number,
  below: number,
])[] = [
  [65, "1234567", "EAN8", "12345670", 4, 6 + 72],
  [66, "400638133393", "EAN13", "4006381333931", 3, 6 + 72],
  [67, "01234567890", "EAN13", "0012345678905", 3, 6 + 72],
  [68, "123456", "UPCE", "0012345000065", 5, 6 + 72],
  [69, "01234500006", "UPCE", "0012345000065", 5, 6 + 72],
  [70, "0952123454321", "DataBarOmni", "0109521234543213", 3, 1 + 33],
  [71, "0952123454321", "DataBarOmni", "0109521234543213", 3, 1 + 13],
  [72, "0952123454321", "DataBarStk", "0109521234543213", 5, 1 + 13],
  [73, "0952123454321", "DataBarStk", "0109521234543213", 5, 1 + 69],
  [74, "0952123454321", "DataBarLtd", "0109521234543213", 4, 1 + 10],
  [75, "(01)09521234543213(11)260101", "DataBarExp", "010952123454321311260101", 3, 1 + 34],
  [77, "(01)09521234543213", "Code128", "0109521234543213", 3, 1 + 36],
];

describe("composite", () => {
  test.each(COMPOSITES)("%d %s with CC-A", async (type, data, format, read, partRows, below) => {
    const linear = { type, data: bytes(data) };
    const drawing = valid(drawComposite(linear, { type: 65, data: bytes("(10)ABC123") }, SETTINGS));
    expect(await scanSymbol(drawing)).toContainEqual({ format, text: read });
    expect(drawing.raster.rows).toBe(partRows * 2 + below);
    expect(readCcA(drawing.raster, partRows)).toBe("10ABC123");
  });

  test.each([
    ["(10)ABC123", 3, "10ABC123"],
    ["(17)261231(10)ab-12", 3, "1726123110ab-12"],
    ["(11)260131", 3, "11260131"],
    ["(21)SERIAL", 3, "21SERIAL"],
    ["(21)12345678901234567890", 3, "2112345678901234567890"],
    ["(99)a", 3, "99a"],
    ["(10)A{1(21)B", 3, "10A\x1d21B"],
    ["(240)Xyz!?(1)", 3, "240Xyz!?1"],
  ])("CC-A of %s", (data, rows, expected) => {
    const linear = { type: 66, data: bytes("400638133393") };
    const drawing = valid(drawComposite(linear, { type: 65, data: bytes(data) }, SETTINGS));
    expect(drawing.raster.rows).toBe(rows * 2 + 6 + 72);
    expect(readCcA(drawing.raster, rows)).toBe(expected);
  });

  const LONG = "(10)ABCDEFGHIJKLMNOP{1(21)1234567890abcdefghi{1(240)ABCDEFGHIJKLMNO1234567";

  test.each(COMPOSITES.filter(([, , , , rows]) => rows === 3))(
    "%d %s with more data than CC-A holds: CC-B, which is a MicroPDF417",
    async (type, data, _format, _read, _rows, below) => {
      const drawing = valid(
        drawComposite({ type, data: bytes(data) }, { type: 65, data: bytes(LONG) }, SETTINGS),
      );
      const { raster } = drawing;
      const part = crop(raster, 0, 0, raster.columns, raster.rows - below) ?? raster;
      const [held] = await scanBytes({ ...drawing, raster: part });
      expect(readCompositeBytes(held ?? new Uint8Array())).toBe(
        LONG.replaceAll("{1", "\x1d").replaceAll(/[()]/g, ""),
      );
    },
  );

  test("GS1 DataBar Expanded Stacked as wide as asked for", async () => {
    const linear = { type: 76, data: bytes("(01)09521234543213(10)ABCDEF12345678") };
    const above = { type: 65, data: bytes("(21)SERIAL") };
    const drawing = valid(drawComposite(linear, above, { ...SETTINGS, maximumWidth: 204 }));
    expect(drawing.raster.columns).toBeLessThanOrEqual(102);
    const scans = await scanSymbol(drawing);
    expect(scans).toContainEqual({ format: "DataBarExpStk", text: "010952123454321310ABCDEF12345678" });
  });

  test("CC-C under GS1-128 is a PDF417 above it", async () => {
    const linear = { type: 77, data: bytes("(01)09521234543213") };
    const drawing = valid(drawComposite(linear, { type: 66, data: bytes("(10)ABC123") }, SETTINGS));
    const formats = (await scanSymbol(drawing)).map(({ format }) => format);
    expect(formats.toSorted()).toEqual(["Code128", "PDF417"]);
    const held = (await scanBytes(drawing))[formats.indexOf("PDF417")];
    expect(readCompositeBytes(held ?? new Uint8Array())).toBe("10ABC123");
  });

  test.each([
    [64, "1"],
    [66, "123"],
    [70, "123"],
    [68, "99"],
  ])("not printed: %d %s", (type, data) => {
    const drawing = drawComposite({ type, data: bytes(data) }, { type: 65, data: bytes("(10)A") }, SETTINGS);
    expect(drawing).toEqual({ problem: expect.any(String) });
  });
});
