import { describe, expect, test } from "bun:test";
import { decode, type Receipt } from "../../src/escpos/escpos.ts";
import { MAXIMUM_MACRO_BYTES } from "../../src/escpos/limits.ts";
import { bytes, ESC, GS, type BytePart } from "./bytes.ts";

const paper = (...parts: BytePart[]): Receipt => decode(bytes(...parts), { columns: 20 });
const texts = (...parts: BytePart[]): string[] =>
  paper(...parts).pieces.flatMap((piece) => (piece.kind === "text" ? [piece.text] : []));

const events = (...parts: BytePart[]): string[] => paper(...parts).events.map(({ label }) => label);
const labelFeed = (fn: number): number[] => [0x1c, 0x28, 0x4c, 2, 0, fn, 48];

const DEFINE = [GS, 0x3a];
const run = (times: number): number[] => [GS, 0x5e, times, 0, 0];

describe("macros (GS :, GS ^)", () => {
  test("print while they are defined, and again as often as asked", () => {
    expect(texts(DEFINE, "A\n", DEFINE, "B\n", run(2), "C\n")).toEqual(["A", "B", "A", "A", "C"]);
  });

  test("keep what they were while a new one is not defined; ESC @ does not clear them", () => {
    expect(texts(DEFINE, "A\n", DEFINE, [ESC, 0x40], run(1))).toEqual(["A", "A"]);
    expect(texts(DEFINE, "A\n", DEFINE, DEFINE, DEFINE, run(1))).toEqual(["A"]);
  });

  test("GS ^ inside a definition ends and clears it", () => {
    expect(texts(DEFINE, "A\n", run(3), "B\n", run(1))).toEqual(["A", "B"]);
  });

  test("a macro that is not defined runs nothing", () => {
    expect(texts(run(255), "A\n")).toEqual(["A"]);
  });

  test("what is too long is cut off", () => {
    const half = "x".repeat(MAXIMUM_MACRO_BYTES - 1);
    const { pieces } = paper(DEFINE, half, [ESC, 0x45, 1], "\n", DEFINE, run(1), "\n");
    const length = pieces.reduce((sum, piece) => sum + (piece.kind === "text" ? piece.text.length : 0), 0);
    expect(length).toBe(2 * half.length);
  });

  test("a page and a counter in a macro go on", () => {
    expect(texts(DEFINE, [ESC, 0x4c], "P", [GS, 0x63, 0x0c], DEFINE, run(2))).toEqual(["P1", "P2", "P3"]);
  });
});

describe("the counter (GS C, GS c)", () => {
  const next = [GS, 0x63, 0x0a];
  test.each([
    ["as it is at power-on", [], ["1", "2", "3"]],
    ["GS C 0: digits and spaces", [GS, 0x43, 0x30, 3, 0], ["  1", "  2", "  3"]],
    ["GS C 0: digits and zeros", [GS, 0x43, 0x30, 3, 0x31], ["001", "002", "003"]],
    ["GS C 0: to the left", [GS, 0x43, 0x30, 3, 2], ["1", "2", "3"]],
    ["GS C 2: from a number", [GS, 0x43, 0x32, 0xe8, 3], ["1000", "1001", "1002"]],
    [
      "GS C 1: down, each number twice",
      [GS, 0x43, 0x31, 9, 0, 1, 0, 4, 2, GS, 0x43, 0x32, 9, 0],
      ["9", "9", "5"],
    ],
    ["GS C 1: round and round", [GS, 0x43, 0x31, 1, 0, 2, 0, 1, 1], ["1", "2", "1"]],
    ["GS C ;", [...bytes(GS, "C;1;9;3;1;5;")], ["5", "8", "1"]],
    ["GS C ; with empty fields", [...bytes(GS, "C;;;;;7;")], ["7", "8", "9"]],
  ])("%s", (_title, settings, expected) => {
    expect(texts(settings, next, next, next)).toEqual(expected);
  });
});

describe("marks beside the paper", () => {
  test("what the customer display shows", () => {
    const input = [
      [ESC, 0x3d, 2],
      "TOTAL",
      [0x0c],
      "9.50 \x9c",
      [ESC, 0x3d, 1],
      "A\n",
      [ESC, 0x3d, 2],
      "BYE",
    ];
    expect(events(...input)).toEqual(["customer display: TOTAL 9.50 ·", "customer display: BYE"]);
    expect(texts(...input)).toEqual(["A"]);
  });

  test("feeds to labels and black marks (FS ( L)", () => {
    expect(events("A", labelFeed(65), labelFeed(66), labelFeed(67), labelFeed(34))).toEqual([
      "feed to the peeling position",
      "feed to the cutting position",
      "feed to the start of the next label",
    ]);
  });

  test("GS ( E function 2 resets the printer", () => {
    const { pieces } = paper([ESC, 0x45, 1, GS, 0x28, 0x45, 4, 0, 2, 79, 85, 84], "A\n");
    expect(pieces).toMatchObject([{ style: { bold: false } }]);
  });
});
