import type { Rectangle } from "../../escpos/receipt.ts";
import type { RecognisedWord } from "../recognised.ts";
import type { Dots } from "./dots.ts";
import { type Run, runsOf } from "./runs.ts";

/** What a letter looks like. */
export interface LetterPicture {
  readonly width: number;
  readonly height: number;
  /** A byte a dot, row by row. */
  readonly ink: Uint8Array;
}

/** A letter of a word that stands alone, and what the engine took it for. */
export interface Letter extends LetterPicture {
  readonly character: string;
  /** Of its word, 0 to 100. */
  readonly confidence: number;
  /** The word within its line, and the character within the word. */
  readonly word: number;
  readonly at: number;
}

/** Dots that may differ between two pictures of one letter, of all that they have. */
const LIKENESS = 0.11;

/** The letters of the words of a line that do not touch each other; words with others are left out. */
export function lettersOf(dots: Dots, line: Rectangle, words: readonly RecognisedWord[]): Letter[] {
  return words.flatMap(({ text, confidence, box }, word) => {
    const characters = [...text];
    const runs = runsOf(dots, line, box);
    if (runs.length !== characters.length) return [];
    return runs.map((run, at) => ({
      character: characters[at] ?? "",
      confidence,
      word,
      at,
      ...pictureOf(dots, run),
    }));
  });
}

/** The picture of a run. */
export function pictureOf(dots: Dots, { left, right, top, bottom }: Run): LetterPicture {
  const [width, height] = [right - left, bottom - top];
  const ink = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    const from = (top + row) * dots.columns;
    ink.set(dots.ink.subarray(from + left, from + right), row * width);
  }
  return { width, height, ink };
}

/** Letters that look alike, each group begun by its first: a receipt has one font in few sizes, and it repeats. */
export function groupAlike<Each extends Letter>(letters: readonly Each[]): Each[][] {
  const groups: Each[][] = [];
  for (const letter of letters) {
    const group = groups.find(([first]) => first !== undefined && areAlike(first, letter));
    if (group) group.push(letter);
    else groups.push([letter]);
  }
  return groups;
}

/** True if two letters differ by no more than dither and the place on the dots make. */
export function areAlike(one: LetterPicture, other: LetterPicture): boolean {
  if (Math.abs(one.width - other.width) > 1 || Math.abs(one.height - other.height) > 1) return false;
  for (const down of [0, -1, 1]) {
    for (const right of [0, -1, 1]) {
      if (difference(one, other, right, down) <= LIKENESS) return true;
    }
  }
  return false;
}

/** The share of black dots that only one of two letters has, the other one moved. */
function difference(one: LetterPicture, other: LetterPicture, right: number, down: number): number {
  let [common, all] = [0, 0];
  for (const dot of one.ink) all += dot;
  for (const dot of other.ink) all += dot;
  for (let row = Math.max(0, down); row < Math.min(one.height, other.height + down); row++) {
    for (let column = Math.max(0, right); column < Math.min(one.width, other.width + right); column++) {
      const mine = one.ink[row * one.width + column] ?? 0;
      common += mine & (other.ink[(row - down) * other.width + column - right] ?? 0);
    }
  }
  return 1 - (2 * common) / all;
}
