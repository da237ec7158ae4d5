import { describe, expect, test } from "bun:test";
import { deflateSync } from "node:zlib";
import { decode, type Receipt } from "../../src/escpos/escpos.ts";
import { bytes, ESC, FS, GS, type BytePart } from "./bytes.ts";
import { dots, isRaster } from "./dots.ts";

const paper = (...parts: BytePart[]): Receipt => decode(bytes(...parts), { columns: 20 });
const words = (...numbers: number[]): number[] => numbers.flatMap((n) => [n & 0xff, n >> 8]);

/** GS ( L, or GS 8 L, with function and parameters. */
const graphics = (...parts: BytePart[]): Uint8Array => {
  const body = bytes("0", ...parts);
  return bytes(GS, "(L", words(body.length), body);
};
const largeGraphics = (...parts: BytePart[]): Uint8Array => {
  const body = bytes("0", ...parts);
  return bytes(GS, "8L", words(body.length), [0, 0], body);
};

const long = (n: number): number[] => [n & 0xff, (n >> 8) & 0xff, (n >> 16) & 0xff, n >> 24];

const grey = (n: number): number[] => [n, n, n, 0];

/** The texts, labels and kinds of what is on paper. */
const printed = (...parts: BytePart[]): string[] =>
  paper(...parts).pieces.map((piece) =>
    piece.kind === "text" ? piece.text : piece.kind === "placeholder" ? piece.label : piece.kind,
  );

const DEFINE_ROWS = { NV: 67, downloaded: 83 } as const;
const DEFINE_COLUMNS = { NV: 68, downloaded: 84 } as const;
const PRINT = { NV: 69, downloaded: 85 } as const;
const MEMORIES = ["NV", "downloaded"] as const;

describe.each(MEMORIES)("%s graphics with a key code", (memory) => {
  const size = [1, ...words(4, 2), 49];
  const rows = graphics([DEFINE_ROWS[memory], 48], "AB", size, [0xf0, 0x90]);
  const columns = graphics([DEFINE_COLUMNS[memory], 48], "CD", size, [0x80, 0, 0, 0x40]);
  const print = (key: string, x = 1, y = 1): Uint8Array => graphics([PRINT[memory]], key, [x, y]);

  test("are printed as often as asked, scaled", () => {
    const { pieces } = paper(rows, columns, print("AB"), print("CD"), print("AB", 2, 2));
    expect(pieces.map(dots)).toEqual([
      ["####", "#..#"],
      ["#...", "...#"],
      ["####", "#..#"],
    ]);
    expect(pieces[2]).toMatchObject({ width: 8, height: 4, label: `${memory} graphic AB` });
  });

  test("may be defined by GS 8 L, and replaced", () => {
    const large = largeGraphics([DEFINE_ROWS[memory], 48], "AB", size, [0x10, 0x20]);
    expect(dots(paper(rows, large, print("AB")).pieces[0])).toEqual(["...#", "..#."]);
  });

  test("not defined in this print, they are a placeholder with their key", () => {
    expect(paper(print("Z\x01")).pieces).toMatchObject([{ label: `${memory} graphic Z\\x01` }]);
    const { pieces } = paper(
      rows,
      columns,
      graphics([memory === "NV" ? 66 : 82], "AB"),
      print("AB"),
      print("CD"),
    );
    expect(pieces.map(({ kind }) => kind)).toEqual(["placeholder", "raster"]);
    const none = paper(rows, graphics([memory === "NV" ? 65 : 81], "CLR"), print("AB"));
    expect(none.pieces.map(({ kind }) => kind)).toEqual(["placeholder"]);
  });

  test("ESC @ clears what was downloaded only", () => {
    const { pieces } = paper(rows, [ESC, 0x40], print("AB"));
    expect(pieces.map(({ kind }) => kind)).toEqual([memory === "NV" ? "raster" : "placeholder"]);
  });

  test("planes of several colours overlay each other", () => {
    const planes = graphics([DEFINE_ROWS[memory], 48], "AB", [2, ...words(4, 1), 49, 0xc0, 50, 0x30]);
    const { pieces } = paper(planes, print("AB"));
    expect(pieces.map(dots)).toEqual([["##.."], ["..##"]]);
    expect(pieces).toMatchObject([{ y: 0 }, { y: 0, color: 2 }]);
  });

  test("a bitmap file (GS D) of 1 bit a dot, its lowest row first", () => {
    const bitmap = bmp(1, 4, 2, [0, 0, 0, 0, 0xff, 0xff, 0xff, 0], [0x90, 0, 0, 0, 0x60, 0, 0, 0]);
    const define = bytes(GS, "D", [48, DEFINE_ROWS[memory], 48], "AB", [48, 49], bitmap);
    expect(dots(paper(define, print("AB")).pieces[0])).toEqual(["#..#", ".##."]);
  });
});

