import { HASHES_PER_PART } from "../segment-limits.ts";
import { firstIndex } from "../sets/bisect.ts";
import { PartReader } from "./part-reader.ts";
import { partOf, type PartWriter } from "./part-writer.ts";

/*
 * The hashes of a text column's values, sorted, with the rank of the value beside each. The highest bits of the hash
 * say in which part it is, so that a search for one value reads a few kilobytes of a segment. A bit for each says that
 * its value is that of the one before, so that of like values only the first has to be compared.
 */

/** The hash by which a value is found: xxHash32 of its UTF-8. */
export function valueHash(value: string | Uint8Array): number {
  return Bun.hash.xxHash32(value);
}

/** How many parts so many entries take: a power of two, so that a hash tells the part. */
export function partsFor(entries: number, perPart: number): number {
  return 2 ** Math.max(Math.ceil(Math.log2(entries / perPart)), 0);
}

/** The part, of a power of two of them, that a hash is in: that of its highest bits. */
export function hashPartOf(hash: number, parts: number): number {
  return parts === 1 ? 0 : hash >>> (32 - Math.log2(parts));
}

/** Writes the parts: each a count, the hashes ascending, the values' ranks, the bits. @param hashes of the values */
export function writeHashes(values: readonly string[], hashes: Uint32Array): Uint8Array[] {
  // Sorted as one number each: the hash above the rank, which has 16 bits.
  const keys = Float64Array.from(hashes, (hash, rank) => hash * 0x1_0000 + rank).toSorted();
  const partCount = partsFor(hashes.length, HASHES_PER_PART);
  const parts: Uint8Array[] = [];
  let from = 0;
  for (let part = 0; part < partCount; part++) {
    const end = ((part + 1) / partCount) * 2 ** 48;
    const to = firstIndex(keys.length, (index) => (keys[index] as number) >= end);
    parts.push(partOf((writer) => writeKeys(writer, values, keys.subarray(from, to))));
    from = to;
  }
  return parts;
}

function writeKeys(writer: PartWriter, values: readonly string[], keys: Float64Array): void {
  const ranks = Uint16Array.from(keys, (key) => key % 0x1_0000);
  writer.uint32(keys.length);
  writer.array(Uint32Array.from(keys, (key) => Math.floor(key / 0x1_0000)));
  writer.array(ranks);
  writer.raw(repeatsOf(values, ranks));
}

function repeatsOf(values: readonly string[], ranks: Uint16Array): Uint8Array {
  const repeats = new Uint8Array(Math.ceil(ranks.length / 8));
  for (let index = 1; index < ranks.length; index++) {
    if (values[ranks[index] as number] !== values[ranks[index - 1] as number]) continue;
    repeats[index >>> 3] = (repeats[index >>> 3] as number) | (1 << (index & 7));
  }
  return repeats;
}

/** The hashes of a part, ascending. */
export function allHashes(part: Uint8Array): Uint32Array {
  const reader = new PartReader(part);
  return reader.uint32Array(reader.uint32());
}

/** Finds the values with a hash: their ranks, ascending, and whether one, by its index there, is the value before it. */
export function findHash(part: Uint8Array, hash: number) {
  const reader = new PartReader(part);
  const count = reader.uint32();
  const hashes = reader.uint32Array(count);
  const low = firstIndex(count, (index) => (hashes[index] as number) >= hash);
  let end = low;
  while (end < count && hashes[end] === hash) end++;
  const ranks = reader.uint16Array(count).subarray(low, end);
  const repeats = reader.raw(Math.ceil(count / 8));
  const isRepeatAt = (at: number) => (((repeats[at >>> 3] as number) >>> (at & 7)) & 1) === 1;
  return { ranks, isRepeat: (index: number) => isRepeatAt(low + index) };
}
