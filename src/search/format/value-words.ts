import { DICTIONARY_LIMITS } from "../segment-limits.ts";
import { NONE, type PositionSet } from "../sets/position-set.ts";
import { intersect } from "../sets/set-algebra.ts";
import type { ColumnRun } from "./column.ts";
import type { DictionaryColumn } from "./dictionary-column.ts";

/*
 * The words of values, each with the positions that have it. In free text, such as a note on an order, hardly two values are
 * alike, but their words are. A part without a space is in a value exactly if it is in one of its words. One with spaces
 * is in few values that have all of its words, and these are then looked at.
 */

const SPACE = " ";

/** Groups the positions of folded values by their words; `null` where words hardly come again, as of keys. */
export function groupByWords({ positions, values }: ColumnRun): Map<string, number[]> | null {
  const groups = new Map<string, number[]>();
  let occurrences = 0;
  for (let index = 0; index < values.length; index++) {
    const position = positions[index] as number;
    for (const word of new Set((values[index] as string).split(SPACE))) {
      if (word === "") continue;
      groups.getOrInsertComputed(word, () => []).push(position);
      occurrences++;
    }
    if (groups.size > DICTIONARY_LIMITS.values) return null;
  }
  return groups.size === 0 || groups.size * DICTIONARY_LIMITS.repeats > occurrences ? null : groups;
}

/** Whether a folded part can be in one word. */
export function isInWord(part: string): boolean {
  return !part.includes(SPACE);
}

/** The positions whose values may hold a part. */
export interface WordMatches {
  readonly set: PositionSet;
  /** Whether each of them does. */
  readonly isExact: boolean;
}

/** Finds a folded part by words; `null` where it has none. @param words a dictionary of what {@link groupByWords} gave */
export function findByWords(words: DictionaryColumn, part: string): WordMatches | null {
  if (isInWord(part)) return { set: words.anyHolding(part, "anywhere"), isExact: true };
  const [first = "", ...others] = part.split(SPACE);
  const last = others.pop() ?? "";
  const sets = others.filter((word) => word !== "").map((word) => words.equal(word));
  if (first !== "") sets.push(words.anyHolding(first, "end"));
  if (last !== "") sets.push(words.anyHolding(last, "start"));
  const [one] = sets;
  if (one === undefined) return null;
  return {
    set: sets.some(({ count }) => count === 0) ? NONE : sets.reduce((left, set) => intersect(left, set)),
    isExact: false,
  };
}
