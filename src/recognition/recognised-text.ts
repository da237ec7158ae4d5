import { SURE_CONFIDENCE } from "./engine/confidence.ts";
import type { RecognisedLine, Recognition, RecognisedWord } from "./recognised.ts";

/** A gap of so many characters is one between columns; a narrower one is a blank. */
export const COLUMN_GAP = 1.8;

const DIGIT = /\p{Nd}/u;

/** Characters of a text from `start` up to, and without, `end`, UTF-16 units. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A line with what in it should be taken for no more than a guess. */
export interface GuessedLine {
  readonly text: string;
  /** Its numbers that were not read surely. */
  readonly unsure: readonly Range[];
}

/**
 * The lines of all pictures from the top, as rules read them: with as many blanks between words as fit there, so that
 * columns are two blanks apart at the least.
 */
export function guessedLines(recognition: Recognition): GuessedLine[] {
  return recognition.flatMap(({ lines }) => lines.map(guessedLine));
}

/** What the codes in pictures say. */
export function codeTexts(recognition: Recognition): string[] {
  return recognition.flatMap(({ codes }) => codes.map(({ text }) => text));
}

function guessedLine({ words }: RecognisedLine): GuessedLine {
  const characters = words.reduce((sum, { text }) => sum + text.length, 0);
  const characterWidth = words.reduce((sum, { box }) => sum + box.width, 0) / Math.max(1, characters);
  let text = "";
  let end: number | null = null;
  const unsure: Range[] = [];
  for (const word of words) {
    if (end !== null) text += " ".repeat(blanksIn((word.box.x - end) / characterWidth));
    end = word.box.x + word.box.width;
    if (isUnsure(word)) unsure.push({ start: text.length, end: text.length + word.text.length });
    text += word.text;
  }
  return { text, unsure };
}

/** @param gap in characters */
function blanksIn(gap: number): number {
  return gap < COLUMN_GAP || !Number.isFinite(gap) ? 1 : Math.max(2, Math.round(gap));
}

function isUnsure({ text, confidence }: RecognisedWord): boolean {
  return confidence < SURE_CONFIDENCE && DIGIT.test(text);
}