/** A Windows bitmap without compression. */
function bmp(depth: number, width: number, height: number, palette: number[], rows: number[]): Uint8Array {
  const start = 54 + palette.length;
  return bytes(
    "BM",
    long(start + rows.length),
    long(0),
    long(start),
    long(40),
    long(width),
    long(height),
    words(1, depth),
    Array.from({ length: 24 }, () => 0),
    palette,
    rows,
  );
}

describe("bitmap files (GS D)", () => {
  const print = graphics([69], "AB", [1, 1]);
  const shown = (file: Uint8Array, tone = 48): string[] =>
    dots(paper(GS, "D", [48, 67, 48], "AB", [tone, 49], file, print).pieces[0]);

  test.each([
    ["4 bits", bmp(4, 3, 1, [...grey(0), ...grey(255), ...grey(40)], [0x01, 0x20, 0, 0]), ["#.#"]],
    ["8 bits", bmp(8, 3, 1, [...grey(0), ...grey(255), ...grey(200)], [0, 1, 2, 0]), ["#.."]],
    ["24 bits", bmp(24, 2, 1, [], [0, 0, 255, 255, 255, 255, 0, 0]), ["#."]],
    ["highest row first", bmp(24, 1, -2, [], [0, 0, 0, 0, 255, 255, 255, 0]), ["#", "."]],
  ])("%s", (_title, file, expected) => {
    expect(shown(file)).toEqual(expected);
  });

  test("tones are dithered when asked: half the dots of a middle grey are black", () => {
    const row = Array.from({ length: 12 }, () => 128);
    const file = bmp(24, 4, 4, [], [...row, ...row, ...row, ...row]);
    expect(shown(file)).toEqual(["....", "....", "....", "...."]);
    expect(shown(file, 52).join("").replaceAll(".", "")).toHaveLength(8);
  });

  test("one that cannot be read is said", () => {
    const packed = bmp(8, 3, 1, [], [0, 0, 0, 0]);
    packed[30] = 1;
    expect(paper(GS, "D", [48, 67, 48], "AB", [48, 49], packed).notes).toEqual([
      "the bitmap of GS D at byte 0 cannot be read",
    ]);
  });
});

describe("bodies packed with zlib", () => {
  const rows = Uint8Array.from({ length: 64 }, (_, index) => (index < 32 ? 0xff : 0));
  const packed = deflateSync(rows);
  const print = graphics([50]);

  test("are unpacked where they are shorter than their dots", () => {
    const { pieces } = paper(graphics([112, 48, 1, 1, 49, ...words(64, 8)], packed), print);
    expect(dots(pieces[0])).toEqual([
      ...Array.from({ length: 4 }, () => "#".repeat(64)),
      ...Array.from({ length: 4 }, () => ".".repeat(64)),
    ]);
  });

  test("are taken as dots where they have as many bytes as dots need, or do not unpack", () => {
    const plain = graphics([112, 48, 1, 1, 49, ...words(8, 2)], [0x78, 0x9c]);
    expect(dots(paper(plain, print).pieces[0])).toEqual([".####...", "#..###.."]);
    const broken = graphics([112, 48, 1, 1, 49, ...words(8, 9)], [0x78, 0x9c, 0xff]);
    expect(paper(broken, print).pieces).toMatchObject([{ rows: 3 }]);
  });
});

