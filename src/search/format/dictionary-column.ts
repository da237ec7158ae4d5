import type { FilterOperator } from "../../domain/tag-query.ts";
import { fold } from "../../domain/text.ts";
import type { InRange } from "../../domain/value-range.ts";
import { DICTIONARY_LIMITS, PART_BYTES } from "../segment-limits.ts";
import { columnRoom } from "../sets/bitmaps.ts";
import { NONE, type PositionSet, setOf } from "../sets/position-set.ts";
import { intersect, positionsOf, subtract, union } from "../sets/set-algebra.ts";
import { countBoth } from "../sets/set-count.ts";
import type { Column, ColumnRun, LoadPart, Tally, VisitValue, VisitValueAt } from "./column.ts";
import { valueHash } from "./hash-part.ts";
import { PartReader } from "./part-reader.ts";
import { PartWriter } from "./part-writer.ts";
import { readSet, writeSet } from "./set-format.ts";
import {
  encodedValue,
  findContaining,
  findSorted,
  readValues,
  skipValues,
  sortedByBytes,
  type ValueBlock,
  valueEndsWith,
  valueIs,
  valueStartsWith,
  writeValues,
} from "./value-block.ts";

/*
 * A column of few distinct values. Part 0 is the directory: the distinct values sorted by their bytes; the same folded,
 * unless folding changes none; and of each value's set where it is (its part, its offset there) and how many positions
 * it has, all and those of prints that are not deleted; at their end that of all positions with a value. The parts after
 * it hold the sets, so that a search for one value reads only its own, and to count its prints reads none.
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

/** Numbers for each set: its part, its offset there, its positions, and those of them that are not deleted. */
const NUMBERS_PER_SET = 4;

