import { describe, expect, test } from "bun:test";
import { deflateSync } from "node:zlib";
import { decode } from "../../src/escpos/escpos.ts";
import { bytes, ESC, FF, GS, LF } from "./bytes.ts";
import { expectBounded } from "./fuzz-check.ts";

const repeated = (length: number, ...pattern: number[]): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => pattern[index % pattern.length] ?? 0);

/** Stores a blank picture of 4,000 x 1,000 dots in some hundred bytes. */
function packed(): Uint8Array {
  const body = bytes("0p0", [1, 1, 49, 160, 15, 232, 3], deflateSync(new Uint8Array(500_000)));
  return bytes(GS, "(L", [body.length & 0xff, body.length >> 8], body);
}

const defineA = (): Uint8Array => bytes([ESC, 0x25, 1, ESC, 0x26, 3, 0x41, 0x41, 2, 1, 2, 3, 4, 5, 6]);

describe("a few bytes cannot claim much", () => {
  const million = 1_000_000;
  test.each([
    ["line feeds", repeated(million, LF), "of paper"],
    ["ESC d 255", repeated(million, ESC, 0x64, 255), "of paper"],
    ["ESC J 255", repeated(million, ESC, 0x4a, 255), "of paper"],
    ["rows of raster mode", bytes(ESC, "*rA", repeated(3 * million, 0x62, 0, 0)), "of paper"],
    [
      "gaps in raster mode",
      bytes(ESC, "*rA", repeated(million, ...bytes("b", [1, 0, 0xff, ESC], "*rY96\0"))),
      "of paper",
    ],
    [
      "moves in raster mode",
      bytes(ESC, "*rA", repeated(million, ...bytes(ESC, "*rY999999999\0"))),
      "of paper",
    ],
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
