import type { Rectangle } from "../../escpos/receipt.ts";
import type { Dots } from "./dots.ts";
import { findMarks, type Mark } from "./marks.ts";

/** Columns with ink from `left` up to but not with `right`, and its rows: a letter, or several that touch. */
export interface Run {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The runs of a word from left to right, in the rows of its line. */
export function runsOf({ columns, rows, ink }: Dots, line: Rectangle, { x, width }: Rectangle): Run[] {
  const runs: Run[] = [];
  const [first, last] = [Math.max(0, line.y), Math.min(rows, line.y + line.height)];
  // The engine's boxes are a dot off now and then.
  const end = Math.min(columns, x + width + 1);
  let run: Run | null = null;
  for (let column = Math.max(0, x - 1); column < end; column++) {
    let [top, bottom] = [-1, -1];
    for (let row = first; row < last; row++) {
      if (ink[row * columns + column] === 0) continue;
      if (top < 0) top = row;
      bottom = row + 1;
    }
    if (top < 0) {
      if (run) runs.push(run);
      run = null;
    } else if (run) {
      run = {
        left: run.left,
        right: column + 1,
        top: Math.min(run.top, top),
        bottom: Math.max(run.bottom, bottom),
      };
    } else run = { left: column, right: column + 1, top, bottom };
  }
  if (run) runs.push(run);
  return runs.flatMap((each) => partedRun(columns, ink, each));
}

/** A run that is so wide, in its heights, may be several letters that lean over each other: "/7", "AV". */
const WIDE = 0.75;

/** Marks of one letter are above one another: the narrower is over the wider by this share at least. */
const SAME_LETTER = 0.5;

/** A run as its letters, where they lean over each other without touching. */
function partedRun(columns: number, ink: Uint8Array, run: Run): Run[] {
  const [width, height] = [run.right - run.left, run.bottom - run.top];
  if (width < WIDE * height || width > 4 * height) return [run];
  const inside = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    const from = (run.top + row) * columns;
    inside.set(ink.subarray(from + run.left, from + run.right), row * width);
  }
  const marks = findMarks({ columns: width, rows: height, ink: inside }, width * height) ?? [];
  const letters: Run[] = [];
  for (const mark of marks.toSorted((one, other) => one.x - other.x)) {
    const own = runOf(mark, run);
    const before = letters.at(-1);
    if (before && isSameLetter(before, own)) letters[letters.length - 1] = joined(before, own);
    else letters.push(own);
  }
  return letters;
}

function runOf({ x, y, width, height }: Mark, { left, top }: Run): Run {
  return { left: left + x, right: left + x + width, top: top + y, bottom: top + y + height };
}

function isSameLetter(one: Run, other: Run): boolean {
  const common = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  return common >= SAME_LETTER * Math.min(one.right - one.left, other.right - other.left);
}

function joined(one: Run, other: Run): Run {
  return {
    left: Math.min(one.left, other.left),
    right: Math.max(one.right, other.right),
    top: Math.min(one.top, other.top),
    bottom: Math.max(one.bottom, other.bottom),
  };
}

/** Dots from the top of the highest run to the bottom of the lowest: of capitals and digits, where there are any. */
export function letterHeight(runs: readonly Run[]): number {
  return Math.max(0, ...runs.map(({ bottom }) => bottom)) - Math.min(...runs.map(({ top }) => top));
}
