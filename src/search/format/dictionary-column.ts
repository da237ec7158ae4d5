import { fold } from "../../domain/text.ts";
import { DICTIONARY_LIMITS, PART_BYTES } from "../segment-limits.ts";
import { NONE, type PositionSet, setOfPositions } from "../sets/position-set.ts";
import { subtract, union } from "../sets/set-algebra.ts";
import { countBoth } from "../sets/set-count.ts";
import type { Column, ColumnRun, LoadPart, VisitValue } from "./column.ts";
import { PartReader } from "./part-reader.ts";
import { PartWriter } from "./part-writer.ts";
import { readSet, writeSet } from "./set-format.ts";
import {
  findContaining,
  findSorted,
  readValues,
  skipValues,
  type ValueBlock,
  writeValues,
} from "./value-block.ts";

/*
 * A column of few distinct values. Part 0 is the directory: the distinct values sorted by their bytes; the same folded,
 * unless folding changes none; and where each value's set is (its part, its offset there), ended by that of the
 * positions without a value. The parts after it hold the sets, so that a search for one value reads only its own.
 */

/** Groups a column's positions by value; `null` when it has too many distinct values to be a dictionary. */
export function groupByValue({ positions, values }: ColumnRun): Map<string, number[]> | null {
  const limit = Math.min(DICTIONARY_LIMITS.values, values.length / DICTIONARY_LIMITS.repeats);
  const groups = new Map<string, number[]>();
  for (let index = 0; index < values.length; index++) {
    const value = values[index] as string;
    const group = groups.get(value);
    if (group !== undefined) group.push(positions[index] as number);
    else if (groups.size >= limit) return null;
    else groups.set(value, [positions[index] as number]);
  }
  return groups;
}

/** Writes the parts of a dictionary. @param present the positions that have a value */
export function writeDictionary(groups: ReadonlyMap<string, number[]>, present: PositionSet): Uint8Array[] {
  const encoded = [...groups].map(([value, positions]) => ({ value, bytes: Buffer.from(value), positions }));
  const sorted = encoded.toSorted((left, right) => left.bytes.compare(right.bytes));
  const values = sorted.map(({ value }) => value);
  const folded = values.map(fold);
  const isFolded = values.every((value, index) => value === folded[index]);
  const sets = [...sorted.map(({ positions }) => setOfPositions(Uint16Array.from(positions))), present];
  const { parts, places } = packSets(sets);
  const directory = new PartWriter();
  directory.uint32(values.length);
  directory.uint32(isFolded ? 1 : 0);
  directory.array(places);
  writeValues(directory, values);
  if (!isFolded) writeValues(directory, folded);
  return [directory.finish(), ...parts];
}

/** Where the places end and the values begin, bytes from the start of the directory without the places. */
const VALUES_AT = 8;

function packSets(sets: readonly PositionSet[]): { parts: Uint8Array[]; places: Uint32Array } {
  const parts: Uint8Array[] = [];
  const places = new Uint32Array(sets.length * 2);
  let writer = new PartWriter();
  for (const [index, set] of sets.entries()) {
    if (writer.byteLength >= PART_BYTES) {
      parts.push(writer.finish());
      writer = new PartWriter();
    }
    writer.align(4);
    places.set([parts.length + 1, writer.byteLength], index * 2);
    writeSet(writer, set);
  }
  parts.push(writer.finish());
  return { parts, places };
}

/** Values shown in one step. */
const STEP_VALUES = 256;

/** Reads a dictionary. */
export class DictionaryColumn implements Column {
  private readonly directory: Uint8Array;
  private readonly places: Uint32Array;
  private readonly isFolded: boolean;
  private readonly valuesAt: number;
  private readonly values: ValueBlock;

  constructor(private readonly load: LoadPart) {
    this.directory = load(0);
    const reader = new PartReader(this.directory);
    const count = reader.uint32();
    this.isFolded = reader.uint32() === 1;
    this.places = reader.uint32Array((count + 1) * 2);
    this.valuesAt = VALUES_AT + this.places.byteLength;
    this.values = readValues(new PartReader(this.directory, this.valuesAt));
  }

  present(): PositionSet {
    return this.setAt(this.values.count);
  }

  equal(value: string): PositionSet {
    const index = findSorted(this.values, Buffer.from(value));
    return index < 0 ? NONE : this.setAt(index);
  }

  contains(foldedPart: string): PositionSet {
    if (foldedPart === "") return this.present();
    const { count } = this.values;
    const found = new Uint16Array(count);
    const matches = findContaining(this.foldedValues(), Buffer.from(foldedPart), found);
    if (matches === count) return this.present();
    // The few that do not match say as much as the many that do.
    if (matches * 2 > count) return subtract(this.present(), this.unionOfOthers(found.subarray(0, matches)));
    return union(Array.from(found.subarray(0, matches), (index) => this.setAt(index)));
  }

  *counts(within: PositionSet, visit: VisitValue): Generator<void, void> {
    const { bytes, offsets } = this.values;
    for (let index = 0; index < this.values.count; index++) {
      if (index % STEP_VALUES === STEP_VALUES - 1) yield;
      const count = countBoth(this.setAt(index), within);
      if (count > 0) visit(bytes, offsets[index] as number, (offsets[index + 1] as number) - 1, count);
    }
  }

  private foldedValues(): ValueBlock {
    if (this.isFolded) return this.values;
    const reader = new PartReader(this.directory, this.valuesAt);
    skipValues(reader);
    return readValues(reader);
  }

  private unionOfOthers(found: Uint16Array): PositionSet {
    const taken = new Set(found);
    const others: PositionSet[] = [];
    for (let index = 0; index < this.values.count; index++) {
      if (!taken.has(index)) others.push(this.setAt(index));
    }
    return union(others);
  }

  private setAt(index: number): PositionSet {
    const part = this.places[index * 2] as number;
    return readSet(new PartReader(this.load(part), this.places[index * 2 + 1]));
  }
}
