import { isBlack, setBlack } from "../escpos/raster-dots.ts";
import { blank } from "../escpos/raster-transform.ts";
import type { Raster } from "../escpos/raster.ts";

/**
 * A picture at another size. A dot is black where enough is of what it stands for: half of it, less where the picture
 * becomes smaller, so that a stroke of one dot that falls between two of them is not lost.
 */
export function resized(raster: Raster, columns: number, rows: number): Raster {
  if (columns === raster.columns && rows === raster.rows) return raster;
  const result = blank(columns, rows);
  const [stepX, stepY] = [raster.columns / columns, raster.rows / rows];
  const enough = (stepX * stepY) / (2 * Math.max(1, stepX, stepY));
  const across = coveringOf(columns, stepX, raster.columns);
  const line = new Float64Array(raster.columns);
  for (let y = 0; y < rows; y++) {
    line.fill(0);
    if (!addRows(raster, y * stepY, (y + 1) * stepY, line)) continue;
    for (let x = 0; x < columns; x++) if (inked(line, across, x) >= enough) setBlack(result, x, y);
  }
  return result;
}

/** What of the dots of a line each dot of the result covers: the first, and how much of that, the others and the last. */
interface Covering {
  readonly first: Uint32Array;
  readonly last: Uint32Array;
  /** How much of the first and the last is covered. */
  readonly head: Float64Array;
  readonly tail: Float64Array;
}

function coveringOf(columns: number, step: number, most: number): Covering {
  const covering = {
    first: new Uint32Array(columns),
    last: new Uint32Array(columns),
    head: new Float64Array(columns),
    tail: new Float64Array(columns),
  };
  for (let x = 0; x < columns; x++) {
    const [from, to] = [x * step, (x + 1) * step];
    const first = Math.min(most - 1, Math.floor(from));
    // A hair less, since a product may miss a whole number by the last digit.
    const last = Math.min(most - 1, Math.max(first, Math.ceil(to - 1e-9) - 1));
    covering.first[x] = first;
    covering.last[x] = last;
    covering.head[x] = Math.min(first + 1, to) - from;
    covering.tail[x] = to - last;
  }
  return covering;
}

/** Adds the black of the rows from `from` to `to`, which need not be whole, to each dot of a line. @returns whether any is */
function addRows(raster: Raster, from: number, to: number, line: Float64Array): boolean {
  const rowBytes = (raster.columns + 7) >> 3;
  let isAny = false;
  for (let y = Math.floor(from); y < Math.min(raster.rows, to - 1e-9); y++) {
    const part = Math.min(y + 1, to) - Math.max(y, from);
    for (let at = 0; at < rowBytes; at++) {
      if (raster.bytes[y * rowBytes + at] === 0) continue;
      isAny = true;
      const end = Math.min(raster.columns, (at + 1) * 8);
      for (let x = at * 8; x < end; x++) if (isBlack(raster, x, y)) line[x] = (line[x] ?? 0) + part;
    }
  }
  return isAny;
}

function inked(line: Float64Array, { first, last, head, tail }: Covering, x: number): number {
  const [begin, end] = [first[x] ?? 0, last[x] ?? 0];
  let area = (line[begin] ?? 0) * (head[x] ?? 0);
  for (let at = begin + 1; at < end; at++) area += line[at] ?? 0;
  if (end > begin) area += (line[end] ?? 0) * (tail[x] ?? 0);
  // A hair more, since sums of parts may miss a half by the last digit.
  return area + 1e-9;
}
