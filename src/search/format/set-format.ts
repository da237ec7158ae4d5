import { DENSE_WORDS, NONE, type PositionSet, rangeSet } from "../sets/position-set.ts";
import type { PartReader } from "./part-reader.ts";
import { partOf, type PartWriter } from "./part-writer.ts";

const FORMS = { range: 0, sparse: 1, dense: 2 } as const;

/** Writes a set: its form, its count, and then two bounds, the positions, or the words. */
export function writeSet(writer: PartWriter, set: PositionSet): void {
  writer.uint32(FORMS[set.kind]);
  if (set.kind === "range") {
    writer.uint32(set.from);
    writer.uint32(set.to);
    return;
  }
  writer.uint32(set.count);
  writer.array(set.kind === "sparse" ? set.positions : set.words);
}

/** A part of nothing but a set. */
export function partOfSet(set: PositionSet): Uint8Array {
  return partOf((writer) => writeSet(writer, set));
}

/** Reads what {@link writeSet} wrote; the set is a view of the part. */
export function readSet(reader: PartReader): PositionSet {
  const form = reader.uint32();
  const count = reader.uint32();
  if (form === FORMS.range) return rangeSet(count, reader.uint32());
  if (count === 0) return NONE;
  if (form === FORMS.sparse) return { kind: "sparse", count, positions: reader.uint16Array(count) };
  return { kind: "dense", count, words: reader.uint32Array(DENSE_WORDS) };
}
