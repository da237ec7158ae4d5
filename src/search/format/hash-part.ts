import { HASHES_PER_PART } from "../segment-limits.ts";
import { PartReader } from "./part-reader.ts";
import { PartWriter } from "./part-writer.ts";

/*
 * The hashes of a text column's values, sorted, with the rank of the value beside each. The highest bits of the hash
 * say in which part it is, so that a search for one value reads a few kilobytes of a segment.
 */

/** The hash by which a value is found: xxHash32 of its UTF-8. */
export function valueHash(value: string): number {
  return Bun.hash.xxHash32(value);
}

/** The part, of a power of two of them, that a hash is in. */
export function hashPartOf(hash: number, parts: number): number {
  return parts === 1 ? 0 : hash >>> (32 - Math.log2(parts));
}

/** Writes the parts: each a count, the hashes ascending, and the values' ranks. @param hashes of the values, in order */
export function writeHashes(hashes: Uint32Array): Uint8Array[] {
  // Sorted as one number each: the hash above the rank, which has 16 bits.
  const keys = Float64Array.from(hashes, (hash, rank) => hash * 0x1_0000 + rank).toSorted();
  const partCount = 2 ** Math.max(Math.ceil(Math.log2(hashes.length / HASHES_PER_PART)), 0);
  const parts: Uint8Array[] = [];
  let from = 0;
  for (let part = 0; part < partCount; part++) {
    const end = ((part + 1) / partCount) * 2 ** 48;
    let to = from;
    while (to < keys.length && (keys[to] as number) < end) to++;
    const writer = new PartWriter();
    const own = keys.subarray(from, to);
    writer.uint32(own.length);
    writer.array(Uint32Array.from(own, (key) => Math.floor(key / 0x1_0000)));
    writer.array(Uint16Array.from(own, (key) => key % 0x1_0000));
    parts.push(writer.finish());
    from = to;
  }
  return parts;
}

/** The ranks of the values with a hash, ascending. */
export function findHash(part: Uint8Array, hash: number): Uint16Array {
  const reader = new PartReader(part);
  const count = reader.uint32();
  const hashes = reader.uint32Array(count);
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((hashes[middle] as number) < hash) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < count && hashes[end] === hash) end++;
  return reader.uint16Array(count).subarray(low, end);
}
