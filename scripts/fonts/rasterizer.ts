/** A point in dots from the top left corner of the cell. */
type Point = readonly [x: number, y: number];

/** Straight pieces of one quadratic curve: letters are small, so few are enough. */
const CURVE_PIECES = 8;

/** Samples a dot in each direction. */
const SAMPLES = 8;

/** The outline of a glyph as closed polygons; `place` turns font units into dots. */
export function polygonsOf(
  commands: readonly { readonly command: string; readonly args: readonly number[] }[],
  place: (x: number, y: number) => Point,
): Point[][] {
  const polygons: Point[][] = [];
  let polygon: Point[] = [];
  let [x, y] = [0, 0];
  for (const { command, args } of commands) {
    const [a = 0, b = 0, c = 0, d = 0] = args;
    if (command === "moveTo") {
      polygon = [place(a, b)];
      polygons.push(polygon);
      [x, y] = [a, b];
    } else if (command === "lineTo") {
      polygon.push(place(a, b));
      [x, y] = [a, b];
    } else if (command === "quadraticCurveTo") {
      for (let piece = 1; piece <= CURVE_PIECES; piece++) {
        const t = piece / CURVE_PIECES;
        const s = 1 - t;
        polygon.push(place(s * s * x + 2 * s * t * a + t * t * c, s * s * y + 2 * s * t * b + t * t * d));
      }
      [x, y] = [c, d];
    } else if (command !== "closePath") {
      throw new Error(`outline: ${command} is not used by TrueType fonts`);
    }
  }
  return polygons;
}

/** The inked part, 0 to 1, of each dot of a cell, row by row; `shift` moves the outline right, in dots. */
export function coverage(
  polygons: readonly (readonly Point[])[],
  width: number,
  height: number,
  shift: number,
): Float64Array {
  const result = new Float64Array(width * height);
  const columns = width * SAMPLES;
  const winding = new Int16Array(columns + 1);
  for (let line = 0; line < height * SAMPLES; line++) {
    winding.fill(0);
    const level = (line + 0.5) / SAMPLES;
    for (const polygon of polygons) addCrossings(polygon, level, shift, winding);
    let inside = 0;
    const row = Math.floor(line / SAMPLES) * width;
    for (let column = 0; column < columns; column++) {
      inside += winding[column] ?? 0;
      if (inside !== 0) result[row + Math.floor(column / SAMPLES)]! += 1 / (SAMPLES * SAMPLES);
    }
  }
  return result;
}

/** Marks where a polygon crosses the line `level`: winding changes from that sample on. */
function addCrossings(polygon: readonly Point[], level: number, shift: number, winding: Int16Array): void {
  let from = polygon.at(-1);
  for (const to of polygon) {
    if (from !== undefined && from[1] <= level !== to[1] <= level) {
      const x = from[0] + ((to[0] - from[0]) * (level - from[1])) / (to[1] - from[1]) + shift;
      const column = Math.min(winding.length - 1, Math.max(0, Math.ceil(x * SAMPLES - 0.5)));
      winding[column]! += from[1] < to[1] ? 1 : -1;
    }
    from = to;
  }
}
