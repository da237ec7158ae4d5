import { describe, expect, test } from "bun:test";
import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { decode, type Receipt } from "../../src/escpos/escpos.ts";
import { MAXIMUM_PAPER_LENGTH_DOTS, MAXIMUM_PIECES, MAXIMUM_RASTER_BYTES } from "../../src/escpos/limits.ts";
import { render, PREVIEW_FORMATS } from "../../src/render/render.ts";
import { bytes, ESC, FF, GS, LF, samplePage, sampleReceipt } from "./bytes.ts";

const repeated = (length: number, ...pattern: number[]): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => pattern[index % pattern.length] ?? 0);

/** Stores a blank picture of 4,000 x 1,000 dots in some hundred bytes. */
function packed(): Uint8Array {
  const body = bytes("0p0", [1, 1, 49, 160, 15, 232, 3], deflateSync(new Uint8Array(500_000)));
  return bytes(GS, "(L", [body.length & 0xff, body.length >> 8], body);
}

const defineA = (): Uint8Array => bytes([ESC, 0x25, 1, ESC, 0x26, 3, 0x41, 0x41, 2, 1, 2, 3, 4, 5, 6]);

const isWholeDots = (dots: number): boolean => Number.isInteger(dots) && dots >= 0;

/** Checks what every receipt promises, whatever the bytes. */
function expectBounded(receipt: Receipt): void {
  expect(receipt.heightDots).toBeLessThanOrEqual(MAXIMUM_PAPER_LENGTH_DOTS + 200_000);
  expect(receipt.pieces.length + receipt.events.length).toBeLessThanOrEqual(MAXIMUM_PIECES);
  const broken = receipt.pieces.filter(
    ({ x, y, width, height }) => ![x, y, width, height].every(isWholeDots),
  );
  expect(broken).toEqual([]);
  let rasterBytes = 0;
  for (const piece of receipt.pieces) {
    if (piece.kind !== "raster") continue;
    rasterBytes += piece.bytes.length;
    expect(piece.bytes.length).toBe(piece.rows * Math.ceil(piece.columns / 8));
  }
  expect(rasterBytes).toBeLessThanOrEqual(MAXIMUM_RASTER_BYTES);
}

