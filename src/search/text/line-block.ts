import { KIBIBYTE } from "../../domain/limits.ts";
import type { SignatureShape } from "../format/gram-signature.ts";
import { PartReader, alignedPart } from "../format/part-reader.ts";
import { partOf } from "../format/part-writer.ts";
import { releaseMemory } from "../../platform/huge-bytes.ts";
import { readValues, writeValues } from "../format/value-block.ts";

/*
 * The two kinds of blocks of lines. A frequent one is its lines, sorted, and where the set of each is: its part, and
 * its offset there. A rare one holds the positions themselves: how many each line has, then for all of them the steps
 * from one to the next (from 0, and modulo 65,536 when a line begins before the last one's end), the low bytes first
 * and then the high ones, which are nearly always 0; the whole of it is compressed with zstd.
 */

const ZSTD_LEVEL = 3;

/** The signature of a block. */
export const LINE_SIGNATURE: SignatureShape = { rows: 16 * KIBIBYTE, longGram: 4 };

/** A line and the prints it is on, ascending. */
export interface LineEntry {
  readonly line: string;
  readonly positions: Uint16Array;
}

/** Where a set of positions is. */
export interface SetPlace {
  /** Counted from the first part of sets. */
  readonly part: number;
  readonly offset: number;
}

/** Writes a block of frequent lines. */
export function writeFrequentBlock(lines: readonly string[], places: readonly SetPlace[]): Uint8Array {
  return partOf((writer) => {
    writeValues(writer, lines);
    writer.array(Uint32Array.from(places.flatMap(({ part, offset }) => [part, offset])));
  });
}

/** Reads a block of frequent lines; it is a view of the part. */
export function readFrequentBlock(part: Uint8Array) {
  const reader = new PartReader(alignedPart(part));
  const lines = readValues(reader);
  const places = reader.uint32Array(lines.count * 2);
  const placeOf = (line: number): SetPlace => ({
    part: places[line * 2] as number,
    offset: places[line * 2 + 1] as number,
  });
  return { lines, placeOf };
}

/** Writes a block of rare lines, not compressed yet; each must be on fewer than 256 prints. */
export function writeRareBlock(entries: readonly LineEntry[]): Uint8Array {
  const counts = Uint8Array.from(entries, ({ positions }) => positions.length);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const low = new Uint8Array(total);
  const high = new Uint8Array(total);
  let index = 0;
  let last = 0;
  for (const { positions } of entries) {
    for (const position of positions) {
      low[index] = position - last;
      high[index++] = (position - last) >> 8;
      last = position;
    }
  }
  const lines = entries.map(({ line }) => line);
  return partOf((writer) => {
    writeValues(writer, lines);
    for (const bytes of [counts, low, high]) writer.raw(bytes);
  });
}

/** Compresses a block of rare lines. */
export function packRareBlock(block: Uint8Array): Uint8Array {
  return Bun.zstdCompressSync(Buffer.from(block.buffer, block.byteOffset, block.byteLength), {
    level: ZSTD_LEVEL,
  });
}

/**
 * Reads a block of rare lines; their positions only when they are asked for, which is seldom. `release` gives the memory of
 * the lines back; the positions are right for longer.
 */
export function readRareBlock(part: Uint8Array) {
  const unpacked = Bun.zstdDecompressSync(Buffer.from(part.buffer, part.byteOffset, part.byteLength));
  const reader = new PartReader(alignedPart(unpacked));
  const lines = readValues(reader);
  return {
    lines,
    readPositions: () => readRarePositions(reader, lines.count),
    release: () => releaseMemory(unpacked),
  };
}

/** The positions of line `n` go from `starts[n]` up to, and without, `starts[n + 1]`. @param reader at the end of the lines */
function readRarePositions(reader: PartReader, lines: number) {
  const counts = reader.raw(lines);
  const starts = new Uint32Array(lines + 1);
  for (let line = 0; line < lines; line++) {
    starts[line + 1] = (starts[line] as number) + (counts[line] as number);
  }
  const total = starts[lines] as number;
  const low = reader.raw(total);
  const high = reader.raw(total);
  const positions = new Uint16Array(total);
  let last = 0;
  for (let index = 0; index < total; index++) {
    last = (last + (low[index] as number) + ((high[index] as number) << 8)) & 0xffff;
    positions[index] = last;
  }
  return { starts, positions };
}