/** Writes the parts of a dictionary. @param present the positions that have a value @param deleted of deleted prints */
export function writeDictionary(
  groups: ReadonlyMap<string, number[]>,
  present: PositionSet,
  deleted: PositionSet,
): Uint8Array[] {
  const values = sortedByBytes(groups.keys());
  const folded = values.map(fold);
  const isFolded = values.every((value, index) => value === folded[index]);
  const sets = [...values.map((value) => setOf(groups.get(value) as number[])), present];
  const { parts, places } = packSets(sets, deleted);
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

function packSets(
  sets: readonly PositionSet[],
  deleted: PositionSet,
): { parts: Uint8Array[]; places: Uint32Array } {
  const parts: Uint8Array[] = [];
  const places = new Uint32Array(sets.length * NUMBERS_PER_SET);
  let writer = new PartWriter();
  for (const [index, set] of sets.entries()) {
    if (writer.byteLength >= PART_BYTES) {
      parts.push(writer.finish());
      writer = new PartWriter();
    }
    writer.align(4);
    const live = set.count - countBoth(set, deleted);
    places.set([parts.length + 1, writer.byteLength, set.count, live], index * NUMBERS_PER_SET);
    writeSet(writer, set);
  }
  parts.push(writer.finish());
  return { parts, places };
}

const HOLDS = { start: valueStartsWith, end: valueEndsWith, whole: valueIs } as const;

/** Where in a value a part is looked for. */
export type PartPlace = "anywhere" | keyof typeof HOLDS;

const NOTHING: Tally = { all: 0, live: 0 };

/** Values shown in one step. */
const STEP_VALUES = 256;

/** So few positions are looked for in each set: sooner done than to put the sets together. */
const FEW_WITHIN = 512;

/** By their directories, for as long as the cache keeps these: to open one takes longer than to look for a value. */
const opened = new WeakMap<Uint8Array, DictionaryColumn>();

/** Opens a dictionary, or gives the one that was opened with the same directory. */
export function openDictionary(load: LoadPart): DictionaryColumn {
  return opened.getOrInsertComputed(load(0), () => new DictionaryColumn(load));
}

/** Reads a dictionary. */
export class DictionaryColumn implements Column {
  private readonly directory: Uint8Array;
  private readonly places: Uint32Array;
  private readonly isFolded: boolean;
  private readonly valuesAt: number;
  private readonly values: ValueBlock;

  private soughtLast: string | null = null;
  private foundLast = -1;

  constructor(private readonly load: LoadPart) {
    this.directory = load(0);
    const reader = new PartReader(this.directory);
    const count = reader.uint32();
    this.isFolded = reader.uint32() === 1;
    this.places = reader.uint32Array((count + 1) * NUMBERS_PER_SET);
    this.valuesAt = VALUES_AT + this.places.byteLength;
    this.values = readValues(new PartReader(this.directory, this.valuesAt));
  }

  present(): PositionSet {
    return this.setAt(this.values.count);
  }

  equal(value: string): PositionSet {
    const index = this.indexOf(value);
    return index < 0 ? NONE : this.setAt(index);
  }

  /** The hashes of the distinct values, in no order. */
  hashes(): Uint32Array {
    const { bytes, offsets, count } = this.values;
    return Uint32Array.from({ length: count }, (_, index) =>
      valueHash(bytes.subarray(offsets[index], (offsets[index + 1] as number) - 1)),
    );
  }

  /** How many distinct values there are. */
  get count(): number {
    return this.values.count;
  }

  /** The indexes, ascending, of the values that hold a part at a place. @param part folded, and so are the values compared */
  indexesHolding(part: string, place: PartPlace): Uint16Array {
    if (place === "anywhere") return this.containing(part);
    const values = this.foldedValues();
    const holds = HOLDS[place];
    const bytes = encodedValue(part);
    const found = new Uint16Array(values.count);
    let matches = 0;
    for (let index = 0; index < values.count; index++)
      if (holds(values, index, bytes)) found[matches++] = index;
    return found.subarray(0, matches);
  }

  /** The positions that have one of some values, by the indexes of these; a position may have several. */
  unionAt(found: Uint16Array): PositionSet {
    return union(this.setsAt(found), columnRoom());
  }

  /** Counts the positions whose value holds a part; `null` for several values, whose positions may be the same. */
  tallyOfAny(foldedPart: string): Tally | null {
    const [index = -1, another] = this.containing(foldedPart);
    if (another !== undefined) return null;
    return index < 0 ? NOTHING : this.tallyAt(index);
  }

  contains(foldedPart: string, within: PositionSet): PositionSet {
    return foldedPart === "" ? this.present() : this.unionOf(this.containing(foldedPart), within);
  }

  inRange(inRange: InRange, within: PositionSet): PositionSet {
    return this.unionOf(this.valuesInRange(inRange), within);
  }

  tally(op: FilterOperator, value: string): Tally {
    const present = this.tallyAt(this.values.count);
    if (op === "contains") {
      return value === "" ? present : this.sumOf(this.containing(value));
    }
    const index = this.indexOf(value);
    const equal = index < 0 ? NOTHING : this.tallyAt(index);
    return op === "eq" ? equal : { all: present.all - equal.all, live: present.live - equal.live };
  }

  tallyInRange(inRange: InRange): Tally {
    return this.sumOf(this.valuesInRange(inRange));
  }

  *counts(within: PositionSet, visit: VisitValue): Generator<void, void> {
    const { bytes, offsets } = this.values;
    for (let index = 0; index < this.values.count; index++) {
      if (index % STEP_VALUES === STEP_VALUES - 1) yield;
      const count = countBoth(this.setAt(index), within);
      if (count > 0) visit(bytes, offsets[index] as number, (offsets[index + 1] as number) - 1, count);
    }
  }

  *each(within: PositionSet, visit: VisitValueAt): Generator<void, void> {
    const { bytes, offsets } = this.values;
    for (let index = 0; index < this.values.count; index++) {
      if (index % STEP_VALUES === STEP_VALUES - 1) yield;
      const [from, to] = [offsets[index] as number, (offsets[index + 1] as number) - 1];
      for (const position of positionsOf(intersect(this.setAt(index), within)))
        visit(position, bytes, from, to);
    }
  }

  /** The indexes of the values whose folded form holds a part, ascending. */
  private containing(foldedPart: string): Uint16Array {
    const found = new Uint16Array(this.values.count);
    return found.subarray(0, findContaining(this.foldedValues(), encodedValue(foldedPart), found));
  }

  /** The indexes of the values in a range, ascending. */
  private valuesInRange(inRange: InRange): Uint16Array {
    const { bytes, offsets, count } = this.values;
    const found = new Uint16Array(count);
    let matches = 0;
    for (let index = 0; index < count; index++) {
      if (inRange(bytes, offsets[index] as number, (offsets[index + 1] as number) - 1))
        found[matches++] = index;
    }
    return found.subarray(0, matches);
  }

  /** How many positions have any of some values: none has two. */
  private sumOf(found: Uint16Array): Tally {
    let [all, live] = [0, 0];
    for (let index = 0; index < found.length; index++) {
      const at = (found[index] as number) * NUMBERS_PER_SET;
      all += this.places[at + 2] as number;
      live += this.places[at + 3] as number;
    }
    return { all, live };
  }

  /** The index of a value, or -1. Conditions ask first how many prints have it, and then which. */
  private indexOf(value: string): number {
    if (value !== this.soughtLast) {
      this.soughtLast = value;
      this.foundLast = findSorted(this.values, encodedValue(value));
    }
    return this.foundLast;
  }

  private tallyAt(index: number): Tally {
    const at = index * NUMBERS_PER_SET;
    return { all: this.places[at + 2] as number, live: this.places[at + 3] as number };
  }

  private foldedValues(): ValueBlock {
    if (this.isFolded) return this.values;
    const reader = new PartReader(this.directory, this.valuesAt);
    skipValues(reader);
    return readValues(reader);
  }

  /** The positions of some values, by their indexes; those that are not in `within` may be left out. */
  private unionOf(found: Uint16Array, within: PositionSet): PositionSet {
    const { count } = this.values;
    if (within.count <= FEW_WITHIN)
      return union(Array.from(found, (index) => intersect(within, this.setAt(index))));
    if (found.length === count) return this.present();
    // The few that do not match say as much as the many that do.
    if (found.length * 2 > count) return subtract(this.present(), this.unionOfOthers(found), columnRoom());
    return this.unionAt(found);
  }

  private unionOfOthers(found: Uint16Array): PositionSet {
    const taken = new Set(found);
    const others: PositionSet[] = [];
    for (let index = 0; index < this.values.count; index++) {
      if (!taken.has(index)) others.push(this.setAt(index));
    }
    return union(others, columnRoom());
  }

  private setsAt(found: Uint16Array): PositionSet[] {
    const sets: PositionSet[] = [];
    for (let index = 0; index < found.length; index++) sets.push(this.setAt(found[index] as number));
    return sets;
  }

  private setAt(index: number): PositionSet {
    const at = index * NUMBERS_PER_SET;
    const part = this.places[at] as number;
    return readSet(new PartReader(this.load(part), this.places[at + 1]));
  }
}
