import type { Rectangle } from "../../escpos/receipt.ts";
import type { RecognisedWord } from "../recognised.ts";
import { SURE_CONFIDENCE } from "./confidence.ts";

/** How far the ends of one word are apart in two readings, dots. */
const SAME_PLACE = 5;

/** A letter after a digit: of two readings the one without it is likelier to be a number's. */
const MIXED = /\d[A-Za-z]/;
const MIXED_SHARE = 0.5;

/** A number with as many characters as there are on the paper is the likelier one. */
const FITTING_GAIN = 2;

/** How sure the engine must be of a reading for it to be what the number may be. */
const FAIR_CONFIDENCE = 50;

/** A number that is no amount, as orders and invoices have. */
const LONG = /^[\dA-Z#/-]{6,}$/;

/**
 * A number that the engine is not sure of, long enough that somebody may look for it; or that has not as many characters
 * as there are letters on the paper.
 */
export function isDoubtful(
  { text, confidence, box }: RecognisedWord,
  letters: (box: Rectangle) => number,
): boolean {
  if (!isLongNumber(text)) return false;
  return confidence < SURE_CONFIDENCE || (LONG.test(text) && text.length !== letters(box));
}

/**
 * True if the numbers of a line that somebody may look for are the same in two readings, and have as many characters as
 * there are letters on the paper.
 */
export function agree(
  one: readonly RecognisedWord[],
  other: readonly RecognisedWord[],
  letters: (box: Rectangle) => number,
): boolean {
  const numbersOf = (words: readonly RecognisedWord[]) => words.filter(({ text }) => isLongNumber(text));
  const [numbers, same] = [numbersOf(one), numbersOf(other)];
  return (
    numbers.length === same.length &&
    numbers.every(({ text, box }, at) => text === same[at]?.text && text.length === letters(box))
  );
}

/**
 * The words of the first reading of a line, its numbers as most readings have them, those that are surer counting more: where
 * two differ, the surer one was right in 14 of 16 cases.
 *
 * @param readings the same line, read at several sizes; words in the same dots
 * @param letters how many letters there are in a box
 */
export function likeliestNumbers(
  readings: readonly (readonly RecognisedWord[])[],
  letters: (box: Rectangle) => number,
): RecognisedWord[] {
  const [first = [], ...others] = readings;
  return first.map((word) => {
    if (!/\d/.test(word.text)) return word;
    const there = others.flatMap((words) => words.find(({ box }) => isSamePlace(box, word.box)) ?? []);
    return there.length === 0 ? word : likeliest([word, ...there], letters(word.box));
  });
}

function isLongNumber(text: string): boolean {
  return /\d\D?\d\D?\d/.test(text);
}

/** @param words in one place; not none */
function likeliest(words: readonly [RecognisedWord, ...RecognisedWord[]], letters: number): RecognisedWord {
  const [first] = words;
  const alternatives = fairReadings(words);
  let [best, most] = [first, -1];
  for (const [text, same] of Map.groupBy(words, (word) => word.text)) {
    const sum = same.reduce((all, { confidence }) => all + confidence, 0);
    const fit = text.length === letters ? FITTING_GAIN : 1;
    const weight = /\d/.test(text) ? fit * (MIXED.test(text) ? MIXED_SHARE : 1) * sum : 0;
    const confidence = Math.max(...same.map((word) => word.confidence));
    if (weight > most) [best, most] = [{ ...first, text, confidence, alternatives }, weight];
  }
  return best;
}

/** The distinct readings of which the engine is fairly sure, the surest first. */
function fairReadings(words: readonly RecognisedWord[]): string[] {
  const fair = words.filter(({ confidence }) => confidence >= FAIR_CONFIDENCE);
  const surest = fair.toSorted((one, other) => other.confidence - one.confidence);
  return [...new Set(surest.map(({ text }) => text))];
}

function isSamePlace(one: Rectangle, other: Rectangle): boolean {
  const ends = [one.x - other.x, one.x + one.width - other.x - other.width];
  return ends.every((apart) => Math.abs(apart) <= SAME_PLACE);
}
