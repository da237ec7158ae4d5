import { describe, expect, test } from "bun:test";
import type { Piece } from "../../src/escpos/receipt.ts";
import type { TargetModelId } from "../../src/translation/target-model.ts";
import { bytes, DLE, ESC, FS, GS, LF } from "../escpos/bytes.ts";
import { inkLines, isRed, onPaper, translated } from "./drawn.ts";

/** What happens beside the ink, in the order in which the real printer does it. */
function actsOf(print: Uint8Array, target: TargetModelId): string[] {
  const receipt = onPaper(translated(print, target, {}, "always").bytes, target);
  const acts = [
    ...receipt.pieces.map((piece) =>
      piece.kind === "cut"
        ? { from: piece.from, act: `${piece.cut} cut${piece.feeds ? ", fed" : ""}` }
        : { from: piece.from, act: "ink" },
    ),
    ...receipt.events.map(({ from, kind, pulse }) => ({
      from,
      act: pulse === undefined ? kind : `${kind} ${pulse.connector}, ${pulse.on}/${pulse.off} ms`,
    })),
  ];
  const all = acts.toSorted((a, b) => a.from - b.from).map(({ act }) => act);
  return all.filter((act, index) => act !== "ink" || all[index - 1] !== "ink");
}

const KICK_FIRST = bytes([ESC, 0x70, 0, 25, 125], "Coffee\n", [GS, 0x56, 66, 0]);
const KICK_LAST = bytes("Coffee\n", [GS, 0x56, 0], [ESC, 0x70, 1, 50, 250]);
const BETWEEN = bytes("Kitchen\n", [GS, 0x56, 65, 0], [ESC, 0x28, 0x41, 3, 0, 0x61, 1, 1], "Bar\n", [
  GS,
  0x56,
  1,
]);

describe("cuts, drawer kicks and sounds come where the print has them", () => {
  test.each<[TargetModelId, string, string]>([
    ["epson-tm-t88v", "50/250", "100/500"],
    ["wincor-nixdorf-th230", "50/250", "100/500"],
    // Star's count in 10 ms, and a receipt shows the usual times.
    ["star-tsp650ii", "200/200", "200/200"],
    ["star-tsp100", "200/200", "200/200"],
    ["star-mc-print3", "200/200", "200/200"],
  ])("on %s", (target, first, second) => {
    expect(actsOf(KICK_FIRST, target)).toEqual([
      `drawer 1, ${first} ms`,
      "ink",
      "full cut, fed".replace("full", "partial"),
    ]);
    expect(actsOf(KICK_LAST, target)).toEqual(["ink", "full cut", `drawer 2, ${second} ms`]);
    expect(actsOf(BETWEEN, target)).toEqual(["ink", "full cut, fed", "buzzer", "ink", "partial cut"]);
  });
});

test("the times of a kick go along", () => {
  const { bytes: sent } = translated(KICK_FIRST, "star-mc-print3");
  expect(Buffer.from(sent).includes(Buffer.from([ESC, 0x07, 5, 25, 0x07]))).toBe(true);
});

describe("a print without paper", () => {
  test.each<[string, Uint8Array, TargetModelId, string]>([
    ["only cuts", bytes([ESC, 0x40, GS, 0x56, 66, 0]), "star-mc-print3", "1b401b6402"],
    ["only cuts, on what has no cutter", bytes([GS, 0x56, 0]), "star-sm-l200", "1b401b4a3c"],
    ["only kicks", bytes([ESC, 0x70, 0, 25, 125]), "star-mc-print3", "1b401b07051907"],
    ["only kicks, at once", bytes([DLE, 0x14, 1, 1, 2]), "star-mc-print3", "1b401a"],
    [
      "only kicks, of a Star",
      bytes([ESC, GS, 0x61, 0, ESC, 0x07, 5, 5, 0x07]),
      "epson-tm-t88v",
      "1b401b70006464",
    ],
    ["asks how the printer is", bytes([DLE, 4, 1]), "star-mc-print3", "1b40"],
  ])("that %s", (_what, print, target, sent) => {
    expect(Buffer.from(translated(print, target, {}, "always").bytes).toString("hex")).toBe(sent);
  });
});

