import type { LoadPart } from "./column.ts";
import { PartReader } from "./part-reader.ts";
import { partOf } from "./part-writer.ts";

/*
 * Tells most segments that do not have a value from those that may, in so little that it stays in memory: a Bloom filter
 * (Bloom, 1970) in blocks of one word, with two bits for each value. With eight values to a word, four bits each, one
 * segment in six is read in vain.
 */

const VALUES_PER_WORD = 8;

/** Words of a part: 4 KiB, so that the first search for one value reads little. */
const WORDS_PER_PART = 1024;

/** Words, a power of two, of the filter of so many values. */
function wordsFor(values: number): number {
  return 2 ** Math.max(Math.ceil(Math.log2(values / VALUES_PER_WORD)), 0);
}

/** Parts of the filter of so many values. */
export function filterParts(values: number): number {
  return Math.ceil(wordsFor(values) / WORDS_PER_PART);
}

/** Writes the parts of the filter of values with these hashes (hash-part.ts). */
export function writeFilter(hashes: Uint32Array): Uint8Array[] {
  const words = new Uint32Array(wordsFor(hashes.length));
  for (let index = 0; index < hashes.length; index++) {
    const hash = hashes[index] as number;
    const at = wordOf(hash, words.length);
    words[at] = (words[at] as number) | bitsOf(hash);
  }
  return Array.from({ length: filterParts(hashes.length) }, (_, part) =>
    partOf((writer) => writer.array(words.subarray(part * WORDS_PER_PART, (part + 1) * WORDS_PER_PART))),
  );
}

/**
 * Whether a value with a hash may be among so many values: `false` is certain.
 * @param load gives the parts of their filter, counted from 0
 */
export function mayHave(hash: number, values: number, load: LoadPart): boolean {
  const word = wordOf(hash, wordsFor(values));
  const part = load(Math.floor(word / WORDS_PER_PART));
  const wanted = bitsOf(hash);
  const present = new PartReader(part, (word % WORDS_PER_PART) * Uint32Array.BYTES_PER_ELEMENT).uint32();
  return ((present & wanted) ^ wanted) === 0;
}

/** The word, of a power of two of them: that of the highest bits. */
function wordOf(hash: number, words: number): number {
  return words === 1 ? 0 : hash >>> (32 - Math.log2(words));
}

/** Two bits, which depend on all of the hash: its highest bits are the same for all values of a word. */
function bitsOf(hash: number): number {
  const mixed = Math.imul(hash, 0x9e37_79b1);
  return (1 << (mixed >>> 27)) | (1 << ((mixed >>> 22) & 31));
}
