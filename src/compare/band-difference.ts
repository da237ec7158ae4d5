import type { Rectangle } from "../escpos/receipt.ts";
import { Canvas } from "../render/paint/canvas.ts";
import { columnsWithInk, rowsWithInk } from "./ink-rows.ts";
import { type Band, type Paper, rowsOf } from "./paper-band.ts";

/** White dots between two boxes of dots that differ: nearer ones are one box. */
const ROW_GAP = 6;
const COLUMN_GAP = 12;

/** A band of a paper. */
export interface PlacedBand {
  readonly paper: Paper;
  readonly band: Band;
}

/**
 * Where the dots of two bands differ, their tops one on the other: boxes in dots from the top of the bands. What does not
 * count is white.
 * @param tolerance dots: ink differs only where the other paper has none so near
 */
export function differingBoxes(a: PlacedBand, b: PlacedBand, tolerance: number): Rectangle[] {
  if (a.band.kind !== "ink" || b.band.kind !== "ink" || a.band.key === b.band.key) return [];
  const differing = new Canvas(
    Math.max(a.paper.receipt.widthDots, b.paper.receipt.widthDots),
    Math.max(a.band.height, b.band.height),
  );
  for (const plane of [0, 1] as const) {
    const [one, other] = [dotsOf(a, plane, differing), dotsOf(b, plane, differing)];
    if (one === null && other === null) continue;
    const white = new Canvas(differing.columns, differing.rows);
    addDifferences(differing, one ?? white, other ?? white, tolerance);
  }
  return boxesOf(differing);
}

/** The dots of a band on a picture that is large enough for both; `null` where it has no such plane. */
function dotsOf({ paper, band }: PlacedBand, plane: 0 | 1, size: Canvas): Canvas | null {
  const canvas = paper.planes[plane];
  if (canvas === null) return null;
  const dots = new Canvas(size.columns, size.rows);
  dots.blit(rowsOf(canvas, band.y, band.height, band.ignored), 0, 0);
  return dots;
}

function addDifferences(differing: Canvas, a: Canvas, b: Canvas, tolerance: number): void {
  const [nearA, nearB] = tolerance === 0 ? [a, b] : [spread(a, tolerance), spread(b, tolerance)];
  for (const index of differing.bytes.keys()) {
    const [one = 0, other = 0] = [a.bytes[index], b.bytes[index]];
    if (one === other) continue;
    const apart = (one & ~(nearB.bytes[index] ?? 0)) | (other & ~(nearA.bytes[index] ?? 0));
    differing.bytes[index] = (differing.bytes[index] ?? 0) | apart;
  }
}

/** A picture with ink in all dots that have some so near, across and along. */
function spread(canvas: Canvas, dots: number): Canvas {
  const across = new Canvas(canvas.columns, canvas.rows);
  for (let x = -dots; x <= dots; x++) across.blit(canvas, x, 0);
  const all = new Canvas(canvas.columns, canvas.rows);
  for (let y = -dots; y <= dots; y++) all.blit(across, 0, y);
  return all;
}

/** Boxes around the dots of a picture, near ones together. */
function boxesOf(canvas: Canvas): Rectangle[] {
  const boxes: Rectangle[] = [];
  for (const { y, end } of rowsWithInk(canvas, 0, canvas.rows, ROW_GAP))
    for (const run of columnsWithInk(canvas, y, end, COLUMN_GAP))
      boxes.push({ x: run.x, y, width: run.end - run.x, height: end - y });
  return boxes;
}
