import { expect, test } from "bun:test";
import { deflateSync } from "node:zlib";
import { decode } from "../../src/escpos/escpos.ts";
import { type PreviewFormat } from "../../src/render/preview-format.ts";
import { render } from "../../src/render/render.ts";
import { bytes, ESC, FF, FS, GS, LF, type BytePart } from "./bytes.ts";
import { processorMilliseconds } from "../processor-time.ts";

/** Bytes of the smaller print; the larger one is eight times as long. */
const SMALL_BYTES = 5_000;
const FACTOR = 8;
/** Eight times the work and some more for memory; work that grows with the square takes 64 times as long. */
const MOST_TIMES = 14;
/** What takes less than this, milliseconds, cannot be told from the noise of a machine that does much else. */
const NOISE_MILLISECONDS = 25;
const ATTEMPTS = 4;
const RUNS = 3;

/** The same bytes again and again. */
function repeated(length: number, ...parts: readonly BytePart[]): Uint8Array {
  const pattern = bytes(...parts);
  return Uint8Array.from({ length }, (_, index) => pattern[index % pattern.length] ?? 0);
}

/** A print with a beginning of its own. */
const after =
  (start: Uint8Array, ...parts: readonly BytePart[]) =>
  (length: number): Uint8Array =>
    bytes(start, repeated(length - start.length, ...parts));

const over =
  (...parts: readonly BytePart[]) =>
  (length: number): Uint8Array =>
    repeated(length, ...parts);

const packed = deflateSync(new Uint8Array(4000));
const packedGraphics = bytes(
  GS,
  "(L",
  [10 + packed.length, 0],
  "0p0",
  [1, 1, 49, 64, 1, 100, 0],
  packed,
  GS,
  "(L",
  [2, 0],
  "02",
);

const SHAPES: readonly (readonly [shape: string, print: (length: number) => Uint8Array])[] = [
  ["one line of text without end", over("A")],
  ["lines of one character", over("A\n")],
  ["a change of style for each character", over([ESC, 0x45, 1], "A", [ESC, 0x45, 0], "B")],
  ["marks over each other on one line", over("A", [ESC, 0x24, 0, 0])],
  ["steps back", over("AB", [ESC, 0x5c, 0xf4, 0xff])],
  ["feeds back", over("A\n", [ESC, 0x4b, 30])],
  ["bytes that may be double-byte characters", over([0x81, 0x40, 0xfe, 0xfe, 0xa4, 0xa2, LF])],
  ["combining marks", after(bytes([ESC, 0x74, 21]), [0xa1, 0xd4, 0xe8, 0xe8])],
  ["UTF-8", after(bytes(FS, "(C", [2, 0, 0x30, 2]), Buffer.from("Жé茶😀\u0301"))],
  ["strips of a bit image", over([ESC, 0x2a, 1, 1, 0, 0xaa, LF])],
  ["pictures of one row", over([GS, 0x76, 0x30, 0, 1, 0, 1, 0, 0xaa])],
  ["packed graphics", over(packedGraphics)],
  ["graphics stored and never printed", over(GS, "(L", [11, 0], "0p0", [1, 1, 49, 8, 0, 1, 0, 0xff])],
  ["commands cut short by others", over([GS, 0x28, 0x6b, 4, 0, GS, ESC])],
  ["unknown commands", over([ESC, 0xff, GS, 0xff, FS, 0xff])],
  ["lists of tab stops", over([ESC, 0x44, 1, 2, 3, 0, 0x09], "x")],
  ["marks on one page", after(bytes([ESC, 0x4c]), "A", [ESC, 0x24, 0, 0])],
  ["pages", over([ESC, 0x4c], "A", [FF])],
  ["a page printed and cancelled", after(bytes([ESC, 0x4c]), "AB", [ESC, FF, 0x18])],
  ["runs of a macro", after(bytes(GS, ":A\n", GS, ":"), [GS, 0x5e, 1, 0, 0])],
  ["user-defined characters", after(bytes([ESC, 0x25, 1, ESC, 0x26, 3, 0x41, 0x41, 1, 1, 2, 3]), "AAABB")],
  ["bar codes that differ by nothing", over([GS, 0x6b, 4], "A\0")],
  ["symbols printed again", over(GS, "(k", [4, 0, 49, 80, 48], "A", GS, "(k", [3, 0, 49, 81, 48])],
  ["rules that open and close", over(GS, "(Q", [7, 0, 51, 4, 0, 1, 1, 2, 48], "A\n")],
  ["rows of Star's raster mode", after(bytes(ESC, "*rA"), "b", [2, 0, 0xaa, 0x55])],
  ["rows over each other", after(bytes(ESC, "*rA"), "k", [1, 0, 0xaa])],
  ["rows and gaps", after(bytes(ESC, "*rA"), "b", [1, 0, 0xaa, ESC], "*rY90\0")],
  ["pages of raster mode", after(bytes(ESC, "*rA"), "b", [1, 0, 0xaa, ESC, FF, 0])],
  ["Star's strips", after(bytes([ESC, 0x1d, 0x61, 0]), [ESC, 0x6b, 1, 0], new Uint8Array(24).fill(0xaa), LF)],
  ["Star's symbols printed again", over(ESC, GS, "yD1", [0, 1, 0], "A", ESC, GS, "yP")],
  ["parts of Star's symbols without data", over(ESC, GS, "yD2", 9, [1, 0, 0])],
  ["cuts and drawer kicks", over([GS, 0x56, 0], "A\n", [ESC, 0x70, 0, 5, 5])],
];

const FORMATS: readonly PreviewFormat[] = ["text", "svg", "json", "commands", "explain"];

/** Milliseconds of processor time of the quickest of some runs of decoding and drawing. */
function quickest(print: Uint8Array): number {
  let least = Infinity;
  for (let run = 0; run < RUNS; run++) {
    const start = processorMilliseconds();
    const receipt = decode(print, { columns: 48 });
    for (const format of FORMATS) render(receipt, format, { title: "t" });
    least = Math.min(least, processorMilliseconds() - start);
  }
  return least;
}

test.each(SHAPES)("%s: eight times the bytes take at most about eight times as long", (_shape, print) => {
  const small = print(SMALL_BYTES);
  const large = print(SMALL_BYTES * FACTOR);
  let least = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS && least > MOST_TIMES; attempt++) {
    const long = quickest(large);
    const times = long < NOISE_MILLISECONDS ? 1 : long / quickest(small);
    least = Math.min(least, times);
  }
  expect(least).toBeLessThanOrEqual(MOST_TIMES);
});
