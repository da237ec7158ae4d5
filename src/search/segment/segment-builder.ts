import { groupByValue, writeDictionary } from "../format/dictionary-column.ts";
import type { ColumnName, ColumnRun } from "../format/column.ts";
import { partOf } from "../format/part-writer.ts";
import { writeRareKeys } from "../format/rare-keys.ts";
import { writeRising } from "../format/rising-numbers.ts";
import { partOfSet } from "../format/set-format.ts";
import { writeTextColumn } from "../format/text-column-writer.ts";
import { KEY_BYTES, RARE_KEY_SHARE, SEGMENT_KEYS } from "../segment-limits.ts";
import { type PositionSet, rangeSet, setOf } from "../sets/position-set.ts";
import { ColumnRuns } from "./column-runs.ts";
import { fieldCharacters, type IndexedPrint } from "./indexed-print.ts";
import { COLUMN_KINDS, type SegmentDirectory } from "./segment-directory.ts";

/** Builds a segment of consecutive prints, which are added in the order of their ordinals. */
export class SegmentBuilder {
  private readonly runs = new ColumnRuns();
  private readonly ids: number[] = [];
  private readonly created: number[] = [];
  /** Characters of the metadata of the prints added so far. */
  metadataCharacters = 0;

  /** Prints added so far. */
  get prints(): number {
    return this.ids.length;
  }

  add(print: IndexedPrint): void {
    const position = this.ids.length;
    const newKeys = this.runs.add(position, print);
    this.ids.push(print.id);
    this.created.push(print.createdAt);
    // Where keys are ever new they take many times what their text does.
    this.metadataCharacters += fieldCharacters(print) + print.tag.length + newKeys * KEY_BYTES;
  }

  /** The parts of the segment, the directory first; in steps of a column. At least one print must have been added. */
  *finish(): Generator<void, Uint8Array[]> {
    const parts: Uint8Array[] = [new Uint8Array()];
    const put = (...more: Uint8Array[]) => {
      parts.push(...more);
      return parts.length - more.length;
    };
    const createdFrom = this.created[0] as number;
    const createdTo = this.created.at(-1) as number;
    const { own, rare } = this.shareOut();
    const { updated } = this.runs;
    const deleted = setOf(this.runs.deleted);
    const removed = setOf(this.runs.removed);
    // Where all are removed nobody asks for ids or times.
    const isEmpty = removed.count === this.prints;
    const rareParts = rare.size === 0 ? [] : writeRareKeys(rare);
    const columns = new Map<ColumnName, { kind: number; parts: Uint8Array[] }>();
    for (const [name, run] of own) {
      columns.set(name, this.columnOf(run, deleted));
      yield;
    }
    const directory: SegmentDirectory = {
      prints: this.prints,
      metadataCharacters: this.metadataCharacters,
      ids: isEmpty ? null : writeRising(this.ids, put),
      createdFrom,
      createdTo,
      created: isEmpty ? null : writeRising(this.created, put),
      deletedPart: deleted.count === 0 ? 0 : put(partOfSet(deleted)),
      ...(removed.count > 0 && { removedPart: put(partOfSet(removed)), removedPrints: removed.count }),
      updatedPart: updated.positions.length === 0 ? 0 : put(partOfTimes(updated)),
      columns: [...columns].map(([name, column]) => [name, column.kind, put(...column.parts)] as const),
      rarePart: put(...rareParts),
      rareParts: rareParts.length,
    };
    parts[0] = Buffer.from(JSON.stringify(directory));
    return parts;
  }

  private columnOf(run: ColumnRun, deleted: PositionSet): { kind: number; parts: Uint8Array[] } {
    const isEverywhere = run.positions.length === this.prints;
    const present = isEverywhere ? rangeSet(0, this.prints) : setOf(run.positions);
    const groups = groupByValue(run);
    return groups === null
      ? { kind: COLUMN_KINDS.text, parts: writeTextColumn(run, present, deleted) }
      : { kind: COLUMN_KINDS.dictionary, parts: writeDictionary(groups, present, deleted) };
  }

  /** Which columns get chunks of their own, and which tag keys are too rare for that. */
  private shareOut() {
    const own = new Map<ColumnName, ColumnRun>();
    const rare = new Map<string, ColumnRun>();
    for (const [name, run] of this.runs.fields) if (run.values.length > 0) own.set(name, run);
    const byCount = [...this.runs.tags].toSorted(
      ([, left], [, right]) => right.values.length - left.values.length,
    );
    for (const [index, [key, run]] of byCount.entries()) {
      const isRare = index >= SEGMENT_KEYS || run.values.length < this.prints * RARE_KEY_SHARE;
      if (isRare) rare.set(key, run);
      else own.set(`tag:${key}`, run);
    }
    return { own, rare };
  }
}

function partOfTimes({ positions, times }: ColumnRuns["updated"]): Uint8Array {
  return partOf((writer) => {
    writer.uint32(positions.length);
    writer.array(Uint16Array.from(positions));
    writer.array(Float64Array.from(times));
  });
}
