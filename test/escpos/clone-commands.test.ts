import { describe, expect, test } from "bun:test";
import { decode, tokenize } from "../../src/escpos/escpos.ts";
import { bytes, ESC, GS, type BytePart } from "./bytes.ts";

const styles = (...parts: BytePart[]) =>
  decode(bytes(...parts), { columns: 48 }).pieces.flatMap((piece) =>
    piece.kind === "text" ? [{ text: piece.text, ...piece.style, x: piece.x, y: piece.y }] : [],
  );

const events = (...parts: BytePart[]): string[] =>
  decode(bytes(...parts), { columns: 48 }).events.map(({ kind }) => kind);

describe("clones", () => {
  test.each([
    [
      "ESC E and ESC F without parameters",
      ["\x1bEBold\x1bF", "plain\n"],
      [
        { text: "Bold", bold: true },
        { text: "plain", bold: false },
      ],
    ],
    [
      "ESC E with its parameter",
      [[ESC, 0x45, 1], "Bold", [ESC, 0x45, 0x30], "plain\n"],
      [
        { text: "Bold", bold: true },
        { text: "plain", bold: false },
      ],
    ],
    [
      "SO and DC4",
      ["\x0eWide\x14plain\n"],
      [
        { text: "Wide", scaleX: 2 },
        { text: "plain", scaleX: 1 },
      ],
    ],
    [
      "ESC SO and ESC DC4",
      ["\x1b\x0eWide\x1b\x14plain\n"],
      [
        { text: "Wide", scaleX: 2 },
        { text: "plain", scaleX: 1 },
      ],
    ],
    [
      "SI and DC2",
      ["\x0fsmall\x12plain\n"],
      [
        { text: "small", font: "B" },
        { text: "plain", font: "A" },
      ],
    ],
    [
      "ESC W and ESC d of Vox",
      ["\x1bW\x01\x1bd\x01Large\x1bd\x00\x1bW\x00plain\n"],
      [
        { text: "Large", scaleX: 2, scaleY: 2 },
        { text: "plain", scaleX: 1, scaleY: 1 },
      ],
    ],
    [
      "SO and ESC d of Citizen mobile printers",
      ["\x0e\x1bd1Large\x1bd0\x14plain\n"],
      [
        { text: "Large", scaleX: 2, scaleY: 2 },
        { text: "plain", scaleX: 1, scaleY: 1 },
      ],
    ],
    [
      "SO and ESC w of Daruma",
      ["\x0e\x1bw1Large\x1bw0\x14plain\n"],
      [
        { text: "Large", scaleX: 2, scaleY: 2 },
        { text: "plain", scaleX: 1, scaleY: 1 },
      ],
    ],
    [
      "ESC j",
      ["\x1bj1mid\n\x1bj0left\n"],
      [
        { text: "mid", x: 270 },
        { text: "left", x: 0 },
      ],
    ],
    ["ESC d feeds where nothing was widened", [[ESC, 0x64, 1], "A\n"], [{ text: "A", y: 30 }]],
    [
      "a setting is skipped, text behind it is not",
      [[ESC, 0x23, 5], "A", [ESC, 0x7e], "B\n"],
      [{ text: "AB" }],
    ],
  ] as [string, BytePart[], object[]][])("%s", (_title, parts, expected) => {
    expect(styles(...parts)).toMatchObject(expected);
  });

  test("DC2 * of small printers is a picture; DC2 before text ends condensed print", () => {
    const { pieces } = decode(bytes([0x12, 0x2a, 2, 1, 0xaa, 0x55], "A\n"), { columns: 48 });
    expect(pieces).toMatchObject([{ kind: "raster", columns: 8, rows: 2 }, { text: "A" }]);
    expect(styles("\x0fa\x12*** b #12\n")).toMatchObject([{ font: "B" }, { text: "*** b #12", font: "A" }]);
    expect(styles("\x0fa\x12#12 quick\n")).toMatchObject([{ font: "B" }, { text: "#12 quick", font: "A" }]);
    expect(styles("A", [0x12, 0x71, 0], "\n")).toMatchObject([{ text: "A" }]);
  });

  test("ESC W with an area is page mode's", () => {
    const [command] = tokenize(bytes([ESC, 0x57, 0, 0, 0, 0, 0x40, 2, 0xc4, 5]));
    expect(command).toMatchObject({ name: "ESC W", length: 10 });
  });

  test("Bematech: ESC v kicks the drawer in its own command set only", () => {
    expect(events([GS, 0xf9, 0x35, 0x30, ESC, 0x76, 0x78])).toEqual(["drawer"]);
    expect(events([ESC, 0x76], "x\n")).toEqual([]);
    const { events: own } = decode(bytes([ESC, 0x76, 0x78]), { columns: 48, profile: "bematech" });
    expect(own).toHaveLength(1);
  });
});
