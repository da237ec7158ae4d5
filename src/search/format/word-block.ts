import { PartReader } from "./part-reader.ts";
import { partOf } from "./part-writer.ts";

/*
 * Values of free text as the numbers of their words, which take a fifth of the text. What is between two spaces is a word,
 * so that two spaces in a row have an empty one between them.
 */

/** What parts words. */
export const SPACE = " ";

/** With more words than a byte can tell apart, each number has two. */
const WORDS_OF_A_BYTE = 256;

/** The numbers of the words of values, end to end, and where each value begins (one offset more than values). */
export interface WordBlock {
  readonly offsets: Uint16Array | Uint32Array;
  readonly words: Uint8Array | Uint16Array;
}

/** Writes values as a part. Offsets take 16 bits where the words allow it. @param numbers of all words */
export function writeWordBlock(values: readonly string[], numbers: ReadonlyMap<string, number>): Uint8Array {
  const offsets = new Uint32Array(values.length + 1);
  const words: number[] = [];
  for (const [index, value] of values.entries()) {
    for (const word of value.split(SPACE)) words.push(numbers.get(word) as number);
    offsets[index + 1] = words.length;
  }
  return partOf((writer) => {
    writer.uint32(values.length);
    writer.uint32(words.length);
    writer.array(words.length < 0x1_0000 ? Uint16Array.from(offsets) : offsets);
    if (numbers.size > WORDS_OF_A_BYTE) writer.array(Uint16Array.from(words));
    else writer.raw(Buffer.from(words));
  });
}

/** Reads what {@link writeWordBlock} wrote; the block is a view of the part. @param count of all words */
export function readWordBlock(part: Uint8Array, count: number): WordBlock {
  const reader = new PartReader(part);
  const [values, length] = [reader.uint32(), reader.uint32()];
  const offsets = length < 0x1_0000 ? reader.uint16Array(values + 1) : reader.uint32Array(values + 1);
  return { offsets, words: count > WORDS_OF_A_BYTE ? reader.uint16Array(length) : reader.raw(length) };
}

/** A part with spaces: for each of its places a one for each word that may stand there. */
export type Phrase = readonly Uint8Array[];

/** Whether a value holds a phrase. */
export function holdsPhrase({ offsets, words }: WordBlock, index: number, phrase: Phrase): boolean {
  const end = (offsets[index + 1] as number) - phrase.length;
  for (let at = offsets[index] as number; at <= end; at++) {
    let place = 0;
    while (place < phrase.length && (phrase[place] as Uint8Array)[words[at + place] as number] === 1) place++;
    if (place === phrase.length) return true;
  }
  return false;
}