describe("a few bytes cannot claim much", () => {
  const million = 1_000_000;
  test.each([
    ["line feeds", repeated(million, LF), "of paper"],
    ["ESC d 255", repeated(million, ESC, 0x64, 255), "of paper"],
    ["ESC J 255", repeated(million, ESC, 0x4a, 255), "of paper"],
    ["drawer kicks", repeated(million, ESC, 0x70, 0, 5, 5), undefined],
    ["tiny changes of style", repeated(million, ESC, 0x45, 1, 0x41, ESC, 0x45, 0, 0x42), "pieces"],
    [
      "a raster of 4 GiB",
      bytes(GS, "v0", 3, [0xff, 0xff, 0xff, 0xff], repeated(million, 0xaa)),
      "ends inside",
    ],
    ["pictures of one dot", repeated(million, GS, 0x76, 0x30, 0, 1, 0, 1, 0, 0xaa), undefined],
    ["marks on one place", repeated(2 * million, 0x41, ESC, 0x24, 0, 0), "on one line"],
    ["an area of no width", bytes([GS, 0x4c, 0xff, 0xff], repeated(million, 0x41)), "of paper"],
    [
      "stored graphics",
      repeated(million, ...bytes(GS, "(L", 11, 0, "0p0", [1, 1, 49, 8, 0, 1, 0, 0xff])),
      "stored",
    ],
    [
      "a page printed again and again",
      bytes([ESC, 0x4c], repeated(5000, 0x41, ESC, 0x24, 0, 0), repeated(million, ESC, FF)),
      "pieces",
    ],
    ["marks on one page", bytes([ESC, 0x4c], repeated(million, 0x41, ESC, 0x24, 0, 0)), "on one page"],
    [
      "CAN beside a full page",
      bytes(
        [ESC, 0x4c, ESC, 0x57, 0, 0, 90, 0, 90, 0, 90, 0],
        repeated(20_000, 0x41, ESC, 0x24, 0, 0),
        [ESC, 0x57, 0, 0, 0, 0, 20, 0, 40, 0],
        repeated(million, 0x41, 0x18),
      ),
      "CAN",
    ],
    [
      "a picture downloaded once and turned often",
      bytes(
        bytes(GS, "*", [60, 60], repeated(60 * 60 * 8, 0x55)),
        repeated(million, ESC, 0x4c, ESC, 0x54, 1, GS, 0x24, 224, 1, GS, 0x2f, 0, FF),
      ),
      "paper",
    ],
    [
      "graphics that unpack to a thousand times their size",
      repeated(million, ...packed(), ...bytes(GS, "(L", 2, 0, "02")),
      "unpack",
    ],
    [
      "a macro that prints nothing, without end",
      bytes(GS, ":", repeated(2000, ESC, 0x45), GS, ":", repeated(million, GS, 0x5e, 255, 0, 0)),
      "macros",
    ],
    [
      "columns claimed by a byte",
      repeated(million, ...bytes(GS, "(L", 11, 0, "0q0", [1, 1, 49, 255, 255, 255, 255, 9])),
      "stored",
    ],
    ["user-defined characters", bytes(defineA(), repeated(million, 0x41)), undefined],
    ["nothing but ESC", repeated(million, ESC), "unknown"],
  ])("%s", (_title, input, note) => {
    const receipt = decode(input, { columns: 48 });
    expectBounded(receipt);
    if (note !== undefined) expect(receipt.notes.join()).toContain(note);
  });

  test("what a limit cut off is said, and what came before it is kept", () => {
    const receipt = decode(bytes("FIRST\n", repeated(300_000, ESC, 0x64, 255)), { columns: 48 });
    expect(receipt).toMatchObject({ truncated: true, pieces: [{ text: "FIRST" }] });
    expect(receipt.notes).toEqual(["the receipt is cut off at 800000 dots of paper"]);
  });
});

test.each([
  [0, 1],
  [-5, 1],
  [Number.NaN, 48],
  [Infinity, 48],
  [80.4, 80],
  [100_000, 255],
])("%d columns are taken as %d", (asked, columns) => {
  expect(decode(bytes("A"), { columns: asked })).toMatchObject({ columns, widthDots: columns * 12 });
});

test("whatever the bytes, decoding and every renderer return", () => {
  const mutated = fc
    .tuple(
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 20 }),
      fc.nat({ max: 400 }),
      fc.constantFrom(sampleReceipt, samplePage),
    )
    .map(([changes, start, sample]) => {
      const stream = sample();
      for (const [at, value] of changes) stream[at % stream.length] = value;
      return stream.subarray(start % stream.length);
    });
  fc.assert(
    fc.property(
      fc.oneof(fc.uint8Array({ maxLength: 500 }), mutated),
      fc.integer({ min: 1, max: 80 }),
      (input, columns) => {
        const receipt = decode(input, { columns });
        expectBounded(receipt);
        for (const format of PREVIEW_FORMATS) {
          const output = render(receipt, format, { title: "t" });
          if (typeof output !== "string") continue;
          expect(output.isWellFormed()).toBe(true);
          if (format === "svg") Bun.XML.parse(output);
        }
      },
    ),
    { numRuns: 1000 },
  );
});

test.each([
  ["a receipt", sampleReceipt],
  ["a page", samplePage],
])("cut at every length, %s is decoded as far as it goes", (_title, sample) => {
  const input = sample();
  for (let length = 0; length <= input.length; length++) {
    const receipt = decode(input.subarray(0, length), { columns: 32 });
    expectBounded(receipt);
    for (const format of PREVIEW_FORMATS) render(receipt, format, { title: "t" });
  }
});
