import { PartReader } from "../format/part-reader.ts";
import { partOf } from "../format/part-writer.ts";

/*
 * A part of a catalogue: which segments may have the values of a range of hashes. The highest bits of a value's hash say
 * which part, the next eight which bucket of it. An entry of a bucket is a byte that the value and its column are hashed
 * to, and a byte that says which segment: two bytes, and half of one for where the buckets begin, whatever the value is.
 */

/** Buckets of a part. */
const BUCKETS = 256;

/** An entry before it is written: bucket, tail ({@link tailOf}) and segment, a byte each, so that a sorted array of them is in order. */
export function packEntry(hash: number, tail: number, parts: number, segment: number): number {
  return (bucketOf(hash, parts) << 16) | (tail << 8) | segment;
}

/** Writes a part. @param entries as {@link packEntry} makes them; they are sorted in place, and like ones are one */
export function writeCataloguePart(entries: Uint32Array): Uint8Array {
  entries.sort();
  const pairs = new Uint16Array(entries.length);
  const firsts = new Uint32Array(BUCKETS + 1);
  let count = 0;
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index] as number;
    if (index > 0 && entry === entries[index - 1]) continue;
    pairs[count++] = entry & 0xffff;
    firsts[(entry >>> 16) + 1] = count;
  }
  // A bucket without entries ends where the one before it does.
  for (let bucket = 1; bucket <= BUCKETS; bucket++)
    firsts[bucket] = Math.max(firsts[bucket] as number, firsts[bucket - 1] as number);
  return partOf((writer) => {
    writer.uint32(count);
    writer.array(count < 0x1_0000 ? Uint16Array.from(firsts) : firsts);
    writer.array(pairs.subarray(0, count));
  });
}

/**
 * Shows the segments that may have a value in a column: all that have it, and one in some hundred others.
 * @param part that of the value's hash (`hashPartOf`) @param parts how many the catalogue has
 */
export function eachHolder(
  part: Uint8Array,
  parts: number,
  hash: number,
  column: number,
  visit: (segment: number) => void,
): void {
  const reader = new PartReader(part);
  const count = reader.uint32();
  const firsts = count < 0x1_0000 ? reader.uint16Array(BUCKETS + 1) : reader.uint32Array(BUCKETS + 1);
  const pairs = reader.uint16Array(count);
  const bucket = bucketOf(hash, parts);
  const tail = tailOf(hash, column);
  const end = firsts[bucket + 1] as number;
  for (let index = firsts[bucket] as number; index < end; index++) {
    const pair = pairs[index] as number;
    if (pair >>> 8 === tail) visit(pair & 0xff);
  }
}

/** The bits of a hash below those that say the part. */
function bucketOf(hash: number, parts: number): number {
  return (hash << Math.log2(parts)) >>> 24;
}

/** All of the hash counts, and the column, since the same value is often in several. */
export function tailOf(hash: number, column: number): number {
  return Math.imul(hash ^ column, 0x9e37_79b1) >>> 24;
}
