import { isCombining } from "../escpos/text/character-width.ts";

/** Characters of one style in a line as it is read; measures are dots. */
export interface TextRun {
  readonly text: string;
  /** From the start of the line. */
  readonly x: number;
  /** The width of one cell before magnification, which is a column of text. */
  readonly unit: number;
  /** The width of one character. */
  readonly advance: number;
  /** Each character takes two columns. */
  readonly wide: boolean;
  /** One column each, one after the other. */
  readonly plain: boolean;
}

/** Sets the runs of a line at their columns. */
export function textLine(runs: readonly TextRun[]): string {
  const [only] = runs;
  // The usual line: one run of plain characters.
  if (runs.length === 1 && only !== undefined && only.plain) {
    return (" ".repeat(Math.round(only.x / only.unit)) + only.text).trimEnd();
  }
  const unit = runs.reduce((least, run) => Math.min(least, run.unit), Infinity);
  const cells: string[] = [];
  for (const run of runs) place(run, unit, cells);
  for (let index = 0; index < cells.length; index++) cells[index] ??= " ";
  return cells.join("").trimEnd();
}

/** Puts each character into the cell its dots begin in; a space never hides what is there. */
function place({ text, x, advance, wide }: TextRun, unit: number, cells: string[]): void {
  let at = x;
  let column = -1;
  for (const character of text) {
    // A mark stands over the character before it and takes no cell (Thai, Hebrew, Arabic).
    if (column >= 0 && isCombining(character.codePointAt(0) ?? 0)) {
      cells[column] += character;
      continue;
    }
    column = Math.round(at / unit);
    if (character !== " " || cells[column] === undefined) cells[column] = character;
    // The second half of a wide character is part of it on a screen as well.
    if (wide) cells[column + 1] = "";
    at += advance;
  }
}
