import { describe, expect, test } from "bun:test";
import { decode, type Receipt } from "../../../src/escpos/escpos.ts";
import { MAXIMUM_JOINED_ROWS, MAXIMUM_PAPER_LENGTH_DOTS } from "../../../src/escpos/limits.ts";
import { renderText } from "../../../src/render/text.ts";
import { bytes, ESC, FF, LF, type BytePart } from "../bytes.ts";
import { dots, isRaster } from "../dots.ts";

/** On paper of 240 dots. */
const paper = (...parts: BytePart[]): Receipt => decode(bytes(...parts), { columns: 20 });

const ENTER = bytes(ESC, "*rA");
const QUIT = bytes(ESC, "*rB");

/** A setting of raster mode. */
const set = (letter: string, n: number | string): Uint8Array => bytes(ESC, "*r", letter, String(n), 0);

const row = (...data: number[]): Uint8Array => bytes("b", [data.length, 0], data);

const cuts = ({ pieces }: Receipt) =>
  pieces.flatMap((piece) => (piece.kind === "cut" ? [[piece.cut, piece.y]] : []));
const pictures = ({ pieces }: Receipt) => pieces.filter(isRaster);

describe("rows", () => {
  test("they are one picture with a label, as wide as its widest row", () => {
    const receipt = paper(ENTER, row(0x80), row(0x01, 0xff), row(), row(0xaa), QUIT);
    expect(pictures(receipt)).toMatchObject([
      { x: 0, y: 0, columns: 16, rows: 4, scaleX: 1, scaleY: 1, label: "picture, 16×4 dots" },
    ]);
    expect(dots(receipt.pieces[0])).toEqual([
      "#...............",
      ".......#########",
      "................",
      "#.#.#.#.........",
    ]);
    expect(renderText(receipt)).toContain("[picture, 16×4 dots]");
  });

  test("their bytes are known to have made them", () => {
    const receipt = paper(ENTER, row(0x80), row(0x01), QUIT);
    expect(pictures(receipt)).toMatchObject([{ from: 4, to: 12 }]);
  });

  test("b and k are letters outside of raster mode, and nothing else is text inside", () => {
    const receipt = paper(ESC, "E", "bk\n", ENTER, "AB", row(0x80), "CD\n", QUIT, "kb\n");
    expect(receipt.pieces.map(({ kind }) => kind)).toEqual(["text", "raster", "cut", "text"]);
    expect(receipt.notes).toEqual([]);
  });

  test("one wider than the paper or than its margins is cut", () => {
    const wide = bytes("b", [40, 0], new Uint8Array(40).fill(0xff));
    expect(pictures(paper(ENTER, wide, QUIT))).toMatchObject([{ columns: 240 }]);
    const receipt = paper(ENTER, set("ml", 2), set("mr", 3), wide, QUIT);
    expect(pictures(receipt)).toMatchObject([{ x: 16, columns: 240 - 40 }]);
  });

  test("k puts dots over those of its row, which b ends", () => {
    const receipt = paper(ENTER, "k", [1, 0, 0x80], "k", [2, 0, 0x01, 0x80], row(0x10), row(0x02), QUIT);
    expect(dots(receipt.pieces[0])).toEqual(["#..#...##.......", "......#........."]);
  });

  test("a row that only k filled is printed at the end", () => {
    expect(dots(paper(ENTER, "k", [1, 0, 0xf0]).pieces[0])).toEqual(["####...."]);
  });

  test("entering it again loses no row, and no cut", () => {
    const receipt = paper(ENTER, row(0x80), ENTER, QUIT);
    expect(dots(receipt.pieces[0])).toEqual(["#......."]);
    expect(cuts(receipt)).toEqual([["partial", 1]]);
  });

  test("rows of the second colour are a picture over the first", () => {
    const receipt = paper(ENTER, row(0x80), set("K", 1), "k", [1, 0, 0x0f], set("K", 0), row(0xf0), QUIT);
    expect(pictures(receipt).map((piece) => [piece.color, dots(piece)])).toEqual([
      [undefined, ["#.......", "####...."]],
      [2, ["........", "....####"]],
    ]);
    expect(receipt.heightDots).toBe(2);
  });

  test("ESC * r C drops what is not printed", () => {
    expect(dots(paper(ENTER, row(0x80), ESC, "*rC", row(0x01), QUIT).pieces[0])).toEqual([".......#"]);
  });
});

