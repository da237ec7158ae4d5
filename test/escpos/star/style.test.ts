import { describe, expect, test } from "bun:test";
import { decode, type ModelId } from "../../../src/escpos/escpos.ts";
import type { TextPiece } from "../../../src/escpos/receipt.ts";
import { renderSvg } from "../../../src/render/svg.ts";
import { bytes, ESC, GS, type BytePart } from "../bytes.ts";

const RS = 0x1e;

function texts(parts: readonly BytePart[], model: ModelId = "star-tsp650ii"): TextPiece[] {
  const { pieces } = decode(bytes(...parts), { model });
  return pieces.filter((piece) => piece.kind === "text");
}

describe("the look of characters", () => {
  test.each([
    ["SO", [0x0e], { scaleX: 2, scaleY: 1 }],
    ["DC4", [0x0e, 0x14], { scaleX: 1 }],
    ["ESC SO", [ESC, 0x0e], { scaleX: 1, scaleY: 2 }],
    ["ESC DC4", [ESC, 0x0e, ESC, 0x14], { scaleY: 1 }],
    ["ESC W", [ESC, 0x57, 2], { scaleX: 3, scaleY: 1 }],
    ["ESC W by a digit", [ESC, 0x57, 0x31], { scaleX: 2 }],
    ["ESC W out of range", [ESC, 0x57, 6], { scaleX: 1 }],
    ["ESC h", [ESC, 0x68, 0x35], { scaleY: 6 }],
    ["ESC i has the height first", [ESC, 0x69, 1, 0x32], { scaleX: 3, scaleY: 2 }],
    ["ESC i with one of both out of range", [ESC, 0x69, 1, 9], { scaleX: 1, scaleY: 1 }],
    ["ESC E takes no parameter", [ESC, 0x45], { bold: true }],
    ["ESC F", [ESC, 0x45, ESC, 0x46], { bold: false }],
    ["ESC -", [ESC, 0x2d, 0x31], { underline: 2, overline: 0 }],
    ["ESC - as for a thick line", [ESC, 0x2d, 2], { underline: 2 }],
    ["ESC - off", [ESC, 0x2d, 1, ESC, 0x2d, 0], { underline: 0 }],
    ["ESC _", [ESC, 0x5f, 1], { underline: 0, overline: 2 }],
    ["ESC 4", [ESC, 0x34], { reverse: true, color: 1 }],
    ["ESC 5", [ESC, 0x34, ESC, 0x35], { reverse: false }],
    ["ESC M, 12 dots", [ESC, 0x3a, ESC, 0x4d], { spacing: 0 }],
    ["ESC g, 14 dots", [ESC, 0x67], { spacing: 2 }],
    ["ESC P, 15 dots", [ESC, 0x50], { spacing: 3 }],
    ["ESC :, 16 dots", [ESC, 0x3a], { spacing: 4 }],
    ["ESC SP", [ESC, 0x20, 5], { spacing: 5 }],
    ["ESC RS F", [ESC, RS, 0x46, 1], { font: "B", cellWidth: 9, cellHeight: 24 }],
    ["ESC RS F by a digit", [ESC, RS, 0x46, 0x31, ESC, RS, 0x46, 0x30], { font: "A", cellWidth: 12 }],
    ["ESC RS c", [ESC, RS, 0x63, 1], { color: 2 }],
    ["ESC RS i", [ESC, RS, 0x69, 1], { rotated: true }],
    ["ESC GS b", [ESC, 0x57, 1, ESC, GS, 0x62, 1], { smooth: true }],
    ["SI", [0x0f], { upsideDown: true }],
    ["DC2", [0x0f, 0x12], { upsideDown: false }],
    ["ESC @", [ESC, 0x69, 1, 1, ESC, 0x45, ESC, 0x40], { scaleX: 1, scaleY: 1, bold: false }],
    ["CAN", [ESC, 0x34, 0x18], { reverse: false }],
  ] as [string, number[], object][])("%s", (_, commands, style) => {
    expect(texts([commands, "A\n"])[0]?.style).toMatchObject(style);
  });

  test.each([
    ["ESC 4 is red", [ESC, 0x34], { reverse: false, color: 2 }],
    ["ESC 5 is black", [ESC, 0x34, ESC, 0x35], { color: 1 }],
    [
      "without two colours ESC 4 is white on black",
      [ESC, RS, 0x43, 0, ESC, 0x34],
      { reverse: true, color: 1 },
    ],
    ["two colours outlive ESC @", [ESC, RS, 0x43, 0, ESC, 0x40, ESC, 0x34], { reverse: true, color: 1 }],
    ["ESC GS 4 chooses as well", [ESC, GS, 0x34, 0x31, 0x30, ESC, 0x34], { reverse: true }],
    ["ESC P is the second font", [ESC, 0x50], { font: "B", spacing: 0 }],
    ["ESC : is the second font, wider", [ESC, 0x3a], { font: "B", spacing: 6 }],
    ["ESC M is the first", [ESC, 0x50, ESC, 0x4d], { font: "A", spacing: 0 }],
  ] as [string, number[], object][])("impact: %s", (_, commands, style) => {
    expect(texts([commands, "A\n"], "star-sp700")[0]?.style).toMatchObject(style);
  });

  test("double width stays over the end of a line", () => {
    expect(texts([[0x0e], "A\nB", [0x14], "C\n"]).map(({ style }) => style.scaleX)).toEqual([2, 2, 1]);
  });

  test("a line over the characters is drawn", () => {
    const svg = renderSvg(decode(bytes([ESC, 0x5f, 1], "AB\n"), { model: "star-tsp650ii" }));
    expect(svg).toContain('<rect x="0" y="0" width="24" height="2"/>');
  });

  test("red is drawn red", () => {
    const svg = renderSvg(decode(bytes([ESC, 0x34], "RARE\n"), { model: "star-sp700" }));
    expect(svg).toContain('fill="#c00">RARE</text>');
  });
});
