import { PartReader } from "./part-reader.ts";
import { PartWriter } from "./part-writer.ts";

/*
 * Tells most segments that do not have a value from those that may, in a part small enough to stay in memory: a Bloom
 * filter (Bloom, 1970) in blocks of one word, with two bits for each value. With eight values to a word, four bits each,
 * one segment in six is read in vain.
 */

const VALUES_PER_WORD = 8;

/** Writes the filter of values with these hashes (hash-part.ts). */
export function writeFilter(hashes: Uint32Array): Uint8Array {
  const words = new Uint32Array(2 ** Math.max(Math.ceil(Math.log2(hashes.length / VALUES_PER_WORD)), 0));
  for (let index = 0; index < hashes.length; index++) {
    const hash = hashes[index] as number;
    const at = wordOf(hash, words.length);
    words[at] = (words[at] as number) | bitsOf(hash);
  }
  const writer = new PartWriter();
  writer.uint32(words.length);
  writer.array(words);
  return writer.finish();
}

/** Whether a value with a hash may be among those of a filter: `false` is certain. */
export function mayHave(filter: Uint8Array, hash: number): boolean {
  const reader = new PartReader(filter);
  const count = reader.uint32();
  reader.skip(wordOf(hash, count) * Uint32Array.BYTES_PER_ELEMENT);
  const wanted = bitsOf(hash);
  return ((reader.uint32() & wanted) ^ wanted) === 0;
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
