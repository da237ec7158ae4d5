import type { Piece, Receipt } from "../../escpos/escpos.ts";
import { isCombining } from "../../escpos/text/character-width.ts";
import { inReadingOrder } from "../../render/reading-order.ts";
import { runOf } from "../../render/text.ts";
import type { TextRun } from "../../render/text-line.ts";

/** Characters with no blank between them; measures are dots from the start of the line. */
interface Word {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** The width of one character. */
  readonly advance: number;
  /** Words nearer to each other than this are one. */
  readonly nearness: number;
}

/**
 * The lines of a receipt as words, for a search: as the text preview reads them, but where that keeps columns, here
 * letters of double width or spaced out stay together in their words. Frames, rules, cuts and notes are not among
 * them; the words that stand for a graphic or symbol that is not drawn are.
 */
export function writtenLines({ pieces, widthDots }: Receipt): string[] {
  const lines: string[] = [];
  for (let index = 0; index < pieces.length;) {
    const number = pieces[index]?.line;
    const words: Word[] = [];
    for (; pieces[index]?.line === number && index < pieces.length; index++) {
      const piece = pieces[index] as Piece;
      const run = runOf(piece, widthDots);
      if (run !== undefined) addWords(words, run);
      else if (piece.kind === "placeholder") lines.push(piece.label);
    }
    if (words.length > 0) lines.push(joined(words));
  }
  return inReadingOrder(lines);
}

/** Splits a run at its blanks, which hide nothing that is printed over them. */
function addWords(words: Word[], { text, x, unit, advance }: TextRun): void {
  let word = "";
  let from = x;
  let at = x;
  const add = () => {
    if (word !== "") words.push({ text: word, from, to: at, advance, nearness: unit / 2 });
    word = "";
  };
  for (const character of text) {
    if (character.trim() === "") add();
    else {
      if (word === "") from = at;
      word += character;
    }
    if (!isCombining(character.codePointAt(0) ?? 0)) at += advance;
  }
  add();
}

/** Words from left to right, with a space where they are apart or one is over the other. */
function joined(words: readonly Word[]): string {
  let line = "";
  let last: Word | undefined;
  for (const word of words.toSorted((left, right) => left.from - right.from)) {
    const { text, from, advance, nearness } = word;
    // Printed twice at one place, as some do for bold.
    if (last?.text === text && from - last.from < nearness) continue;
    const gap = last === undefined ? 0 : from - last.to;
    // As many spaces as columns: two are what tells columns of Hebrew and Arabic apart.
    if (Math.abs(gap) >= nearness) {
      line += " ".repeat(Math.max(1, Math.round(gap / Math.max(advance, nearness))));
    }
    line += text;
    last = word;
  }
  return line;
}
