import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { fromDots, type Raster } from "../../../src/escpos/raster.ts";
import { isBlack } from "../../../src/escpos/raster-dots.ts";
import { contoursOf, type Contour } from "../../../src/render/web-font/contours.ts";

function pictureOf(...rows: readonly string[]): Raster {
  return fromDots(rows[0]?.length ?? 0, rows.length, (row, column) => rows[row]?.[column] === "#");
}

describe("lines around dots", () => {
  test.each<[title: string, rows: readonly string[], contours: readonly Contour[]]>([
    ["nothing", ["..", ".."], []],
    ["a dot, clockwise", ["...", ".#."], [[1, 1, 2, 1, 2, 2, 1, 2]]],
    ["a bar has four corners", ["####"], [[0, 0, 4, 0, 4, 1, 0, 1]]],
    [
      "a hole, the other way round",
      ["###", "#.#", "###"],
      [
        [0, 0, 3, 0, 3, 3, 0, 3],
        [1, 2, 2, 2, 2, 1, 1, 1],
      ],
    ],
    [
      "dots that touch at a corner are two",
      ["#.", ".#"],
      [
        [0, 0, 1, 0, 1, 1, 0, 1],
        [1, 1, 2, 1, 2, 2, 1, 2],
      ],
    ],
  ])("%s", (_title, rows, contours) => {
    const drawn = contoursOf(pictureOf(...rows)).map(fromHighest);
    expect(drawn.toSorted(byStart)).toEqual(contours.map(fromHighest).toSorted(byStart));
  });
});

test("any picture is what its lines wind around once", () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }), { minLength: 1, maxLength: 9 }),
      (rows) => {
        const picture = fromDots(9, rows.length, (row, column) => rows[row]?.[column] === true);
        const contours = contoursOf(picture);
        for (let y = 0; y < picture.rows; y++) {
          for (let x = 0; x < picture.columns; x++) {
            expect(windings(contours, x + 0.5, y + 0.5)).toBe(isBlack(picture, x, y) ? 1 : 0);
          }
        }
      },
    ),
  );
});

/** The same line, begun at the point that is highest and furthest left. */
function fromHighest(contour: Contour): Contour {
  const points = Array.from({ length: contour.length / 2 }, (_, at) => contour.slice(2 * at, 2 * at + 2));
  const place = ([x = 0, y = 0]: readonly number[]): number => y * 1_000 + x;
  const first = points.reduce((best, point, at) => (place(point) < place(points[best] ?? []) ? at : best), 0);
  return [...points.slice(first), ...points.slice(0, first)].flat();
}

function byStart(one: Contour, other: Contour): number {
  return (one[1] ?? 0) - (other[1] ?? 0) || (one[0] ?? 0) - (other[0] ?? 0);
}

/** How often lines go clockwise around a point: edges that cross a ray to the right of it. */
function windings(contours: readonly Contour[], x: number, y: number): number {
  let sum = 0;
  for (const contour of contours) {
    for (let at = 0; at < contour.length; at += 2) {
      const [left = 0, from = 0] = [contour[at], contour[at + 1]];
      const to = contour[(at + 3) % contour.length] ?? 0;
      if (left > x && from !== to && Math.min(from, to) < y && y < Math.max(from, to))
        sum += to > from ? 1 : -1;
    }
  }
  return sum;
}