test("graphics of several tones, two dots a byte, are dithered", () => {
  const tones = Uint8Array.from({ length: 8 }, () => 0x88);
  const store = graphics([112, 52, 1, 1, 49, ...words(4, 4)], tones);
  expect(
    dots(paper(store, graphics([50])).pieces[0])
      .join("")
      .replaceAll(".", ""),
  ).toHaveLength(8);
});

describe("images by number", () => {
  /** Two NV images: 8 x 8 with its left column black, 8 x 8 all black. */
  const define = bytes(
    FS,
    "q",
    2,
    words(1, 1),
    [0xff, 0, 0, 0, 0, 0, 0, 0],
    words(1, 1),
    new Uint8Array(8).fill(255),
  );

  test("FS q defines NV images, FS p prints them scaled", () => {
    const { pieces } = paper(define, [FS, 0x70, 1, 0, FS, 0x70, 2, 51, FS, 0x70, 3, 0]);
    expect(dots(pieces[0])).toEqual(Array.from({ length: 8 }, () => "#......."));
    expect(pieces[1]).toMatchObject({ width: 16, height: 16, label: "NV image 2" });
    expect(pieces[2]).toMatchObject({ kind: "placeholder", label: "NV image 3" });
  });

  test("GS * downloads an image until ESC @, GS / prints it", () => {
    const download = bytes(GS, "*", [1, 1], [1, 0, 0, 0, 0, 0, 0, 0]);
    const { pieces } = paper(download, [GS, 0x2f, 2, ESC, 0x40, GS, 0x2f, 0]);
    expect(dots(pieces[0]).at(-1)).toBe("#.......");
    expect(pieces).toMatchObject([{ height: 16 }, { kind: "placeholder", label: "downloaded image" }]);
  });

  test("wider than the paper, they are cut at its edge", () => {
    const wide = bytes(GS, "*", [40, 1], new Uint8Array(320).fill(0xff));
    expect(paper(wide, [GS, 0x2f, 0]).pieces.filter(isRaster)).toMatchObject([{ columns: 240, width: 240 }]);
    expect(paper(wide, [GS, 0x2f, 1]).pieces.filter(isRaster)).toMatchObject([{ columns: 120, width: 240 }]);
  });
});

describe("receipt enhancement (FS ( E)", () => {
  const top = [FS, 0x28, 0x45, 6, 0, 62, 2, 0x41, 0x42, 49, 0];
  const bottom = [FS, 0x28, 0x45, 5, 0, 63, 2, 0x43, 0x44, 48];
  const cut = [GS, 0x56, 0];

  test("logos are printed by themselves below each receipt and above the next", () => {
    expect(printed(top, bottom, "one\n", cut, "two\n", cut)).toEqual([
      "one",
      "bottom logo, NV graphic CD",
      "cut",
      "top logo, NV graphic AB",
      "two",
      "bottom logo, NV graphic CD",
      "cut",
    ]);
  });

  test("functions 60 and 65 end them; a logo in the print is drawn", () => {
    expect(
      printed(top, bottom, [FS, 0x28, 0x45, 6, 0, 60, 2, 48, 67, 76, 82], "one\n", cut, "two\n"),
    ).toEqual(["one", "bottom logo, NV graphic CD", "cut", "two"]);
    expect(printed(bottom, [FS, 0x28, 0x45, 4, 0, 65, 2, 49, 48], "one\n", cut)).toEqual(["one", "cut"]);
    const logo = graphics([67, 48], "CD", [1, ...words(8, 1), 49, 0xff]);
    expect(printed(logo, bottom, "one\n", cut)).toEqual(["one", "raster", "cut"]);
  });
});
