import type { LetterPicture } from "./letters.ts";

/** What a letter looks like whatever its size is: how much of each cell of a grid over it is black. */
export interface Shape {
  readonly cells: Float32Array;
  /** Width by height. */
  readonly aspect: number;
}

const GRID_COLUMNS = 12;
const GRID_ROWS = 16;

/** How much a letter that is e times as wide differs by that alone. */
const ASPECT_WEIGHT = 0.5;

/** So many letters of a character are compared, since one of them may be misread; and what one alone is taken for. */
const NEAREST = 2;
const SINGLE_LOSS = 1.15;

/** Letters of a character that are kept to compare with; a hostile picture has thousands. */
const MOST_SAMPLES = 200;

/** The shape of a letter. */
export function shapeOf({ width, height, ink }: LetterPicture): Shape {
  const cells = new Float32Array(GRID_COLUMNS * GRID_ROWS);
  const across = sharesOf(width, GRID_COLUMNS);
  const down = sharesOf(height, GRID_ROWS);
  for (const { dot: row, cell: y, share } of down) {
    for (const { dot: column, cell: x, share: part } of across) {
      if (ink[row * width + column] === 0) continue;
      const at = y * GRID_COLUMNS + x;
      cells[at] = (cells[at] ?? 0) + share * part;
    }
  }
  return { cells: softened(softened(cells, 1), GRID_COLUMNS), aspect: width / height };
}

/** Spreads each cell over its neighbours: dither moves the edge of a letter. */
function softened(cells: Float32Array, step: number): Float32Array {
  return cells.map((black, at) => {
    const isFirst = step === 1 ? at % GRID_COLUMNS === 0 : at < GRID_COLUMNS;
    const isLast = step === 1 ? at % GRID_COLUMNS === GRID_COLUMNS - 1 : at >= GRID_COLUMNS * (GRID_ROWS - 1);
    const before = isFirst ? 0 : (cells[at - step] ?? 0);
    const after = isLast ? 0 : (cells[at + step] ?? 0);
    return (before + 2 * black + after) / 4;
  });
}

/** How little two shapes are alike: 0 for the same one, about 0.1 for one letter in dither, 0.3 and more for others. */
function unlikeness(one: Shape, other: Shape): number {
  let [apart, all] = [0, 0];
  for (let at = 0; at < one.cells.length; at++) {
    const [mine, theirs] = [one.cells[at] ?? 0, other.cells[at] ?? 0];
    apart += Math.abs(mine - theirs);
    all += mine + theirs;
  }
  return apart / all + ASPECT_WEIGHT * Math.abs(Math.log(one.aspect / other.aspect));
}

/** Which dots are in which cells, and which share of a cell each of them fills. */
function sharesOf(dots: number, cells: number) {
  const shares: { readonly dot: number; readonly cell: number; readonly share: number }[] = [];
  for (let cell = 0; cell < cells; cell++) {
    const [from, to] = [(cell * dots) / cells, ((cell + 1) * dots) / cells];
    for (let dot = Math.floor(from); dot < to && dot < dots; dot++) {
      const share = ((Math.min(dot + 1, to) - Math.max(dot, from)) * cells) / dots;
      if (share > 0) shares.push({ dot, cell, share });
    }
  }
  return shares;
}

/** The letters of a picture, by what they were read as. */
export class KnownShapes {
  private readonly shapes = new Map<string, Shape[]>();

  /** Notes a letter; of each character only so many are kept. */
  add(character: string, shape: Shape): void {
    const shapes = this.shapes.getOrInsertComputed(character, () => []);
    if (shapes.length < MOST_SAMPLES) shapes.push(shape);
  }

  /** How unlike a shape is those nearest to it of a character, without itself; Infinity where there is no other. */
  unlikeness(shape: Shape, character: string): number {
    const nearest = (this.shapes.get(character) ?? [])
      .filter((each) => each !== shape)
      .map((each) => unlikeness(shape, each))
      .toSorted((one, other) => one - other)
      .slice(0, NEAREST);
    if (nearest.length === 0) return Infinity;
    const mean = nearest.reduce((sum, each) => sum + each, 0) / nearest.length;
    return nearest.length < NEAREST ? mean * SINGLE_LOSS : mean;
  }
}
