import type { Receipt, Rectangle } from "../escpos/receipt.ts";
import { renderSvg } from "../render/svg.ts";
import type { Both, Comparison } from "./comparison.ts";
import { colourOf, MARK_COLOURS } from "./marks.ts";
import { markedAreas } from "./picture.ts";

/** Pixels around and between the two papers. */
const SPACE = 24;

/**
 * Two papers side by side as an SVG document, with what differs marked on both, and what does not count shaded. Presentation
 * attributes only, like the drawing of one receipt.
 */
export function comparisonDrawing(receipts: Both<Receipt>, comparison: Comparison): string {
  const sides = (["a", "b"] as const).map((side) => {
    const receipt = receipts[side];
    const { line } = MARK_COLOURS[side];
    const areas = comparison.differences.flatMap((difference) => markedAreas(difference, side, receipt));
    const marks =
      boxes(comparison.ignored[side], `fill="${colourOf(MARK_COLOURS.ignored)}" fill-opacity=".7"`) +
      boxes(areas, `fill="${colourOf(line)}" fill-opacity=".15" stroke="${colourOf(line)}" stroke-width="2"`);
    return drawnSide(receipt, marks);
  });
  const width = sides.reduce((sum, side) => sum + side.width + SPACE, SPACE);
  const height = Math.max(...sides.map((side) => side.height)) + 2 * SPACE;
  let left = SPACE;
  const drawings = sides.map((side) => {
    const drawing = `<svg x="${left}" y="${SPACE}" ${side.drawing.slice("<svg ".length)}`;
    left += side.width + SPACE;
    return drawing;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<rect width="${width}" height="${height}" fill="${colourOf(MARK_COLOURS.around)}"/>${drawings.join("")}</svg>`
  );
}

function drawnSide(receipt: Receipt, marks: string) {
  const drawing = renderSvg(receipt, { paper: true });
  const [, width = "0", height = "0"] = / width="([\d.]+)" height="([\d.]+)"/.exec(drawing) ?? [];
  return {
    width: Number(width),
    height: Number(height),
    drawing: `${drawing.slice(0, -"</svg>".length)}<g>${marks}</g></svg>`,
  };
}

function boxes(areas: readonly Rectangle[], look: string): string {
  return areas
    .map(({ x, y, width, height }) => `<rect x="${x}" y="${y}" width="${width}" height="${height}" ${look}/>`)
    .join("");
}
