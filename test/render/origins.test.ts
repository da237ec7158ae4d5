import { describe, expect, test } from "bun:test";
import { decode, type Piece } from "../../src/escpos/escpos.ts";
import { render } from "../../src/render/render.ts";
import { renderSvg } from "../../src/render/svg.ts";
import { bytes, ESC, FF, GS, sampleReceipt, type BytePart } from "../escpos/bytes.ts";

/** "kind from-to" of each piece. */
const originsOf = (...parts: readonly BytePart[]): string[] => {
  const { pieces } = decode(bytes(...parts), { columns: 20 });
  return pieces.map(({ kind, from, to }: Piece) => `${kind} ${from}-${to}`);
};

const STRIP = [ESC, 0x2a, 33, 1, 0, 1, 2, 3];

describe("pieces tell the bytes of the commands that made them", () => {
  test.each([
    ["text of two styles", ["ab", [ESC, 0x45, 1], "cd\n"], ["text 0-2", "text 5-7"]],
    ["text over a command that changes nothing", ["ab", [ESC, 0x74, 0], "cd\n"], ["text 0-7"]],
    ["text over two lines", ["x".repeat(25), "\n"], ["text 0-25", "text 0-25"]],
    ["a raster", ["a\n", [GS, 0x76, 0x30, 0, 1, 0, 1, 0, 255]], ["text 0-1", "raster 2-11"]],
    ["strips that join", [[ESC, 0x33, 24], STRIP, "\n", STRIP, "\n"], ["raster 3-20"]],
    [
      "graphics stored and printed",
      [bytes(GS, "(L", 11, 0, "0p0", [1, 1, 49, 8, 0, 1, 0, 255]), bytes(GS, "(L", 2, 0, "02")],
      ["raster 0-23"],
    ],
    [
      "a bar code with its characters",
      [[GS, 0x48, 2, GS, 0x6b, 68, 7], "1234567"],
      ["raster 3-14", "text 3-14"],
    ],
    ["a cut", ["a\n", [GS, 0x56, 0]], ["text 0-1", "cut 2-5"]],
    [
      "page mode: what put them on the page, not what printed it",
      [
        [ESC, 0x4c],
        "ab",
        [ESC, 0x45, 1],
        "cd",
        bytes(GS, "(Q", 14, 0, 49, [0, 0, 0, 0, 20, 0, 20, 0, 1, 1, 48, 48, 1]),
        [FF],
      ],
      ["rule 9-28", "rule 9-28", "text 2-4", "rule 9-28", "text 7-9", "rule 9-28"],
    ],
    ["a macro, run again", [[GS, 0x3a], "a\n", [GS, 0x3a, GS, 0x5e, 1, 0, 0]], ["text 2-3", "text 6-11"]],
    [
      "a vertical rule from its start to its end",
      [bytes(GS, "(Q", 7, 0, 51, [9, 0, 1, 1, 1, 48]), "a\n", bytes(GS, "(Q", 7, 0, 51, [9, 0, 0, 1, 1, 48])],
      ["text 12-13", "rule 0-26"],
    ],
  ] as const)("%s", (_, parts, expected) => {
    expect(originsOf(...parts).toSorted()).toEqual([...expected].toSorted());
  });

  test("events and what the customer display shows", () => {
    const { events } = decode(bytes("a\n", [ESC, 0x70, 0, 1, 1, ESC, 0x3d, 2], "9.50", [ESC, 0x3d, 1]), {
      columns: 20,
    });
    expect(events.map(({ kind, from, to }) => `${kind} ${from}-${to}`)).toEqual([
      "drawer 2-7",
      "display 10-14",
    ]);
  });
});

test("svg: each piece and mark is a group with its bytes, if asked for", () => {
  const receipt = decode(bytes("ab\n", [GS, 0x56, 0, ESC, 0x70, 0, 1, 1, ESC, 0x70, 0, 1, 1]), {
    columns: 20,
  });
  const groups = renderSvg(receipt, { origins: true }).match(/<g data-from="\d+" data-to="\d+">/g);
  expect(groups).toEqual([
    '<g data-from="0" data-to="2">',
    '<g data-from="3" data-to="6">',
    '<g data-from="6" data-to="16">',
  ]);
  expect(renderSvg(receipt)).not.toMatch(/data-(from|to)/);
});

test("svg: with the groups taken out it is the same drawing", () => {
  const receipt = decode(sampleReceipt(), { columns: 42 });
  const drawn = String(render(receipt, "svg", { title: "", origins: true }));
  const plain = drawn.replaceAll(/<g data-from="\d+" data-to="\d+">(.*?)<\/g>/g, "$1");
  expect(plain).toBe(renderSvg(receipt));
});

test("explain: the commands as JSON, for the printer that the receipt was decoded for", () => {
  const receipt = decode(bytes([ESC, 0x74, 9], "\x8f\n"), { columns: 20, profile: "xprinter" });
  const { columns, commands } = JSON.parse(String(render(receipt, "explain", { title: "" })));
  expect(columns).toBe(20);
  expect(commands[0].sentence).toBe("Code page 9, PC3012");
});
