import type { LoadPart } from "./column.ts";
import { hashPartOf, partsFor } from "./hash-part.ts";
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

/** Parts of the filter of so many values. */
export function filterParts(values: number): number {
  return Math.ceil(partsFor(values, VALUES_PER_WORD) / WORDS_PER_PART);
}

/** Writes the parts of the filter of values with these hashes (hash-part.ts). */
export function writeFilter(hashes: Uint32Array): Uint8Array[] {
  const words = new Uint32Array(partsFor(hashes.length, VALUES_PER_WORD));
  for (let index = 0; index < hashes.length; index++) {
    const hash = hashes[index] as number;
    const at = hashPartOf(hash, words.length);
    words[at] = (words[at] as number) | bitsOf(hash);
  }
  return Array.from({ length: filterParts(hashes.length) }, (_, part) =>
    partOf((writer) => writer.array(words.subarray(part * WORDS_PER_PART, (part + 1) * WORDS_PER_PART))),
  );
}

/** Whether a value with a hash may be among so many: `false` is certain. @param load gives the parts of their filter */
export function mayHave(hash: number, values: number, load: LoadPart): boolean {
  const word = hashPartOf(hash, partsFor(values, VALUES_PER_WORD));
  const part = load(Math.floor(word / WORDS_PER_PART));
  const wanted = bitsOf(hash);
  const present = new PartReader(part, (word % WORDS_PER_PART) * Uint32Array.BYTES_PER_ELEMENT).uint32();
  return ((present & wanted) ^ wanted) === 0;
}

/** Two bits, which depend on all of the hash: its highest bits are the same for all values of a word. */
function bitsOf(hash: number): number {
  const mixed = Math.imul(hash, 0x9e37_79b1);
  return (1 << (mixed >>> 27)) | (1 << ((mixed >>> 22) & 31));
}
