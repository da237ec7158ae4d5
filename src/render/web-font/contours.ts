import type { Raster } from "../../escpos/raster.ts";
import { isBlack } from "../../escpos/raster-dots.ts";

/** The corners of a closed line along the edges of dots: x and y of each in turn, in dots from the top left. */
export type Contour = readonly number[];

/** Directions of an edge, clockwise: right, down, left, up. */
const STEPS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

/**
 * The lines around the black dots of a picture, each clockwise around ink and anticlockwise around a hole, as TrueType wants
 * them. Dots that only touch at a corner have lines of their own.
 */
export function contoursOf(raster: Raster): Contour[] {
  const edges = edgesOf(raster);
  const width = raster.columns + 1;
  const contours: Contour[] = [];
  for (let start = 0; start < edges.length; start++) {
    // Every line has an edge to the right: above the highest dots of ink, or below those of a hole.
    while (((edges[start] ?? 0) & 1) !== 0) contours.push(walk(edges, width, start));
  }
  return contours;
}

/** The edges that begin at each corner of the dots, as bits of their directions; ink lies to the right of each. */
function edgesOf(raster: Raster): Uint8Array {
  const { columns, rows } = raster;
  const width = columns + 1;
  const edges = new Uint8Array(width * (rows + 1));
  const add = (corner: number, direction: number): void => {
    edges[corner] = (edges[corner] ?? 0) | (1 << direction);
  };
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      if (!isBlack(raster, x, y)) continue;
      const corner = y * width + x;
      if (!isBlack(raster, x, y - 1)) add(corner, 0);
      if (!isBlack(raster, x + 1, y)) add(corner + 1, 1);
      if (!isBlack(raster, x, y + 1)) add(corner + width + 1, 2);
      if (!isBlack(raster, x - 1, y)) add(corner + width, 3);
    }
  }
  return edges;
}

/** Follows edges from a corner until it is reached again, and takes them away. */
function walk(edges: Uint8Array, width: number, start: number): Contour {
  const points: number[] = [];
  let corner = start;
  let direction = -1;
  do {
    const next = nextDirection(edges[corner] ?? 0, direction);
    if (next !== direction) points.push(corner % width, Math.floor(corner / width));
    direction = next;
    edges[corner] = (edges[corner] ?? 0) & ~(1 << direction);
    const [right, down] = STEPS[direction] ?? STEPS[0];
    corner += right + down * width;
  } while (corner !== start);
  return points;
}

/** Where a line goes on: to the right before straight on, so that it stays with its dots where two touch at a corner. */
function nextDirection(edges: number, direction: number): number {
  if (direction < 0) return 0;
  for (const turn of [1, 0, 3]) {
    const next = (direction + turn) & 3;
    if ((edges & (1 << next)) !== 0) return next;
  }
  return direction;
}
