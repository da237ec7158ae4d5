import { DENSE_WORDS, NONE, type PositionSet, rangeSet } from "../sets/position-set.ts";
import type { PartReader } from "./part-reader.ts";
import type { PartWriter } from "./part-writer.ts";

const RANGE = 0;
const SPARSE = 1;
const DENSE = 2;

/** Writes a set: its form, its count, and then two bounds, the positions, or the words. */
export function writeSet(writer: PartWriter, set: PositionSet): void {
  switch (set.kind) {
    case "range":
      writer.uint32(RANGE);
      writer.uint32(set.from);
      writer.uint32(set.to);
      break;
    case "sparse":
      writer.uint32(SPARSE);
      writer.uint32(set.count);
      writer.array(set.positions);
      break;
    case "dense":
      writer.uint32(DENSE);
      writer.uint32(set.count);
      writer.array(set.words);
      break;
  }
}

/** Reads what {@link writeSet} wrote; the set is a view of the part. */
export function readSet(reader: PartReader): PositionSet {
  const kind = reader.uint32();
  const count = reader.uint32();
  if (kind === RANGE) return rangeSet(count, reader.uint32());
  if (count === 0) return NONE;
  if (kind === SPARSE) return { kind: "sparse", count, positions: reader.uint16Array(count) };
  return { kind: "dense", count, words: reader.uint32Array(DENSE_WORDS) };
}
