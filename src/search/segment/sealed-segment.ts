import { type ChunkLoader, DamagedSegment } from "../chunk-loader.ts";
import type { Column, ColumnName } from "../format/column.ts";
import { type DictionaryColumn, openDictionary } from "../format/dictionary-column.ts";
import { PartReader } from "../format/part-reader.ts";
import { openRareKey, readRareKeys, readRareValues } from "../format/rare-keys.ts";
import { type RisingNumbers, RisingReader } from "../format/rising-numbers.ts";
import { readSet } from "../format/set-format.ts";
import { openText, type TextColumn } from "../format/text-column.ts";
import type { SegmentRow } from "./segment-row.ts";
import { NONE, type PositionSet, rangeSet, setOfPositions } from "../sets/position-set.ts";
import { subtract } from "../sets/set-algebra.ts";
import { type Segment, spanOf, type TimeSpan, type UpdateTimes } from "./segment.ts";
import { COLUMN_KINDS, SEGMENT_FORMAT, type SegmentDirectory } from "./segment-directory.ts";

const NO_UPDATES: UpdateTimes = { positions: new Uint16Array(), times: new Float64Array() };
/** Of prints that nothing finds. */
const NO_NUMBERS: RisingNumbers = { bytes: 2, firsts: [], parts: [] };
const TAG = "tag:";

/** A segment in the database, of which only the directory stays in memory. */
export class SealedSegment implements Segment {
  readonly directory: SegmentDirectory;
  private liveSet: PositionSet | null = null;
  private spanOfUpdates: TimeSpan | null | undefined;
  private readonly columns: ReadonlyMap<ColumnName, { kind: number; firstPart: number }>;

  /** @throws DamagedSegment, also for a format that this version does not read */
  constructor(
    readonly row: SegmentRow,
    private readonly loader: ChunkLoader,
  ) {
    this.directory = this.readDirectory();
    this.columns = new Map(
      this.directory.columns.map(([name, kind, firstPart]) => [name, { kind, firstPart }]),
    );
  }

  column(name: ColumnName): Column | null {
    const found = this.columns.get(name);
    if (found !== undefined) return this.open(found.kind, found.firstPart);
    const { rarePart, rareParts } = this.directory;
    if (rareParts === 0 || !name.startsWith(TAG)) return null;
    return openRareKey((part) => this.load(rarePart + part), rareParts, name.slice(TAG.length));
  }

  *tagKeys(): Generator<readonly [key: string, present: PositionSet]> {
    for (const [name, { kind, firstPart }] of this.columns) {
      if (name.startsWith(TAG)) yield [name.slice(TAG.length), this.open(kind, firstPart).present()] as const;
    }
    const { rarePart, rareParts } = this.directory;
    for (let part = 0; part < rareParts; part++) {
      for (const [key, positions] of readRareKeys(this.load(rarePart + part))) {
        yield [key, setOfPositions(positions)] as const;
      }
    }
  }

  /** The columns that have chunks of their own. */
  *ownColumns(): Generator<readonly [name: ColumnName, column: DictionaryColumn | TextColumn]> {
    for (const [name, { kind, firstPart }] of this.columns) yield [name, this.open(kind, firstPart)] as const;
  }

  /** The rare tag keys, with the values that prints have in them. */
  *rareValues(): Generator<readonly [key: string, values: readonly string[]]> {
    const { rarePart, rareParts } = this.directory;
    for (let part = 0; part < rareParts; part++) yield* readRareValues(this.load(rarePart + part));
  }

  deleted(): PositionSet {
    const { deletedPart } = this.directory;
    return deletedPart === 0 ? NONE : readSet(new PartReader(this.load(deletedPart)));
  }

  removed(): PositionSet {
    const { removedPart = 0 } = this.directory;
    return removedPart === 0 ? NONE : readSet(new PartReader(this.load(removedPart)));
  }

  /** Kept, since nearly every search leaves out what is deleted, and a look at all prints asks nothing else. */
  live(): PositionSet {
    this.liveSet ??= subtract(rangeSet(0, this.directory.prints), this.deleted());
    return this.liveSet;
  }

  updates(): UpdateTimes {
    const { updatedPart } = this.directory;
    if (updatedPart === 0) return NO_UPDATES;
    const reader = new PartReader(this.load(updatedPart));
    const count = reader.uint32();
    return { positions: reader.uint16Array(count), times: reader.float64Array(count) };
  }

  /** Kept, so that an order by time of update reads only the segments that are near its page. */
  updateSpan(): TimeSpan | null {
    if (this.spanOfUpdates === undefined) this.spanOfUpdates = spanOf(this.updates().times);
    return this.spanOfUpdates;
  }

  ids(): (position: number) => number {
    const ids = this.reader(this.directory.ids);
    return (position) => ids.at(position);
  }

  createdAt(position: number): number {
    const { created, createdFrom, createdTo, prints } = this.directory;
    if (position === 0) return createdFrom;
    if (position === prints - 1) return createdTo;
    return this.reader(created).at(position);
  }

  firstCreatedFrom(time: number): number {
    const { created, createdFrom, createdTo, prints } = this.directory;
    if (time <= createdFrom) return 0;
    // Without its prints' times it has none that matches, whatever is asked for.
    if (time > createdTo || created === null) return prints;
    return this.reader(created).firstFrom(time);
  }

  private reader(numbers: RisingNumbers | null): RisingReader {
    return new RisingReader(numbers ?? NO_NUMBERS, this.directory.prints, (part) => this.load(part));
  }

  private open(kind: number, firstPart: number): DictionaryColumn | TextColumn {
    const load = (part: number) => this.load(firstPart + part);
    if (kind === COLUMN_KINDS.dictionary) return openDictionary(load);
    return openText(load, (part, visit) => this.loader.scan(this.row.id, firstPart + part, visit));
  }

  private load(part: number): Uint8Array {
    return this.loader.load(this.row.id, part);
  }

  private readDirectory(): SegmentDirectory {
    const { id, printCount, version } = this.row;
    if (version !== SEGMENT_FORMAT) {
      throw new DamagedSegment(id, `it has format ${version}, not ${SEGMENT_FORMAT}`);
    }
    const json = Buffer.from(this.loader.read(id, 0)).toString();
    const directory = JSON.parse(json) as SegmentDirectory;
    if (directory.prints !== printCount)
      throw new DamagedSegment(id, "its row is of another number of prints");
    return directory;
  }
}
