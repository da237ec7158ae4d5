import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { decode, PRINTER_MODELS } from "../../src/escpos/escpos.ts";
import { TillrollError } from "../../src/domain/errors.ts";
import { blank } from "../../src/escpos/raster-transform.ts";
import { fillBlack } from "../../src/escpos/raster-dots.ts";
import { PAGE_LIMITS } from "../../src/page-raster/page-limits.ts";
import { type PageFormat, printDocument } from "../../src/page-raster/page-formats.ts";
import { pageOf, pwgDocument, urfDocument } from "./page-encoder.ts";

const MODEL = PRINTER_MODELS["epson-80mm"];
const MAXIMUM_BYTES = 2_000_000;

const print = (document: Uint8Array, format: PageFormat, isIncomplete = false) =>
  printDocument(document, format, { model: MODEL, columns: 48, maximumBytes: MAXIMUM_BYTES }, isIncomplete);

const picture = blank(200, 120);
fillBlack(picture, 10, 10, 190, 100);
const PWG = pwgDocument([pageOf(picture), pageOf(picture)]);
const URF = urfDocument([pageOf(picture), pageOf(picture)]);

/** A copy with numbers of 32 bits at these places. */
function changed(document: Uint8Array, numbers: Readonly<Record<number, number>>): Uint8Array {
  const copy = Buffer.from(document);
  for (const [at, value] of Object.entries(numbers)) copy.writeUint32BE(value, Number(at));
  return copy;
}

// In a document of PWG Raster the first page's header begins at 4, in one of Apple Raster at 12.
const WIDTH = 4 + 372;
const HEIGHT = 4 + 376;

describe("a document that claims too much, or is not what it says", () => {
  test.each<[string, PageFormat, Uint8Array, string]>([
    ["nothing", "image/pwg-raster", new Uint8Array(0), "no PWG Raster"],
    ["PDF", "image/pwg-raster", Buffer.from("%PDF-1.7\n"), "no PWG Raster"],
    ["PDF as Apple Raster", "image/urf", Buffer.from("%PDF-1.7\n"), "no Apple Raster"],
    ["PDF as JPEG", "image/jpeg", Buffer.from("%PDF-1.7\n"), "cannot be read"],
    ["no page", "image/pwg-raster", Buffer.from("RaS2"), "no pages"],
    ["half a header", "image/pwg-raster", PWG.subarray(0, 900), "ends in the middle"],
    ["half a page", "image/pwg-raster", PWG.subarray(0, 1900), "ends in the middle"],
    ["half a page of Apple Raster", "image/urf", URF.subarray(0, 60), "ends in the middle"],
    ["no columns", "image/pwg-raster", changed(PWG, { [WIDTH]: 0, [WIDTH + 20]: 0 }), "no pixels"],
    ["4,294,967,295 columns", "image/urf", changed(URF, { 24: 0xffffffff }), "wider than"],
    ["4,294,967,295 rows", "image/pwg-raster", changed(PWG, { [HEIGHT]: 0xffffffff }), "more pixels"],
    ["4,294,967,295 rows of Apple Raster", "image/urf", changed(URF, { 28: 0xffffffff }), "more pixels"],
    ["no resolution", "image/urf", changed(URF, { 32: 0 }), "resolution"],
    ["lines of other bytes than pixels", "image/pwg-raster", changed(PWG, { [4 + 392]: 201 }), "contradicts"],
    ["pixels of 64 bits", "image/pwg-raster", changed(PWG, { [4 + 388]: 64 }), "of a kind"],
    ["planes of colour", "image/pwg-raster", changed(PWG, { [4 + 396]: 1 }), "of a kind"],
    ["an unknown colour space", "image/pwg-raster", changed(PWG, { [4 + 400]: 48 }), "of a kind"],
    ["an unknown kind of Apple Raster", "image/urf", changed(URF, { 12: 0x20_07_01_04 }), "of a kind"],
    ["black of one bit in Apple Raster", "image/urf", changed(URF, { 12: 0x01_00_01_04 }), "of a kind"],
  ])("%s", async (_name, format, document, message) => {
    expect(print(document, format)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    expect(print(document, format)).rejects.toThrow(message);
  });

  test("a line that is longer than its page", async () => {
    const long = Buffer.concat([URF.subarray(0, 44), Uint8Array.of(0, 127, 0, 127, 0, 127, 0)]);
    expect(print(long, "image/urf")).rejects.toThrow("more pixels than its page");
  });

  test("more paper than a roll has", async () => {
    // A hundred bytes that claim kilometres: each line is repeated 256 times.
    const lines = Array.from({ length: 500 }, () => [255, 0, 0]).flat();
    const head = changed(URF.subarray(0, 44), { 24: 1, 28: 128_000 });
    expect(print(Buffer.concat([head, Uint8Array.from(lines)]), "image/urf")).rejects.toThrow(
      `longer than ${PAGE_LIMITS.paperDots} dots`,
    );
  });

  test("more bytes than a print may have", async () => {
    const lines = Array.from({ length: 157 }, () => [255, 0, 0]).flat();
    const head = changed(URF.subarray(0, 44), { 24: 1, 28: 40_000 });
    expect(print(Buffer.concat([head, Uint8Array.from(lines)]), "image/urf")).rejects.toMatchObject({
      code: "PRINT_DATA_TOO_LARGE",
    });
  });
});

test("of a document whose connection broke, what came is printed", async () => {
  const raw = await print(PWG.subarray(0, 4 + 1796 + 150), "image/pwg-raster", true);
  const { heightDots } = decode(raw, { model: "epson-80mm" });
  expect(heightDots).toBeGreaterThan(20);
  expect(print(PWG.subarray(0, 100), "image/pwg-raster", true)).rejects.toThrow("no pages");
});

test("whatever is damaged, a print or a refusal comes of it", async () => {
  const damaged = fc
    .tuple(
      fc.constantFrom<[PageFormat, Uint8Array]>(["image/pwg-raster", PWG], ["image/urf", URF]),
      // Most of a header says nothing: damage goes where the numbers are, and into the lines.
      fc.array(
        fc.tuple(
          fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 370, max: 410 }), fc.nat()),
          fc.nat(255),
        ),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      fc.option(fc.nat(), { freq: 4 }),
      fc.boolean(),
    )
    .map(([[format, document], faults, end, isIncomplete]) => {
      const bytes = new Uint8Array(document);
      for (const [place, octet] of faults) bytes[place % bytes.length] = octet;
      return { format, isIncomplete, bytes: end === null ? bytes : bytes.subarray(0, end % bytes.length) };
    });
  await fc.assert(
    fc.asyncProperty(damaged, async ({ format, bytes, isIncomplete }) => {
      try {
        const raw = await print(bytes, format, isIncomplete);
        expect(raw.length).toBeLessThanOrEqual(MAXIMUM_BYTES);
      } catch (error) {
        if (!(error instanceof TillrollError)) throw error;
        expect(["BAD_REQUEST", "PRINT_DATA_TOO_LARGE"]).toContain(error.code);
      }
    }),
    { numRuns: 400 },
  );
});
