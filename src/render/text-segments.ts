import { isCombining } from "../escpos/text/character-width.ts";
import type { TextRun } from "./text-run.ts";

/** Blanks of its own width from which on a gap is one between columns; a narrower one is between words. */
const COLUMN_GAP = 1.5;

const SPACE = 0x20;
const LAST_ASCII = 0x7e;

/** Characters with no blank between them; measures are dots from the start of the line. */
interface Word {
  readonly text: string;
  /** Columns of text that it takes. */
  readonly columns: number;
  readonly from: number;
  readonly to: number;
  /** The width of a blank in its style. */
  readonly blank: number;
  /** Words nearer to each other than this are one. */
  readonly nearness: number;
}

/** Words of a line that stay together; measures are dots from the start of the line. */
export interface Segment {
  text: string;
  /** Columns of text that it takes. */
  columns: number;
  readonly from: number;
  to: number;
}

/** The words of a line from left to right, those with no more than a blank between them together. */
export function segmentsOf(runs: readonly TextRun[]): Segment[] {
  const words: Word[] = [];
  for (const run of runs) addWords(words, run);
  const segments: Segment[] = [];
  let last: Word | undefined;
  for (const word of words.toSorted((left, right) => left.from - right.from)) {
    // Printed twice at one place, as some do for bold.
    if (last?.text === word.text && word.from - last.from < word.nearness) continue;
    const segment = segments.at(-1);
    const gap = last === undefined ? 0 : word.from - last.to;
    const blank = Math.max(word.blank, last?.blank ?? 0);
    if (segment === undefined || gap >= COLUMN_GAP * blank) {
      segments.push({ text: word.text, columns: word.columns, from: word.from, to: word.to });
    } else {
      // One blank between words of which one is over the other, too.
      const space = Math.abs(gap) < word.nearness ? "" : " ";
      segment.text += space + word.text;
      segment.columns += space.length + word.columns;
      segment.to = Math.max(segment.to, word.to);
    }
    last = word;
  }
  return segments;
}

/** Splits a run at its blanks, which hide nothing that is printed over them. */
function addWords(words: Word[], { text, x, unit, advance, wide }: TextRun): void {
  let word = "";
  let columns = 0;
  let from = x;
  let at = x;
  const each = wide ? 2 : 1;
  const add = (): void => {
    const blank = advance / each;
    if (word !== "") words.push({ text: word, columns, from, to: at, blank, nearness: unit / 2 });
    word = "";
    columns = 0;
  };
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    const isMark = isCombining(codePoint);
    if (codePoint === SPACE || (codePoint > LAST_ASCII && character.trim() === "")) add();
    else {
      if (word === "") from = at;
      word += character;
      if (!isMark) columns += each;
    }
    // A mark stands over the character before it and takes no cell (Thai, Hebrew, Arabic).
    if (!isMark) at += advance;
  }
  add();
}
