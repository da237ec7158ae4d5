import { blank } from "../escpos/raster-transform.ts";
import type { Raster } from "../escpos/raster.ts";
import { Canvas } from "../render/paint/canvas.ts";
import type { PlacedPiece } from "./placed-pieces.ts";

/** Dots of paper that are painted at a time: whole strips of all heads, and of the bands that pictures are sent in. */
const BAND_ROWS = 1_920;

/** Rows after which the light pattern of a canvas comes again. */
const PATTERN_ROWS = 4;

/** A part of the paper. Both pictures are as large, and are painted over for the next part. */
export interface Band {
  readonly rows: number;
  readonly black: Raster;
  /** What is in the second colour; none where nothing is. */
  readonly second: Raster | undefined;
}

/** Paints pieces part by part, so that long paper takes no more memory than short paper. */
export class BandPainter {
  private readonly black: Canvas;
  private readonly second: Canvas | undefined;
  /** By where they begin, the first first. */
  private readonly pieces: readonly PlacedPiece[];
  private next = 0;
  /** Pieces that have begun and may go on in the next part. */
  private open: PlacedPiece[] = [];

  /** @param columns dots across the paper @param colors of the printer; with one all is black */
  constructor(pieces: readonly PlacedPiece[], columns: number, colors: 1 | 2) {
    this.pieces = pieces.toSorted((a, b) => a.y - b.y);
    const rows = BAND_ROWS + PATTERN_ROWS;
    this.black = new Canvas(columns, rows);
    const hasSecond = colors > 1 && pieces.some(({ ink }) => ink > 1);
    this.second = hasSecond ? new Canvas(columns, rows) : undefined;
  }

  /** True once so much was painted that the rest is left out. */
  get exhausted(): boolean {
    return this.black.exhausted || this.second?.exhausted === true;
  }

  /** The parts of the paper from one height to another, the upper ones first; each call goes on below the one before. */
  *paint(from: number, to: number): Generator<Band> {
    for (let top = from; top < to; top += BAND_ROWS) {
      const rows = Math.min(BAND_ROWS, to - top);
      // Parts begin anywhere, and patterns go on over them.
      const above = top % PATTERN_ROWS;
      const isRed = this.paintAt(top - above, above + rows);
      const part = ({ columns, rowBytes, bytes }: Canvas): Raster => ({
        columns,
        rows,
        bytes: bytes.subarray(above * rowBytes, (above + rows) * rowBytes),
      });
      yield { rows, black: part(this.black), second: isRed && this.second ? part(this.second) : undefined };
    }
  }

  /** @returns whether anything is in the second colour */
  private paintAt(top: number, rows: number): boolean {
    const { black, second, pieces } = this;
    black.clear();
    second?.clear();
    for (
      let piece = pieces[this.next];
      piece !== undefined && piece.y < top + rows;
      piece = pieces[++this.next]
    )
      this.open.push(piece);
    this.open = this.open.filter(({ y, height }) => y + height > top);
    let isRed = false;
    for (const piece of this.open) {
      const canvas = piece.ink > 1 ? second : undefined;
      isRed ||= canvas !== undefined;
      piece.paint(canvas ?? black, top);
    }
    return isRed;
  }
}

/** The runs of rows of a part that have no dot, from the first row of each up to but not with another. */
export function* blankRuns(band: Band): Generator<readonly [from: number, to: number]> {
  const isBlankAt = (row: number): boolean => isBlank(band.black, row) && isBlank(band.second, row);
  for (let from = 0, to = 0; from < band.rows; from = to + 1) {
    for (to = from; to < band.rows && isBlankAt(to); to++);
    if (to > from) yield [from, to];
  }
}

function isBlank(raster: Raster | undefined, row: number): boolean {
  if (raster === undefined) return true;
  const rowBytes = (raster.columns + 7) >> 3;
  for (let at = row * rowBytes; at < (row + 1) * rowBytes; at++) if (raster.bytes[at] !== 0) return false;
  return true;
}

/** Some rows of a part, without the white bytes at the right of all of them. */
export function cutOut({ black, second }: Band, from: number, to: number): Omit<Band, "rows"> {
  const used = Math.max(
    1,
    usedBytes(black, from, to),
    second === undefined ? 0 : usedBytes(second, from, to),
  );
  const part = ({ columns, bytes }: Raster): Raster => {
    const rowBytes = (columns + 7) >> 3;
    if (used === rowBytes)
      return { columns, rows: to - from, bytes: bytes.subarray(from * rowBytes, to * rowBytes) };
    const result = blank(used * 8, to - from);
    for (let row = from; row < to; row++)
      result.bytes.set(bytes.subarray(row * rowBytes, row * rowBytes + used), (row - from) * used);
    return result;
  };
  return { black: part(black), second: second && part(second) };
}

function usedBytes({ columns, bytes }: Raster, from: number, to: number): number {
  const rowBytes = (columns + 7) >> 3;
  let used = 0;
  for (let row = from; row < to; row++) {
    for (let at = rowBytes; at > used; at--) {
      if (bytes[row * rowBytes + at - 1] === 0) continue;
      used = at;
      break;
    }
  }
  return used;
}
