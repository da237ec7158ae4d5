import { describe, expect, test } from "bun:test";
import { decode } from "../../../src/escpos/escpos.ts";
import { explain } from "../../../src/explain/explain.ts";
import { bytes, ESC, GS, type BytePart } from "../bytes.ts";

const MODEL = { model: "star-tsp650ii" } as const;

describe("beside the paper", () => {
  test.each([
    ["BEL", [0x07], ["drawer kick, device 1"]],
    ["FS, and what follows is text", [0x1c, 0x26], ["drawer kick, device 1"]],
    ["SUB", [0x1a], ["drawer kick, device 2"]],
    ["EM", [0x19], ["drawer kick, device 2"]],
    ["ESC BEL sets the pulse only", [ESC, 0x07, 20, 20], []],
    ["ESC BEL and BEL", [ESC, 0x07, 20, 20, 0x07], ["drawer kick, device 1"]],
    ["ESC GS BEL", [ESC, GS, 0x07, 1, 2, 3], ["beep"]],
    ["ESC GS EM", [ESC, GS, 0x19, 0x11, 1, 2, 3, ESC, GS, 0x19, 0x12, 1, 2, 3], ["beep"]],
  ] as [string, number[], string[]][])("%s", (_, commands, labels) => {
    expect(decode(bytes(commands), MODEL).events.map(({ label }) => label)).toEqual(labels);
  });
});

test.each([
  [0, "full"],
  [1, "partial"],
  [2, "full"],
  [3, "partial"],
  ["0", "full"],
  ["3", "partial"],
  [4, undefined],
] as [BytePart, string | undefined][])("ESC d %p cuts", (n, kind) => {
  const cuts = decode(bytes("A\n", [ESC, 0x64], n), MODEL).pieces.flatMap((piece): string[] =>
    piece.kind === "cut" ? [piece.cut] : [],
  );
  expect(cuts).toEqual(kind === undefined ? [] : [kind]);
});

test("each cut ends a receipt, and what prints nothing behind the last one is none", () => {
  const receipt = bytes("A\n", [ESC, 0x64, 3]);
  const end = bytes([ESC, GS, 0x03, 1, 0, 0, 0x04, ESC, 0x06, 0x01], new Uint8Array(128));
  const { pieces } = decode(bytes(receipt, receipt, end), MODEL);
  expect(pieces.map(({ kind, y }) => [kind, y])).toEqual([
    ["text", 0],
    ["cut", 32],
    ["text", 32],
    ["cut", 64],
  ]);
});

test("CAN drops what is not printed yet", () => {
  expect(decode(bytes("A\nB", 0x18, "C\n"), MODEL).pieces).toMatchObject([
    { text: "A" },
    { text: "C", x: 0 },
  ]);
});

const sentences = (model: "star-tsp650ii" | "star-sp700", ...parts: BytePart[]): string[] =>
  explain(bytes(...parts), { model }).commands.map(
    ({ name, effect, sentence }) => `${name} ${effect}: ${sentence}`,
  );

test("a receipt is explained command by command", () => {
  const print = [
    [ESC, 0x40, ESC, GS, 0x74, 32, ESC, GS, 0x61, 1, ESC, 0x69, 1, 1],
    "Shop",
    [0x0a, ESC, 0x69, 0, 0, 0x09, ESC, 0x34, ESC, 0x30, ESC, 0x4a, 20, ESC, 0x6c, 2, ESC, 0x51, 40],
    [ESC, 0x20, 0x30, 0x0b, 0x1c, ESC, 0x07, 20, 20, ESC, 0x33, 9, ESC, 0x64, 3, ESC, 0x64, 9],
  ];
  expect(sentences("star-tsp650ii", ...print)).toEqual([
    "ESC @ state: Resets all modes",
    "ESC GS t state: Code page 32, WPC1252",
    "ESC GS a state: Justification: centre",
    "ESC i state: Character size: 2× wide, 2× high",
    "Text drawn: Text “Shop”, 4 characters in WPC1252",
    "LF drawn: Prints the line",
    "ESC i state: Character size: 1× wide, 1× high",
    "HT ignored: Tab: ignored, no tab stops are set",
    "ESC 4 state: White on black on",
    "ESC 0 state: Line spacing: 24 dots",
    "ESC J drawn: Feeds 40 dots",
    "ESC l state: Left margin: 2 columns",
    "ESC Q state: Right margin at column 40",
    "ESC SP state: Space after characters: 0 dots",
    "VT ignored: Vertical tab: ignored, no tab stops are set",
    "FS event: Drawer kick, device 1",
    "ESC BEL none: Times of the pulse for device 1; it fires nothing",
    "ESC 3 ignored: Line spacing in inches: ignored, only impact printers have it",
    "ESC d event: Cut, partial, after feeding to the cutter",
    "ESC d ignored: Cut: ignored, 9 is out of range",
  ]);
  const impact = [[ESC, 0x34, ESC, 0x33, 60, ESC, 0x50, ESC, 0x67], "RARE", [0x0a, ESC, 0x6a, 12]];
  expect(sentences("star-sp700", ...impact)).toEqual([
    "ESC 4 state: Colour: red",
    "ESC 3 state: Line spacing: 40 dots",
    "ESC P state: Characters of 12 half dots",
    "ESC g ignored: Pitch of 14 dots: ignored, only thermal printers have it",
    "Text drawn: Text “RARE”, 4 characters in Standard (star)",
    "LF drawn: Prints the line",
    "ESC j drawn: Feeds back 24 dots",
  ]);
});
