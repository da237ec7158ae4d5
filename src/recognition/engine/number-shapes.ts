import type { Rectangle } from "../../escpos/receipt.ts";
import type { RecognisedWord } from "../recognised.ts";
import type { Dots } from "./dots.ts";
import { pictureOf } from "./letters.ts";
import { letterHeight, type Run, runsOf } from "./runs.ts";
import { type KnownShapes, shapeOf } from "./shapes.ts";

/** The most unlike others that a digit is. */
const MOST_UNLIKE = 0.3;

/** What a zero with a mark is read as; how unlike other zeros it is at most, or how much more so than what it was read as. */
const LIKE_ZERO = /[689]/;
const ZERO_UNLIKE = 0.16;
const ZERO_MARGIN = 0.03;

/** The tallest dash, in heights of digits. */
const DASH_HEIGHT = 0.3;

/** A character of a number, and whether it may be a zero as well. */
interface ReadCharacter {
  readonly character: string;
  readonly isLikeZero: boolean;
}

/**
 * What a number may be by the digits that its letters are most like, whatever the engine read; also with a zero for each 6, 8
 * and 9 that may be one with a mark. None where letters touch each other.
 *
 * @param line the box of the line of the word
 * @param known the digits of the picture
 */
export function readByShapes(
  dots: Dots,
  line: Rectangle,
  { text, box }: RecognisedWord,
  known: KnownShapes,
): string[] {
  const runs = runsOf(dots, line, box);
  const height = letterHeight(runs);
  const characters = [...text];
  const isWhole = characters.length === runs.length;
  // Of a number with too many characters it is not known which of them are letters.
  if (!isWhole && !/^[\d-]+$/.test(text)) return [];
  const asRead: ReadCharacter[] = [];
  const nearest: ReadCharacter[] = [];
  for (const [at, run] of runs.entries()) {
    const read = isWhole ? (characters[at] ?? "") : "";
    const near = nearestDigit(dots, run, known, height);
    if (/\D/.test(read)) nearest.push({ character: read, isLikeZero: false });
    else if (near !== null) nearest.push(near);
    if (isWhole) asRead.push(zeroOr(read, dots, run, known));
  }
  const readings = isWhole ? [asRead] : [];
  if (nearest.length === runs.length) readings.push(nearest);
  return readings.flatMap((reading) => [textOf(reading), withZeros(reading)]);
}

/** The digit that a letter is most like, or a dash; null if it is like none. */
function nearestDigit(dots: Dots, run: Run, known: KnownShapes, height: number): ReadCharacter | null {
  if (run.bottom - run.top <= DASH_HEIGHT * height && run.right - run.left > run.bottom - run.top) {
    return { character: "-", isLikeZero: false };
  }
  const shape = shapeOf(pictureOf(dots, run));
  let [best, least] = ["", MOST_UNLIKE];
  for (const digit of "0123456789") {
    const unlike = known.unlikeness(shape, digit);
    if (unlike < least) [best, least] = [digit, unlike];
  }
  return best === "" ? null : zeroOr(best, dots, run, known);
}

function zeroOr(character: string, dots: Dots, run: Run, known: KnownShapes): ReadCharacter {
  if (!LIKE_ZERO.test(character)) return { character, isLikeZero: false };
  const shape = shapeOf(pictureOf(dots, run));
  const most = Math.max(ZERO_UNLIKE, known.unlikeness(shape, character) + ZERO_MARGIN);
  return { character, isLikeZero: known.unlikeness(shape, "0") <= most };
}

function textOf(reading: readonly ReadCharacter[]): string {
  return reading.map(({ character }) => character).join("");
}

function withZeros(reading: readonly ReadCharacter[]): string {
  return reading.map(({ character, isLikeZero }) => (isLikeZero ? "0" : character)).join("");
}