test("paper that is fed for the hand is fed", () => {
  const print = bytes("Coffee\n", [ESC, 0x64, 6]);
  const made = onPaper(print, "epson-80mm");
  for (const target of ["star-tsp100", "star-mc-print3", "generic-80mm"] as const)
    expect(onPaper(translated(print, target, {}, "always").bytes, target).heightDots).toBe(made.heightDots);
});

describe("a logo that is in the printer only", () => {
  const LOGO = bytes([ESC, 0x61, 1, FS, 0x70, 1, 0, ESC, 0x61, 0], "Coffee\n", [LF]);

  test("is printed by its command where the real printer has that", () => {
    const { bytes: sent, notes } = translated(LOGO, "epson-tm-t88v", {}, "always");
    expect(Buffer.from(sent).subarray(0, 12).toString("hex")).toBe("1b401b61011c7001001b6100");
    expect(notes).toHaveLength(1);
  });

  test("is left out where it has another language, and the delivery says so", () => {
    expect(translated(LOGO, "star-tsp100").notes.slice(1)).toEqual([
      "What is in a printer only is left out: NV image 1.",
    ]);
  });
});

describe("red", () => {
  const RED = bytes(
    "black ",
    [ESC, 0x2a, 1, 16, 0],
    new Uint8Array(16).fill(0xf0),
    [LF, ESC, 0x72, 1],
    "red\n",
    [ESC, 0x72, 0],
    "black\n",
  );
  const MIXED = bytes(
    [GS, 0x28, 0x4c, 11, 0, 0x30, 112, 48, 1, 1, 49, 8, 0, 1, 0, 0xf0],
    [GS, 0x28, 0x4c, 11, 0, 0x30, 112, 48, 1, 1, 50, 8, 0, 1, 0, 0x0f],
    [GS, 0x28, 0x4c, 2, 0, 0x30, 50],
  );

  test.each<TargetModelId>(["epson-tm-u220", "star-sp700", "epson-tm-t90", "star-tsp100", "star-mc-print3"])(
    "stays red on %s",
    (target) => {
      const drawn = onPaper(translated(RED, target, {}, "always").bytes, target);
      const rowsOf = (isWanted: (piece: Piece) => boolean): number[] =>
        inkLines(drawn, isWanted).flatMap((line, row) => (line.includes("#") ? [row] : []));
      const [red, black] = [rowsOf(isRed), rowsOf((piece) => !isRed(piece))];
      expect(red.length).toBeGreaterThan(4);
      // Between the two black lines.
      expect(
        red.every((row) => black.some((other) => other < row) && black.some((other) => other > row)),
      ).toBe(true);
    },
  );

  test.each<TargetModelId>(["epson-tm-u220", "star-sp700", "epson-tm-t90", "star-tsp100"])(
    "is beside black in one row on %s",
    (target) => {
      const drawn = onPaper(translated(MIXED, target, {}, "always").bytes, target);
      const [red = "", black = ""] = [
        inkLines(drawn, isRed)[0],
        inkLines(drawn, (piece) => !isRed(piece))[0],
      ];
      expect(black).toContain("#");
      expect(red.indexOf("#")).toBeGreaterThan(black.lastIndexOf("#"));
    },
  );

  // What stands for many printers may be one that drops what is red.
  test.each<TargetModelId>(["epson-tm-t88v", "epson-80mm", "generic-80mm"])("is black on %s", (target) => {
    const drawn = onPaper(translated(RED, target, {}, "always").bytes, target);
    expect(drawn.pieces.some(isRed)).toBe(false);
    expect(inkLines(drawn)).toEqual(inkLines(onPaper(RED, target)));
  });
});
