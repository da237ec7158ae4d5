import { describe, expect, test } from "bun:test";
import { decode, type Piece, type Receipt } from "../../src/escpos/escpos.ts";
import { bytes, DLE, ESC, FS, GS, LF, type BytePart } from "./bytes.ts";

const paper = (...parts: BytePart[]): Receipt => decode(bytes(...parts), { columns: 20 });

const labels = (receipt: Receipt): string[] =>
  receipt.pieces.flatMap((piece) => (piece.kind === "placeholder" ? [piece.label] : []));

/** The dots of a raster as rows of # and . */
function dots(piece: Piece | undefined): string[] {
  if (piece?.kind !== "raster") return [];
  const rowBytes = Math.ceil(piece.columns / 8);
  return Array.from({ length: piece.rows }, (_, row) =>
    Array.from({ length: piece.columns }, (__, column) =>
      ((piece.bytes[row * rowBytes + (column >> 3)] ?? 0) & (0x80 >> (column & 7))) === 0 ? "." : "#",
    ).join(""),
  );
}

describe("rasters: GS v 0", () => {
  test.each([
    [0, 1, 1],
    [1, 2, 1],
    [0x32, 1, 2],
    [3, 2, 2],
  ])("mode %d", (mode, scaleX, scaleY) => {
    const { pieces, heightDots } = paper([GS, 0x76, 0x30, mode, 1, 0, 2, 0, 0xf0, 0x01]);
    expect(pieces).toMatchObject([{ kind: "raster", scaleX, scaleY, width: 8 * scaleX, height: 2 * scaleY }]);
    expect(dots(pieces[0])).toEqual(["####....", ".......#"]);
    expect(heightDots).toBe(2 * scaleY);
  });

  test("it starts below the line and obeys ESC a and GS L", () => {
    const image = [GS, 0x76, 0x30, 0, 1, 0, 1, 0, 0xff];
    expect(paper("A", image).pieces[1]).toMatchObject({ x: 0, y: 30 });
    expect(paper([ESC, 0x61, 1], image).pieces[0]).toMatchObject({ x: 116 });
    expect(paper([ESC, 0x61, 2, GS, 0x4c, 40, 0], image).pieces[0]).toMatchObject({ x: 232 });
  });

  test("cut short, it shows the rows that arrived", () => {
    const receipt = paper([GS, 0x76, 0x30, 0, 2, 0, 9, 0, 0xff, 0xff, 0x80]);
    expect(dots(receipt.pieces[0])).toEqual(["################", "#..............."]);
    expect(receipt).toMatchObject({ truncated: true, notes: ["the print ends inside GS v 0 at byte 0"] });
  });

  test("wider than the paper, it is cut at its edge", () => {
    const { pieces } = paper([GS, 0x76, 0x30, 0, 40, 0, 1, 0], new Uint8Array(40).fill(0xff));
    expect(pieces[0]).toMatchObject({ columns: 240, width: 240 });
  });
});

describe("bit images: ESC *", () => {
  test.each([
    [0, [0x80, 0x01], 8, 2, 3],
    [1, [0x80, 0x01], 8, 1, 3],
    [32, [0x80, 0, 0, 0, 0, 1], 24, 2, 1],
    [33, [0x80, 0, 0, 0, 0, 1], 24, 1, 1],
  ])("mode %d", (mode, data, rows, scaleX, scaleY) => {
    const { pieces } = paper([ESC, 0x2a, mode, 2, 0], data, LF);
    expect(pieces).toMatchObject([{ columns: 2, rows, scaleX, scaleY, height: 24 }]);
    expect(dots(pieces[0]).at(0)).toBe("#.");
    expect(dots(pieces[0]).at(-1)).toBe(".#");
  });

  test("strips one below the other are one picture", () => {
    const strip = [ESC, 0x2a, 33, 1, 0, 0xff, 0xff, 0xff, LF];
    const { pieces } = paper([ESC, 0x33, 24], strip, strip, strip, [ESC, 0x32], "A\n");
    expect(pieces).toMatchObject([
      { kind: "raster", y: 0, rows: 72, height: 72 },
      { kind: "text", y: 72 },
    ]);
    expect(dots(pieces[0])).toEqual(Array.from({ length: 72 }, () => "#"));
  });

  test("strips with paper between them stay apart", () => {
    const strip = [ESC, 0x2a, 33, 1, 0, 0xff, 0xff, 0xff, LF];
    expect(paper(strip, strip).pieces.map(({ y }) => y)).toEqual([0, 30]);
  });

  test("text goes on beside it", () => {
    expect(paper([ESC, 0x2a, 1, 2, 0, 1, 1], "A\n").pieces[1]).toMatchObject({ kind: "text", x: 2, y: 0 });
  });

  test("it is cut where the line ends", () => {
    expect(paper([ESC, 0x24, 236, 0, ESC, 0x2a, 1, 9, 0], new Uint8Array(9)).pieces[0]).toMatchObject({
      columns: 4,
    });
  });
});

