import { DICTIONARY_LIMITS } from "../segment-limits.ts";
import type { PositionSet } from "../sets/position-set.ts";
import { intersect } from "../sets/set-algebra.ts";
import type { ColumnRun } from "./column.ts";
import type { DictionaryColumn } from "./dictionary-column.ts";
import { type Phrase, SPACE } from "./word-block.ts";

/*
 * The words of values, each with the positions that have it. In free text, such as a note on an order, hardly two values are
 * alike, but their words are. A part without a space is in a value exactly if it is in one of its words. One with spaces
 * can only be in those that have all of its words, which are few; whether they have them in a row their numbers tell.
 */

/** Groups the positions of folded values by their words; `null` where words hardly come again, as of keys. */
export function groupByWords({ positions, values }: ColumnRun): Map<string, number[]> | null {
  const groups = new Map<string, number[]>();
  let occurrences = 0;
  for (let index = 0; index < values.length; index++) {
    const position = positions[index] as number;
    const words = new Set((values[index] as string).split(SPACE));
    for (const word of words) groups.getOrInsertComputed(word, () => []).push(position);
    occurrences += words.size;
    if (groups.size > DICTIONARY_LIMITS.values) return null;
  }
  return groups.size * DICTIONARY_LIMITS.repeats > occurrences ? null : groups;
}

/** Whether a folded part can be in one word. */
export function isInWord(part: string): boolean {
  return !part.includes(SPACE);
}

/** The positions with a word that holds a part without a space. @param words a dictionary of what {@link groupByWords} gave */
export function holdingInWord(words: DictionaryColumn, part: string): PositionSet {
  return words.unionAt(words.indexesHolding(part, "anywhere"));
}

/** The words that may stand at each place of a part with spaces, and the positions of `within` that have one for each. */
export function phraseOf(
  words: DictionaryColumn,
  part: string,
  within: PositionSet,
): { readonly phrase: Phrase; readonly candidates: PositionSet } {
  const pieces = part.split(SPACE);
  const phrase: Uint8Array[] = [];
  let candidates = within;
  for (const [place, piece] of pieces.entries()) {
    const isFirst = place === 0;
    const isLast = place === pieces.length - 1;
    const marks = new Uint8Array(words.count);
    phrase.push(marks);
    if (piece === "" && (isFirst || isLast)) {
      marks.fill(1);
      continue;
    }
    const found = words.indexesHolding(piece, isFirst ? "end" : isLast ? "start" : "whole");
    for (let index = 0; index < found.length; index++) marks[found[index] as number] = 1;
    candidates = intersect(candidates, words.unionAt(found));
    if (candidates.count === 0) break;
  }
  return { phrase, candidates };
}
