import type { RecognisedWord } from "../recognised.ts";
import type { Dots } from "./dots.ts";
import { lettersOf } from "./letters.ts";
import type { LineBeingRead } from "./repeated-letters.ts";
import { KnownShapes, type Shape, shapeOf } from "./shapes.ts";

/** What the engine reads before a number, and what that may be instead: it expects digits beside digits. */
const INSTEAD: Readonly<Record<string, string>> = {
  "5": "S",
  "8": "SB",
  $: "S5",
  "§": "S5",
  "0": "OQ",
  O: "0",
  "@": "0O",
  "©": "0O",
  "1": "I",
  "2": "Z",
  "7": "T",
};

/** A digit between letters is a letter, and a currency before a stroke is an S, whatever they look like. */
const LETTER_OF: Readonly<Record<string, string>> = { "0": "O", "1": "I", "5": "S", "8": "B" };
const BETWEEN_LETTERS = /(?<=[A-Z])[0158](?=[A-Z]+[-/]?\d)/g;
const CURRENCY_BEFORE_STROKE = /^[$§](?=\/\d{4})/;

/** A number with a prefix, or what was read of one; no amount has the like. */
const PREFIXED = /^[A-Z\d$§@©]{1,4}[/-]?\d{4,}(?:-\d+)*$/;

/** One character, a stroke and a long number: no date and no fraction, so that the character is hardly a digit. */
const LONE = /^\D?.[/-]\d{5,}$/;

/** How unlike the others a letter may be that is read otherwise, and how much less so it must be than what was read. */
const MOST_UNLIKE = 0.3;
const BETTER = 0.75;
const BETTER_ALONE = 1.2;

/** Letters whose small form is the same as the large one. */
const SAME_SMALL = /[cosuvwxz]/;

/**
 * Reads the letters before a number again, by the other letters of the picture: S/61249 is read as 5/61249 or $/61249,
 * for letters among digits are few.
 *
 * @param lines of one section; their words are replaced where something is to be corrected
 */
export function rereadPrefixes(dots: Dots, lines: readonly LineBeingRead[]): void {
  if (!lines.some(({ words }) => words.some(({ text }) => PREFIXED.test(text)))) return;
  const known = new KnownShapes();
  const shaped = lines.map((line) => {
    const shapes = line.words.map((): Shape[] => []);
    for (const letter of lettersOf(dots, line.box, line.words)) {
      const shape = shapeOf(letter);
      shapes[letter.word]?.push(shape);
      const name = SAME_SMALL.test(letter.character) ? letter.character.toUpperCase() : letter.character;
      known.add(name, shape);
    }
    return { line, shapes };
  });
  for (const { line, shapes } of shaped)
    line.words = line.words.map((word, at) =>
      PREFIXED.test(word.text) ? rereadPrefix(word, shapes[at] ?? [], known) : word,
    );
}

/** @param shapes of the letters of the word; none where they touch each other */
function rereadPrefix(word: RecognisedWord, shapes: readonly Shape[], known: KnownShapes): RecognisedWord {
  const better = LONE.test(word.text) ? BETTER_ALONE : BETTER;
  const characters = [...word.text];
  for (const [at, shape] of shapes.entries()) {
    const read = characters[at] ?? "";
    if (/[-/]/.test(read)) break;
    const character = rereadLetter(read, shape, known, better);
    characters[at] = character;
    // After the first digit all are digits.
    if (/\d/.test(character)) break;
  }
  const text = characters
    .join("")
    .replace(BETWEEN_LETTERS, (digit) => LETTER_OF[digit] ?? digit)
    .replace(CURRENCY_BEFORE_STROKE, "S");
  return { ...word, text };
}

function rereadLetter(read: string, shape: Shape, known: KnownShapes, better: number): string {
  let [best, least] = [read, Math.min(MOST_UNLIKE, better * known.unlikeness(shape, read))];
  for (const character of INSTEAD[read] ?? "") {
    const unlike = known.unlikeness(shape, character);
    if (unlike < least) [best, least] = [character, unlike];
  }
  return best;
}
