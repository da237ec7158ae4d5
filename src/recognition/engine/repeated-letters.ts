import type { Rectangle } from "../../escpos/receipt.ts";
import type { RecognisedWord } from "../recognised.ts";
import type { Dots } from "./dots.ts";
import { SURE_CONFIDENCE } from "./confidence.ts";
import { areAlike, groupAlike, type Letter, type LetterPicture, lettersOf, pictureOf } from "./letters.ts";
import { runsOf } from "./runs.ts";
import { KnownShapes, type Shape, shapeOf } from "./shapes.ts";
import { isMarkedZero } from "./zeros.ts";

/** A line while it is read: where it is, and its words so far. */
export interface LineBeingRead {
  readonly box: Rectangle;
  words: readonly RecognisedWord[];
}

/** A letter, and the line that its word is in. */
interface PlacedLetter extends Letter {
  readonly line: LineBeingRead;
}

/** Letters that look alike, before the rest is read as most of them are; and the share that this is. */
const LEAST_ALIKE = 3;
const LEAST_SHARE = 0.66;

/** How much less unlike zeros a letter must be than what it was read as, to be a zero with a mark: dither marks others. */
const ZERO_BETTER = 0.9;

/** Digits, and what is taken for them by mistake; not l, I and O: in many fonts they are 1 and 0. */
const DIGIT_LIKE = /^[\dS£€]$/;

/** What numbers are made of; points and commas are only compared, as there is little to see of them. */
const NUMBER_SIGNS = /^[\d.,:/£€-]+$/;

/**
 * Reads digits again by their pictures: in one receipt the same picture is the same character, so those who are few
 * are read as most of them; and a zero with a mark in it is no 8.
 *
 * @param lines of one section; their words are replaced where something is to be corrected
 */
export function rereadRepeated(dots: Dots, lines: readonly LineBeingRead[]): void {
  const letters = lines.flatMap((line) =>
    lettersOf(dots, line.box, line.words)
      .filter(({ character }) => DIGIT_LIKE.test(character) || NUMBER_SIGNS.test(character))
      .map((letter) => ({ ...letter, line })),
  );
  const hasMarkedZeros = zerosAreMarked(letters);
  const groups = groupAlike<PlacedLetter>(letters);
  const shaped = new Map(letters.map((letter) => [letter, shapeOf(letter)] as const));
  const known = new KnownShapes();
  for (const [{ character }, shape] of shaped) known.add(character, shape);
  for (const group of groups) {
    const isZero = hasMarkedZeros && areMarkedZeros(group);
    const character = isZero ? "0" : characterOf(group);
    if (character === null) continue;
    for (const letter of group) {
      const isLikelier = isZero
        ? isLikeZero(letter, shaped.get(letter), known)
        : letter.confidence < SURE_CONFIDENCE;
      if (letter.character !== character && isLikelier) correct(letter, character);
    }
  }
  const patterns = groups.flatMap((group) => patternOf(group) ?? []);
  for (const line of lines)
    line.words = line.words.map((word) => rereadNumber(dots, line.box, word, patterns));
}

/** Whether the font has zeros with a mark in them: dither marks one now and then. */
function zerosAreMarked(letters: readonly Letter[]): boolean {
  const zeros = letters.filter(({ character }) => character === "0");
  const marked = letters.filter(isMarkedZero);
  return marked.length >= 3 && zeros.filter(isMarkedZero).length >= 0.3 * zeros.length;
}

/** Whether the other letters of the picture, too, tell that a letter is a zero. */
function isLikeZero({ character }: Letter, shape: Shape | undefined, known: KnownShapes): boolean {
  return (
    shape !== undefined && known.unlikeness(shape, "0") < ZERO_BETTER * known.unlikeness(shape, character)
  );
}

function areMarkedZeros(group: readonly Letter[]): boolean {
  return group.filter(isMarkedZero).length * 2 > group.length;
}

/** What all of a group are, or null if that is not certain. */
function characterOf(group: readonly Letter[]): string | null {
  if (group.length < LEAST_ALIKE) return null;
  const votes = new Map<string, number>();
  for (const { character, confidence } of group) {
    votes.set(character, (votes.get(character) ?? 0) + confidence);
  }
  const [first] = [...votes].toSorted(([, one], [, other]) => other - one);
  const all = votes.values().reduce((sum, each) => sum + each, 0);
  if (!first || !DIGIT_LIKE.test(first[0])) return null;
  return votes.size > 1 && first[1] >= LEAST_SHARE * all ? first[0] : null;
}

function correct({ line, word, at }: PlacedLetter, character: string): void {
  line.words = line.words.map((each, index) => {
    if (index !== word) return each;
    const characters = [...each.text];
    characters[at] = character;
    return { ...each, text: characters.join("") };
  });
}

/** A picture of which it is known what it is. */
interface Pattern {
  readonly picture: LetterPicture;
  readonly character: string;
}

/** A group as what most of it was read as. */
function patternOf(group: readonly PlacedLetter[]): Pattern | null {
  const read = group.map(({ line, word, at }) => [...(line.words[word]?.text ?? "")][at]);
  const counts = [...Map.groupBy(read, (character) => character)].map(
    ([character, { length }]) => [character, length] as const,
  );
  const [most] = counts.toSorted(([, one], [, other]) => other - one);
  const [picture] = group;
  const character = most?.[0];
  return picture === undefined || character === undefined ? null : { picture, character };
}

/** A number that has more or fewer characters than there are on the paper is read by the pictures of the others. */
function rereadNumber(
  dots: Dots,
  line: Rectangle,
  word: RecognisedWord,
  patterns: readonly Pattern[],
): RecognisedWord {
  const isNumber = NUMBER_SIGNS.test(word.text) && /\d.*\d/.test(word.text);
  const [currency] = /[£€]/.exec(word.text) ?? [];
  if (!isNumber && currency === undefined) return word;
  const runs = runsOf(dots, line, word.box);
  if (currency !== undefined && runs.length === 1) return { ...word, text: currency };
  if (!isNumber) return word;
  if (runs.length === word.text.length) return word;
  const characters = runs.map((run) => {
    const picture = pictureOf(dots, run);
    return patterns.find((pattern) => areAlike(pattern.picture, picture))?.character;
  });
  return characters.includes(undefined) ? word : { ...word, text: characters.join("") };
}
