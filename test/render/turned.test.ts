import { describe, expect, test } from "bun:test";
import { decode } from "../../src/escpos/escpos.ts";
import { renderJson } from "../../src/render/json.ts";
import { renderSvg } from "../../src/render/svg.ts";
import { renderText } from "../../src/render/text.ts";
import { bytes, ESC, FF, GS, samplePage, type BytePart } from "../escpos/bytes.ts";

/** Counts whole dots along the paper. */
const PRINTER = { columns: 20, model: "generic-80mm" } as const;

const svg = (...parts: BytePart[]): string => renderSvg(decode(bytes(...parts), PRINTER));
const text = (...parts: BytePart[]): string => renderText(decode(bytes(...parts), PRINTER));
const FITTED = 'lengthAdjust="spacingAndGlyphs"';

/** A page of 100 x 60 dots whose lines run in a direction (ESC T). */
const page = (direction: number, ...parts: BytePart[]): Uint8Array =>
  bytes([ESC, 0x4c, ESC, 0x54, direction, ESC, 0x57, 0, 0, 0, 0, 100, 0, 60, 0], ...parts, [FF]);

describe("SVG: a run is drawn upright, then turned into its box", () => {
  test.each([
    [0, `<text x="0" y="20" textLength="24" ${FITTED}>AB</text>`],
    [1, `<text x="0" y="20" transform="translate(0 60) rotate(270)" textLength="24" ${FITTED}>AB</text>`],
    [2, `<text x="76" y="56" transform="rotate(180 88 48)" textLength="24" ${FITTED}>AB</text>`],
    [3, `<text x="0" y="20" transform="translate(100 0) rotate(90)" textLength="24" ${FITTED}>AB</text>`],
  ])("direction %d", (direction, expected) => {
    expect(svg(page(direction, "AB"))).toContain(expected);
  });

  test("its underline turns with it; white on black fills its box", () => {
    expect(svg(page(1, [ESC, 0x2d, 2], "A"))).toContain(
      '<rect x="0" y="22" width="12" height="2" transform="translate(0 60) rotate(270)"/>',
    );
    expect(svg(page(3, [GS, 0x42, 1], "A"))).toContain('<rect x="76" y="0" width="24" height="12"/>');
  });

  test("ESC V turns each character about its own foot", () => {
    expect(svg([ESC, 0x56, 1], "AB\n")).toContain('<text x="4 29" y="0" rotate="90">AB</text>');
    expect(svg([ESC, 0x56, 1, GS, 0x21, 0x12], "A\n")).toContain(
      '<text x="4" y="0" rotate="90" transform="scale(3 2)">A</text>',
    );
  });
});

describe("SVG: ink", () => {
  test.each([
    ["ESC r", bytes(ESC, "r", 1, "A\n"), `textLength="12" ${FITTED} fill="#c00">A</text>`],
    [
      "white on red",
      bytes(ESC, "r", 1, GS, "B", 1, "A\n"),
      '<rect x="0" y="0" width="12" height="24" fill="#c00"/>',
    ],
    [
      "background",
      bytes(GS, "(N", 2, 0, "12A\n"),
      '<rect x="0" y="0" width="12" height="24" fill="#c00"/><text x="0" y="20"',
    ],
    ["shadow", bytes(GS, "(N", 3, 0, "212A\n"), '<text x="1" y="21" textLength="12"'],
    ["italic", bytes(ESC, "a", 0, ESC, "4A\n"), 'font-style="italic">A</text>'],
    ["no ink", bytes(GS, "(N", 2, 0, "00A\n"), 'fill="none">A</text>'],
    ["user-defined characters", bytes(samplePage()), 'aria-label="A"'],
    ["stored graphics", bytes(samplePage()), 'aria-label="NV graphic AB"'],
  ])("%s", (_title, input, expected) => {
    expect(svg(input)).toContain(expected);
  });
});

describe("SVG: box drawing fills its cells", () => {
  test("lines are drawn, and their characters stay to be copied", () => {
    const drawn = svg([ESC, 0x74, 0], "\xb3a\xc4\xc4\n");
    expect(drawn).toContain(
      '<path transform="translate(0 0)" shape-rendering="crispEdges" d="M5 0h2v11H5zM5 11h2v2H5zM24 11h24v2H24zM5 13h2v11H5z"/>',
    );
    expect(drawn).toContain('<tspan fill="none">│</tspan>a<tspan fill="none">──</tspan></text>');
  });

  test("in their place, size and direction", () => {
    expect(svg([GS, 0x21, 0x11], "\xc4\n")).toContain('<path transform="translate(0 0) scale(2 2)"');
    expect(svg(page(1, "\xc4"))).toContain('<path transform="translate(0 60) rotate(270) translate(0 0)"');
  });
});

describe("text", () => {
  test.each([
    ["a page without a foot", bytes([ESC, 0x4c], "A\n\nB", [FF]), "A\n\nB\n"],
    ["a page below a line", bytes("top\n", page(0, "A"), "below\n"), "top\nA\n\nbelow\n"],
    [
      "rules of a page",
      bytes([ESC, 0x4c, GS, 0x28, 0x51, 12, 0, 48, 24, 0, 9, 0, 72, 0, 9, 0, 1, 1, 48, FF]),
      "  ----\n",
    ],
    ["characters turned by ESC V", bytes([ESC, 0x56, 1], "AB\n"), "AB\n"],
    // The area ends 140 dots before the edge from which the turned line is read.
    ["a page in two directions", bytes(page(0, "up", [ESC, 0x54, 2], "down")), "up\n            down\n"],
  ])("%s", (_title, input, expected) => {
    expect(text(input)).toBe(expected);
  });
});

test("JSON has the box of a piece as it is read", () => {
  const receipt = decode(page(1, "AB"), PRINTER);
  const { pieces } = JSON.parse(renderJson(receipt)) as { pieces: unknown[] };
  expect(pieces).toMatchObject([
    { x: 0, y: 36, width: 24, height: 24, baseline: 20, reading: { x: 0, y: 0, width: 24, height: 24 } },
  ]);
});
