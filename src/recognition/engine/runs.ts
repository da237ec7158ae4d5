import type { Rectangle } from "../../escpos/receipt.ts";
import type { Dots } from "./dots.ts";

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
  return runs;
}

/** Dots from the top of the highest run to the bottom of the lowest: of capitals and digits, where there are any. */
export function letterHeight(runs: readonly Run[]): number {
  return Math.max(0, ...runs.map(({ bottom }) => bottom)) - Math.min(...runs.map(({ top }) => top));
}
