import type { Rectangle } from "../../escpos/receipt.ts";
import type { RecognisedWord } from "../recognised.ts";
import type { Dots } from "./dots.ts";
import { letterHeight, type Run, runsOf } from "./runs.ts";

/** The tallest and widest point or comma, in heights of digits. */
const POINT_SIZE = 0.42;

/**
 * Gives amounts back the point or comma that the engine lost: it is only some dots, but it is on the paper.
 *
 * @param words of one line, in dots of the picture
 */
export function restorePoints(
  dots: Dots,
  line: Rectangle,
  words: readonly RecognisedWord[],
): RecognisedWord[] {
  return words.map((word) => restorePoint(dots, line, word));
}

function restorePoint(dots: Dots, line: Rectangle, word: RecognisedWord): RecognisedWord {
  const digits = /^(?<before>\D*\d+)(?<cents>\d\d)(?<after>[^\d.,]?)$/.exec(word.text)?.groups;
  if (!digits) return word;
  const runs = runsOf(dots, line, word.box);
  const height = letterHeight(runs);
  const tall = runs.filter((run) => run.bottom - run.top > height / 2);
  const points = runs.filter((run) => isPoint(run, height, tall));
  const [point] = points;
  const [before = "", cents = "", after = ""] = [digits["before"], digits["cents"], digits["after"]];
  if (!point || points.length > 1) return word;
  if (runs.length - runs.indexOf(point) - 1 !== cents.length + after.length) return word;
  return { ...word, text: `${before}${isComma(point, tall) ? "," : "."}${cents}${after}` };
}

/** Small, and below the middle of the digits. */
function isPoint({ left, right, top, bottom }: Run, height: number, tall: readonly Run[]): boolean {
  const size = POINT_SIZE * height;
  return right - left <= size && bottom - top <= size && top >= baseline(tall) - 0.35 * height;
}

/** A comma hangs below the digits. */
function isComma(point: Run, tall: readonly Run[]): boolean {
  return point.bottom - baseline(tall) >= 2;
}

function baseline(tall: readonly Run[]): number {
  return tall.map(({ bottom }) => bottom).toSorted((a, b) => a - b)[tall.length >> 1] ?? 0;
}