describe("graphics: GS ( L, GS 8 L, GS Q 0", () => {
  const print = [GS, 0x28, 0x4c, 2, 0, 0x30, 50];

  test("function 112 stores rows, function 50 prints them once", () => {
    const store = [GS, 0x28, 0x4c, 12, 0, 0x30, 112, 48, 2, 1, 49, 4, 0, 2, 0, 0xf0, 0x90];
    const { pieces } = paper(store, print, print);
    expect(pieces).toMatchObject([{ columns: 4, rows: 2, scaleX: 2, scaleY: 1 }]);
    expect(dots(pieces[0])).toEqual(["####", "#..#"]);
  });

  test("function 113 stores columns, by GS 8 L too", () => {
    const store = [GS, 0x38, 0x4c, 12, 0, 0, 0, 0x30, 113, 48, 1, 1, 49, 2, 0, 3, 0, 0x80, 0x20];
    expect(dots(paper(store, print).pieces[0])).toEqual(["#.", "..", ".#"]);
  });

  test("pictures stored together overlay each other", () => {
    const store = [GS, 0x28, 0x4c, 11, 0, 0x30, 112, 48, 1, 1, 49, 8, 0, 1, 0];
    expect(paper(store, 0xf0, store, 0x0f, print).pieces.map(({ y }) => y)).toEqual([0, 0]);
  });

  test("GS Q 0 prints columns", () => {
    expect(dots(paper([GS, 0x51, 0x30, 0, 2, 0, 1, 0, 0x80, 0x01]).pieces[0])).toHaveLength(8);
  });

  test("GS ( Q draws a horizontal line", () => {
    const line = [GS, 0x28, 0x51, 9, 0, 50, 12, 0, 36, 0, 1, 1, 2, 48];
    expect(paper(line).pieces).toMatchObject([{ kind: "rule", x: 12, width: 24, height: 4 }]);
  });
});

describe("what is not drawn yet is named", () => {
  test.each([
    ["FS p", bytes(FS, "p", 3, 0), "NV image 3"],
    ["GS /", bytes(GS, "/", 0), "downloaded image"],
    ["GS ( L function 69", bytes(GS, "(L", 6, 0, "0E", "G", 1, 1, 1), "NV graphic G\\x01"],
    ["GS ( L function 85", bytes(GS, "(L", 6, 0, "0U", "AB", 1, 1), "downloaded graphic AB"],
    ["GS ( A", bytes(GS, "(A", 2, 0, 0, 2), "test print"],
  ])("%s", (_title, input, label) => {
    expect(labels(paper(input))).toEqual([label]);
  });

  test("a page left without printing is nothing on paper; CAN clears it", () => {
    expect(paper([ESC, 0x4c], "gone", [ESC, 0x53], "A\n").pieces).toMatchObject([{ text: "A" }]);
    expect(paper([ESC, 0x4c], "gone", [0x18, 0x0c]).pieces).toEqual([]);
    expect(paper([ESC, 0x4c], "never").notes).toEqual(["the last page (page mode) is never printed"]);
  });
});

describe("cutter, drawer, buzzer", () => {
  test.each([
    ["GS V 0", [GS, 0x56, 0], "full", 30],
    ["GS V 48", [GS, 0x56, 48], "full", 30],
    ["GS V 1", [GS, 0x56, 1], "partial", 30],
    ["GS V 65 feeds first", [GS, 0x56, 65, 20], "full", 40],
    ["GS V 66", [GS, 0x56, 66, 20], "partial", 40],
    ["GS V 97", [GS, 0x56, 97, 20], "full", 40],
    ["GS V 98", [GS, 0x56, 98, 20], "partial", 40],
    ["GS V 103", [GS, 0x56, 103, 20], "full", 40],
    ["GS V 104", [GS, 0x56, 104, 20], "partial", 40],
    ["ESC i", [ESC, 0x69], "partial", 30],
    ["ESC m", [ESC, 0x6d], "partial", 30],
  ])("%s", (_title, command, cut, y) => {
    expect(paper("A", command).pieces[1]).toMatchObject({ kind: "cut", cut, y, width: 240 });
  });

  test("a cut without paper since the last one leaves no mark", () => {
    const cut = [GS, 0x56, 0];
    expect(paper(cut, "A\n", cut, cut).pieces.map(({ kind }) => kind)).toEqual(["text", "cut"]);
  });

  test.each([
    ["ESC p 0", [ESC, 0x70, 0, 25, 250], "drawer kick, pin 2"],
    ["ESC p 49", [ESC, 0x70, 49, 25, 250], "drawer kick, pin 5"],
    ["DLE DC4 1", [DLE, 0x14, 1, 1, 2], "drawer kick, pin 5"],
    ["DLE DC4 1 while the display is selected", [ESC, 0x3d, 0, DLE, 0x14, 1, 0, 2], "drawer kick, pin 2"],
    ["ESC B", [ESC, 0x42, 3, 1], "beep"],
    ["ESC ( A", [ESC, 0x28, 0x41, 3, 0, 97, 1, 1], "beep"],
    ["DLE DC4 3", [DLE, 0x14, 3, 0, 1, 1, 1, 1], "beep"],
    ["BEL", [0x07], "beep"],
  ])("%s", (_title, command, label) => {
    expect(paper("A\n", command).events).toMatchObject([{ label, y: 30 }]);
  });
});

test("status requests and settings leave no mark", () => {
  const silent = [
    DLE,
    4,
    1,
    GS,
    0x61,
    255,
    GS,
    0x72,
    1,
    GS,
    0x49,
    65,
    ESC,
    0x76,
    GS,
    0x28,
    0x48,
    3,
    0,
    49,
    48,
    1,
  ];
  expect(paper(silent)).toMatchObject({ pieces: [], events: [], notes: [], heightDots: 0 });
});

test("unknown commands are counted, not printed", () => {
  expect(paper("A", [ESC, 0x99, GS, 0x9a], "\n").notes).toEqual(["unknown commands: 2, the first at byte 1"]);
});