describe("the height of the paper is rows and what ESC * r Y moves", () => {
  test.each([
    ["before and behind", [set("Y", 30), row(0x80), row(0x80), set("Y", 24)], [30], 56],
    ["a short gap is part of the picture", [row(0x80), set("Y", 40), row(0x80)], [0], 42],
    ["a long one parts two", [row(0x80), set("Y", 200), row(0x80)], [0, 201], 202],
    ["one in an open row moves from it", ["k", [1, 0, 0x80], set("Y", 8), row(0x80)], [0], 9],
    ["no digits, no move", [row(0x80), set("Y", ""), row(0x80)], [0], 2],
  ] as const)("%s", (_, parts, tops, height) => {
    const receipt = paper(ENTER, set("E", 1), ...parts, QUIT);
    expect(pictures(receipt).map(({ y }) => y)).toEqual([...tops]);
    expect(receipt.heightDots).toBe(height);
  });

  test("text before and behind stands on lines of its own", () => {
    const receipt = paper("A", ENTER, set("E", 1), row(0x80), QUIT, "B\n");
    expect(receipt.pieces.map(({ kind, y }) => [kind, y])).toEqual([
      ["text", 0],
      ["raster", 32],
      ["text", 33],
    ]);
  });
});

describe("ends of pages", () => {
  const END = [ESC, FF, 4] as const;
  const PAGE = [ESC, FF, 0] as const;

  test.each([
    ["quitting cuts", [row(0x80), set("Y", 24), QUIT], [["partial", 25]]],
    ["quitting with nothing on it does not", [QUIT], []],
    ["nor with a move alone", [set("Y", 24), QUIT], []],
    ["ESC * r E 1 prevents it", [set("E", 1), row(0x80), QUIT], []],
    ["and comes too late behind a row", [row(0x80), set("E", 1), QUIT], [["partial", 1]]],
    ["ESC FF EOT cuts, and quitting not again", [row(0x80), ...END, QUIT], [["partial", 1]]],
    [
      "ESC FF NUL cuts as well",
      [row(0x80), ...PAGE, row(0x80), QUIT],
      [
        ["partial", 1],
        ["partial", 2],
      ],
    ],
    [
      "each page by its mode",
      [set("F", 8), set("E", 9), row(0x80), ...PAGE, row(0x80), ...END],
      [
        ["full", 1],
        ["full", 2],
      ],
    ],
    ["ESC * r F 1 only prints", [set("F", 1), row(0x80), ...PAGE, row(0x80), QUIT], [["partial", 2]]],
    [
      "a page has its length",
      [set("P", 300), row(0x80), ...PAGE, row(0x80), QUIT],
      [
        ["partial", 300],
        ["partial", 600],
      ],
    ],
    ["an unknown mode changes nothing", [set("E", 7), row(0x80), QUIT], [["partial", 1]]],
    ["entering sets the modes back", [set("E", 1), QUIT, ENTER, row(0x80), QUIT], [["partial", 1]]],
    ["rows without an end are printed, not cut", [row(0x80)], []],
  ] as const)("%s", (_, parts, expected) => {
    expect(cuts(paper(ENTER, ...parts))).toEqual(expected.map((cut) => [...cut]));
  });

  test("CUPS: the third byte of ESC FF is the next page's first, or the last of the job", () => {
    const begin = bytes([ESC, 0x40], ESC, "*rR", ENTER, set("F", 9), set("E", 13), set("D", 1));
    const page = bytes(0, set("Y", 4), row(0xff), row(0x81), set("Y", 1), ESC, FF);
    const receipt = paper(begin, page, page, 4, QUIT, new Uint8Array(128));
    expect(cuts(receipt)).toEqual([
      ["full", 7],
      ["partial", 14],
    ]);
    expect(receipt).toMatchObject({ language: "star-line", notes: [], events: [{ kind: "drawer", y: 0 }] });
  });
});

describe("limits", () => {
  test("a long picture is in pieces, and nothing of it is missing", () => {
    const rows = MAXIMUM_JOINED_ROWS + 10;
    const receipt = paper(ENTER, set("E", 1), ...Array.from({ length: rows }, () => row(0x80)), QUIT);
    expect(pictures(receipt).map((piece) => piece.rows)).toEqual([MAXIMUM_JOINED_ROWS, 10]);
    expect(receipt).toMatchObject({ heightDots: rows, notes: [] });
  });

  test("moves are no longer than paper", () => {
    const receipt = paper(ENTER, row(0x80), set("Y", "9".repeat(300)), row(0x80), QUIT, "A", LF);
    expect(receipt.heightDots).toBeLessThanOrEqual(MAXIMUM_PAPER_LENGTH_DOTS + 1);
    expect(receipt.truncated).toBe(true);
  });
});
