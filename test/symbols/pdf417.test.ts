import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { encode, type EncoderOptions, type Encoding } from "../../src/symbols/encoder.ts";
import { modulesRaster } from "../../src/symbols/modules.ts";
import { drawPdf417, type Pdf417Settings } from "../../src/symbols/pdf417.ts";
import { compact } from "../../src/symbols/pdf417/compaction.ts";
import { drawModules, type Pdf417Plan } from "../../src/symbols/pdf417/modules.ts";
import { byteString } from "../../src/symbols/symbol.ts";
import { bytes } from "../escpos/bytes.ts";
import { scanBytes } from "./scan.ts";

const SETTINGS: Pdf417Settings = {
  columns: 0,
  rows: 0,
  moduleWidth: 2,
  rowHeight: 3,
  errorCorrection: { level: 1 },
  truncated: false,
  availableWidth: 576,
};

function others(data: string, truncated: boolean, options: EncoderOptions): Encoding {
  const symbology = truncated ? "pdf417compact" : "pdf417";
  const encoded = encode(symbology, data, { fixedeclevel: true, rowmult: 1, ...options });
  if ("problem" in encoded) throw new Error(encoded.problem);
  return encoded.encoding;
}

async function scanned(
  data: Uint8Array,
  change: Partial<Pdf417Settings> = {},
): Promise<Uint8Array | undefined> {
  const drawing = drawPdf417(data, { ...SETTINGS, ...change });
  if ("problem" in drawing) throw new Error(drawing.problem);
  return (await scanBytes(drawing))[0];
}

describe("modules", () => {
  test.each([
    [3, 10, 0, false],
    [1, 90, 2, false],
    [2, 20, 4, true],
    [5, 33, 5, false],
    [30, 30, 8, false],
    [12, 60, 8, true],
    [7, 3, 1, true],
  ])(
    "%d columns, %d rows, level %d, truncated %p: those of another encoder",
    (columns, rows, level, truncated) => {
      const count = columns * rows - (2 << level) - 3;
      const codewords = Array.from({ length: count }, (_, index) => (index * 389 + 17) % 929);
      const plan: Pdf417Plan = { codewords, columns, rows, level, truncated };
      const raw = codewords.map((codeword) => `^${String(codeword).padStart(3, "0")}`).join("");
      const { modules, columns: width } = others(raw, truncated, {
        raw: true,
        columns,
        rows,
        eclevel: level,
      });
      expect(drawModules(plan)).toEqual(modulesRaster(modules, width).bytes);
    },
  );
});

describe("compaction", () => {
  test.each([
    ["ABCDE", 3],
    ["Abcde", 3],
    ["PDF417 of a receipt 12.50", 14],
    ["12345678", 4],
    ["1234567890123", 6],
    ["1".repeat(44), 16],
    ["\x80\x81\x82\x83\x84\x85", 6],
    ["\x80", 2],
    ["abcdef\x80ghijkl", 9],
  ])("%j takes %d codewords", (data, count) => {
    expect(compact(bytes(data))).toHaveLength(count);
  });

  const parts = [
    fc.stringMatching(/^\d{1,60}$/),
    fc.stringMatching(/^[A-Za-z ]{1,20}$/),
    fc.stringMatching(/^[\x20-\x7e\t\r\n]{1,20}$/),
    fc.uint8Array({ minLength: 1, maxLength: 14 }).map(byteString),
  ];
  const mixed = fc
    .array(fc.oneof(...parts), { minLength: 1, maxLength: 6 })
    .map((some) => bytes(some.join("") || "0"));

  test("property: any bytes are read back", async () => {
    await fc.assert(
      fc.asyncProperty(mixed, fc.boolean(), async (data, truncated) => {
        expect(await scanned(data, { truncated })).toEqual(data);
      }),
      { numRuns: 60 },
    );
  });

  test("property: no more rows than those of another encoder", () => {
    fc.assert(
      fc.property(mixed, (data) => {
        const other = others(byteString(data), false, { columns: 2, eclevel: 1 });
        const drawing = drawPdf417(data, { ...SETTINGS, columns: 2 });
        const rows = "raster" in drawing ? drawing.raster.rows : Infinity;
        expect(rows).toBeLessThanOrEqual(other.modules.length / other.columns);
      }),
      { numRuns: 100 },
    );
  });
});

describe("columns and rows", () => {
  const drawn = (count: number, change: Partial<Pdf417Settings>): readonly number[] | string => {
    const drawing = drawPdf417(bytes("\x80".repeat(count)), { ...SETTINGS, ...change });
    return "problem" in drawing ? drawing.problem : [drawing.raster.columns, drawing.raster.rows];
  };
  test.each([
    [30, {}, [69 + 3 * 17, 11]],
    [300, {}, [69 + 9 * 17, 29]],
    [300, { availableWidth: 300 }, [69 + 4 * 17, 64]],
    [300, { rows: 40 }, [69 + 7 * 17, 40]],
    [300, { columns: 5 }, [69 + 5 * 17, 52]],
    [30, { columns: 5, rows: 20 }, [69 + 5 * 17, 20]],
    [30, { truncated: true }, [35 + 3 * 17, 11]],
    [30, { errorCorrection: { tenths: 10 } }, [69 + 4 * 17, 15]],
    [30, { columns: 2, rows: 5 }, "the data needs more rows"],
    [300, { columns: 1 }, "there is too much data for its columns"],
    [1200, {}, "there is too much data"],
  ] as const)("%d bytes with %j", (count, change, expected) => {
    expect(drawn(count, change)).toEqual(expected);
  });

  test("as full as can be, it is read, with as much error correction as there is room for", async () => {
    const change = { availableWidth: 2000, errorCorrection: { level: 8 } };
    const data = bytes("7".repeat(2710));
    expect(await scanned(data, change)).toEqual(data);
    expect(drawPdf417(bytes("7".repeat(2720)), { ...SETTINGS, ...change })).toEqual({
      problem: "there is too much data",
    });
  });
});
