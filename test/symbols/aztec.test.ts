import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type AztecSettings, drawAztec } from "../../src/symbols/aztec.ts";
import { shortestBits } from "../../src/symbols/aztec/encodation.ts";
import { stuffed } from "../../src/symbols/aztec/modules.ts";
import { byteString, type DrawnSymbol } from "../../src/symbols/symbol.ts";
import { bytes } from "../escpos/bytes.ts";
import { scanBytes } from "./scan.ts";

const SETTINGS: AztecSettings = { compact: false, layers: 0, moduleSize: 3, errorCorrection: 23 };

function drawn(data: Uint8Array, change: Partial<AztecSettings> = {}): DrawnSymbol {
  const drawing = drawAztec(data, { ...SETTINGS, ...change });
  if ("problem" in drawing) throw new Error(drawing.problem);
  return drawing;
}

const scanned = async (symbol: DrawnSymbol): Promise<Uint8Array | undefined> => (await scanBytes(symbol))[0];

describe("layers", () => {
  const sizes = [
    ...[1, 2, 3, 4].map((layers) => [true, layers] as const),
    ...Array.from({ length: 32 }, (_, index) => [false, index + 1] as const),
  ];
  test.each(sizes)("compact %p with %d is read", async (compact, layers) => {
    const data = bytes(`${layers} layers`);
    const symbol = drawn(data, { compact, layers });
    if (compact) expect(symbol.raster.columns).toBe(11 + 4 * layers);
    expect(await scanned(symbol)).toEqual(data);
  });

  test.each([
    [true, 5, "1", "there are no more than 4 layers"],
    [false, 33, "1", "there are no more than 32 layers"],
    [true, 1, "x".repeat(30), "there is too much data"],
    [true, 0, "x".repeat(200), "there is too much data"],
    [false, 0, "x".repeat(3300), "there is too much data"],
    [false, 0, "1".repeat(5000), "there is too much data"],
    [false, 0, "", "there is no data"],
  ])("compact %p with %d is not printed", (compact, layers, data, problem) => {
    expect(drawAztec(bytes(data), { ...SETTINGS, compact, layers })).toEqual({ problem });
  });

  test("as full as can be it is read", async () => {
    const data = bytes("7".repeat(4600));
    const symbol = drawn(data, { errorCorrection: 5 });
    expect(symbol.raster.columns).toBe(151);
    expect(await scanned(symbol)).toEqual(data);
  });
});

describe("bits", () => {
  test.each([
    ["ABC", 15],
    ["abc", 20],
    ["A1234", 26],
    ["12345678", 37],
    ["A, B. C: D", 50],
    ["a!", 20],
    ["aB", 20],
    ["\x80", 18],
    ["\x80".repeat(31), 258],
    ["\x80".repeat(32), 277],
  ])("%j takes %d", (data, length) => {
    expect(shortestBits(bytes(data)).length).toBe(length);
  });

  test("no codeword is all dark or all light", () => {
    const zeros = { bytes: new Uint8Array(3), length: 24 };
    const ones = { bytes: new Uint8Array(3).fill(0xff), length: 24 };
    expect(stuffed(zeros, 6)).toEqual([1, 1, 1, 1, 0b000011]);
    expect(stuffed(ones, 6)).toEqual([62, 62, 62, 62, 62]);
  });
});

const parts = [
  fc.stringMatching(/^[\d., ]{1,20}$/),
  fc.stringMatching(/^[A-Z ]{1,20}$/),
  fc.stringMatching(/^[a-z ]{1,20}$/),
  fc.stringMatching(/^(?:\r\n|[.,:] |[!-/:-?[\]{}]){1,10}$/),
  fc.uint8Array({ minLength: 1, maxLength: 60 }).map(byteString),
];

test("property: any bytes are read back", async () => {
  const mixed = fc
    .array(fc.oneof(...parts), { minLength: 1, maxLength: 5 })
    .map((some) => bytes(some.join("") || "0"));
  await fc.assert(
    fc.asyncProperty(mixed, async (data) => {
      expect(await scanned(drawn(data))).toEqual(data);
    }),
    { numRuns: 120 },
  );
});

test("more bytes than one number of bytes tells are read back", async () => {
  const data = Uint8Array.from({ length: 1400 }, (_, index) => 128 + ((index * 37) % 128));
  expect(await scanned(drawn(data))).toEqual(data);
});
