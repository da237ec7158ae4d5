import type { RecognisedWord } from "../recognised.ts";
import type { Dots } from "./dots.ts";
import { lettersOf } from "./letters.ts";
import { readByShapes } from "./number-shapes.ts";
import type { LineBeingRead } from "./repeated-letters.ts";
import { KnownShapes, shapeOf } from "./shapes.ts";

/** A number below it may be another one: of 1,406 that are as sure 99.1 % were right, of 567 below 88 %. */
const IN_DOUBT = 92;

/** How unlike the 4s of the picture the first digit of a number is that may be a #, however sure: 4s are 0.1 so at the most. */
const NO_FOUR = 0.12;

/** How many other readings a number has at most: each is one number more by which searches find the print. */
const MOST_ALTERNATIVES = 4;

/** Numbers of one section that get any; a receipt has about ten. */
const MOST_NUMBERS = 60;

/** A number that somebody may look for, of at least four digits; amounts have points and are not meant. */
const NUMBER = /^(?=(?:\D*\d){4})[\dA-Za-z#/-]+$/;

/** Letters and signs, and the digits that they are taken for. */
const DIGIT_OF: Readonly<Record<string, string>> = {
  S: "5",
  $: "5",
  O: "0",
  I: "1",
  l: "1",
  "|": "1",
  B: "8",
  Z: "2",
  "#": "4",
};
const LETTER_OF: Readonly<Record<string, string>> = { 5: "S", 0: "O", 1: "I", 8: "B", 2: "Z", 4: "#" };

/** A letter or a sign before the digits of a number, or what one may have been read as. */
const PREFIXED = /^(?<first>[SOIBZH#$§\d])(?<rest>[/-]?\d{4,})$/;

/** Two of them: SO44445. */
const TWICE_PREFIXED = /^(?<first>[58$§S][0O])(?<rest>\d{4,})$/;

/** A word before the stroke of a number, that ends in what may be a digit: the till in Kasse1/05881. */
const NAMED = /^(?<name>[A-Za-z]{2,}?)(?<last>[lIO])(?<rest>[/-]\d{4,})$/;

/**
 * Gives numbers in doubt what else they may be: as the engine read them before they were corrected, or at another size, by the
 * shapes of the other digits, and with letters for digits that look alike. All others lose what they have.
 *
 * @param lines of one section; their words are replaced
 * @param asRead the same words as they were before they were corrected
 */
export function noteAlternatives(
  dots: Dots,
  lines: readonly LineBeingRead[],
  asRead: readonly (readonly RecognisedWord[])[],
): void {
  const known = knownDigits(dots, lines);
  let left = MOST_NUMBERS;
  for (const [at, line] of lines.entries()) {
    line.words = line.words.map(({ alternatives: readings = [], ...word }, index) => {
      const before = asRead[at]?.[index]?.text ?? word.text;
      const isInDoubt =
        word.confidence < IN_DOUBT || before !== word.text || mayBeNumberSign(dots, line, word, known);
      if (left <= 0 || !isInDoubt || !NUMBER.test(word.text)) return word;
      left--;
      const shapes = readByShapes(dots, line.box, word, known);
      const found = [before, ...twinsOf(before), ...twinsOf(word.text), ...shapes, ...readings];
      const alternatives = chosen(word.text, found);
      return alternatives.length === 0 ? word : { ...word, alternatives };
    });
  }
}

/** True for a number whose first digit is no 4 by the others: the engine is as sure of a # before digits that it takes for one. */
function mayBeNumberSign(
  dots: Dots,
  { box }: LineBeingRead,
  word: RecognisedWord,
  known: KnownShapes,
): boolean {
  if (!/^4\d{4,}$/.test(word.text)) return false;
  const [first] = lettersOf(dots, box, [word]);
  return first !== undefined && known.unlikeness(shapeOf(first), "4") >= NO_FOUR;
}

/** The numbers among what a number may be, each once and without itself. */
function chosen(text: string, found: readonly string[]): string[] {
  const others = new Set(found.filter((each) => each !== text && NUMBER.test(each)));
  return [...others].slice(0, MOST_ALTERNATIVES);
}

/** The digits and strokes of the lines that stand alone. */
function knownDigits(dots: Dots, lines: readonly LineBeingRead[]): KnownShapes {
  const known = new KnownShapes();
  for (const { box, words } of lines) {
    for (const letter of lettersOf(dots, box, words)) {
      if (/\d/.test(letter.character)) known.add(letter.character, shapeOf(letter));
    }
  }
  return known;
}

/** A number with letters for digits, or digits for letters, where a number has letters: before its digits. */
export function twinsOf(text: string): string[] {
  const twins: string[] = [];
  const twice = TWICE_PREFIXED.exec(text)?.groups;
  if (twice) twins.push(`${letters(twice["first"])}${twice["rest"]}`);
  const once = PREFIXED.exec(text)?.groups;
  if (once) twins.push(`${letters(once["first"])}${once["rest"]}`, `${digits(once["first"])}${once["rest"]}`);
  const named = NAMED.exec(text)?.groups;
  if (named) twins.push(`${named["name"]}${digits(named["last"])}${named["rest"]}`);
  return twins.filter((twin) => twin !== text);
}

function letters(characters = ""): string {
  return characters
    .replaceAll(/[$§]/g, "S")
    .replaceAll("H", "#")
    .replaceAll(/\d/g, (digit) => LETTER_OF[digit] ?? digit);
}

function digits(characters = ""): string {
  return characters.replaceAll(/\D/g, (letter) => DIGIT_OF[letter] ?? letter);
}
