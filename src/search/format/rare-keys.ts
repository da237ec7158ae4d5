import { HASHES_PER_PART } from "../segment-limits.ts";
import type { ColumnRun, LoadPart } from "./column.ts";
import { hashPartOf, partsFor, valueHash } from "./hash-part.ts";
import { PartReader } from "./part-reader.ts";
import { partOf } from "./part-writer.ts";
import { RareColumn } from "./rare-column.ts";
import {
  encodedValue,
  findSorted,
  readValues,
  sortedByBytes,
  type ValueBlock,
  valueAt,
  writeValues,
} from "./value-block.ts";

/*
 * The tag keys that few prints of a segment have, together in one table, since a workspace whose prints have ever-new
 * keys must not make a chunk of each. A key's hash says in which part it is: the keys sorted by their bytes, the first
 * entry of each (and the end of the last), then the entries' positions and values.
 */

/** Writes the parts: a power of two of them. */
export function writeRareKeys(keys: ReadonlyMap<string, ColumnRun>): Uint8Array[] {
  const entries = keys.values().reduce((sum, { values }) => sum + values.length, 0);
  const partCount = partsFor(entries, HASHES_PER_PART);
  const groups = Array.from({ length: partCount }, (): string[] => []);
  for (const key of keys.keys()) groups[hashPartOf(valueHash(key), partCount)]?.push(key);
  return groups.map((group) => writePart(sortedByBytes(group), keys));
}

function writePart(group: readonly string[], keys: ReadonlyMap<string, ColumnRun>): Uint8Array {
  const runs = group.map((key) => keys.get(key) as ColumnRun);
  let length = 0;
  const firsts = [0, ...runs.map((run) => (length += run.values.length))];
  const values = runs.flatMap((run) => run.values);
  return partOf((writer) => {
    writeValues(writer, group);
    writer.array(Uint32Array.from(firsts));
    writer.array(Uint16Array.from(runs.flatMap((run) => run.positions)));
    writeValues(writer, values);
  });
}

/** Opens the column of a rare key; `null` when no print of the segment has it. */
export function openRareKey(load: LoadPart, parts: number, key: string): RareColumn | null {
  const reader = new PartReader(load(hashPartOf(valueHash(key), parts)));
  const keys = readValues(reader);
  const index = findSorted(keys, encodedValue(key));
  return index < 0 ? null : columnAt(readEntries(reader, keys.count), index);
}

/** All keys of a part, with the positions that have each. */
export function* readRareKeys(part: Uint8Array): Generator<[key: string, positions: Uint16Array]> {
  const reader = new PartReader(part);
  const keys = readValues(reader);
  const { firsts, positions } = readEntries(reader, keys.count);
  for (let index = 0; index < keys.count; index++) {
    yield [valueAt(keys, index), positions.subarray(firsts[index], firsts[index + 1])];
  }
}

/** All keys of a part, with the values that they have. */
export function* readRareValues(part: Uint8Array): Generator<[key: string, values: string[]]> {
  const reader = new PartReader(part);
  const keys = readValues(reader);
  const entries = readEntries(reader, keys.count);
  for (let index = 0; index < keys.count; index++)
    yield [valueAt(keys, index), columnAt(entries, index).values()];
}

/** The entries of all keys of a part. */
interface Entries {
  /** Where each key's begin, and where the last one's end. */
  readonly firsts: Uint32Array;
  readonly positions: Uint16Array;
  readonly values: ValueBlock;
}

function readEntries(reader: PartReader, keyCount: number): Entries {
  const firsts = reader.uint32Array(keyCount + 1);
  const positions = reader.uint16Array(firsts[keyCount] as number);
  return { firsts, positions, values: readValues(reader) };
}

function columnAt({ firsts, positions, values }: Entries, index: number): RareColumn {
  const first = firsts[index] as number;
  return new RareColumn(positions.subarray(first, firsts[index + 1]), values, first);
}
