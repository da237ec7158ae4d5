import { partsFor } from "../format/hash-part.ts";
import type { ColumnName } from "../format/column.ts";
import { type SignatureShape, writeSignatures } from "../format/gram-signature.ts";
import { TextColumn } from "../format/text-column.ts";
import { BLOCK_SIGNATURE } from "../format/text-column-layout.ts";
import type { SealedSegment } from "../segment/sealed-segment.ts";
import { ENTRIES_PER_PART } from "../segment-limits.ts";
import { writeCatalogueHead } from "./catalogue-head.ts";
import { columnHash, presenceKey, type CatalogueKey, valueKey } from "./catalogue-key.ts";
import { packEntry, tailOf, writeCataloguePart } from "./catalogue-part.ts";

/** What a segment has, ascending by hash; each hash below a bound is shown once, with its tail. */
interface HashRun {
  /** How many there are at most. */
  readonly count: number;
  take(bound: number, visit: (hash: number, tail: number) => void): void;
}

/** Rows for each value of a column of few: a value has about a dozen grams, many of them in others too. */
const ROWS_PER_VALUE = 32;
/** Fewer rows would save nothing that counts. */
const LEAST_ROWS = 1024;

/**
 * Writes the catalogue of some segments, one part after the other, with no more of each segment in memory than its
 * dictionaries and a part of hashes of each text column.
 */
export class CatalogueWriter {
  private readonly runs: { readonly segment: number; readonly run: HashRun }[] = [];
  private readonly segmentIds: number[] = [];
  private readonly entries = new EntryList();
  /** By name, how each segment has a column: `null` where nothing is known of its values but that they are there. */
  private readonly texts = new Map<ColumnName, (TextColumn | null)[]>();

  /** Adds segments, each in a few steps. At most 256 may be added: an entry names one by a byte. @throws DamagedSegment */
  *add(segments: readonly SealedSegment[]): Generator<void, void> {
    for (const sealed of segments) {
      const segment = this.segmentIds.push(sealed.row.id) - 1;
      const listed = new ListedKeys();
      for (const [name, column] of sealed.ownColumns()) {
        const presence = presenceKey(name);
        if (presence !== null) listed.add(presence);
        if (column instanceof TextColumn) {
          this.runs.push({ segment, run: new TextHashes(column, columnHash(name)) });
          this.note(segment, name, column.isSigned || !column.hasWords ? column : null);
        } else {
          listed.addAll(column.hashes(), columnHash(name));
          this.note(segment, name, null);
        }
        yield;
      }
      for (const [key, values] of sealed.rareValues()) {
        const name = `tag:${key}` as const;
        listed.add(presenceKey(name) as CatalogueKey);
        this.note(segment, name, null);
        for (const value of values) listed.add(valueKey(name, value));
      }
      this.runs.push({ segment, run: listed.run() });
      yield;
    }
  }

  /** The parts, the head first. @throws DamagedSegment */
  *parts(): Generator<Uint8Array, void> {
    const count = this.runs.reduce((sum, { run }) => sum + run.count, 0);
    const parts = partsFor(count, ENTRIES_PER_PART);
    const { entries, runs, segmentIds } = this;
    const signed = this.signedColumns();
    const columns = signed.map(({ name, shape }) => ({ column: columnHash(name), shape }));
    yield writeCatalogueHead({ parts, segmentIds, signed: columns });
    for (let part = 0; part < parts; part++) {
      const bound = ((part + 1) / parts) * 2 ** 32;
      entries.clear();
      for (const { segment, run } of runs)
        run.take(bound, (hash, tail) => entries.push(packEntry(hash, tail, parts, segment)));
      yield writeCataloguePart(entries.all());
    }
    for (const { texts, shape } of signed) yield* this.signatureParts(texts, shape);
  }

  /** The columns that are text in some segment. */
  private signedColumns() {
    return [...this.texts].flatMap(([name, texts]) => {
      const known = texts.filter((text) => text instanceof TextColumn);
      return known.length === 0 ? [] : [{ name, texts, shape: shapeFor(known) }];
    });
  }

  /** The signatures of a column, a bit a segment in each row. */
  private *signatureParts(
    texts: readonly (TextColumn | null)[],
    shape: SignatureShape,
  ): Generator<Uint8Array, void> {
    const words = shape.rows / 32;
    const columns = this.segmentIds.map((_, segment) => {
      const text = texts[segment];
      if (text === undefined) return new Uint32Array(words);
      return text === null ? new Uint32Array(words).fill(0xffff_ffff) : text.signature(shape);
    });
    yield* writeSignatures(columns, shape);
  }

  private note(segment: number, name: ColumnName, text: TextColumn | null): void {
    this.texts.getOrInsertComputed(name, () => [])[segment] = text;
  }
}

/**
 * How the signatures of a column are made: as within its segments, where these have some. Of fewer values rows for grams of
 * four, since people look for the last four digits of a number.
 */
function shapeFor(texts: readonly TextColumn[]): SignatureShape {
  if (texts.some(({ isSigned }) => isSigned)) return BLOCK_SIGNATURE;
  const most = Math.max(...texts.map(({ values }) => values)) * ROWS_PER_VALUE;
  const rows = 2 ** Math.ceil(Math.log2(Math.max(most, LEAST_ROWS)));
  return { rows: Math.min(rows, BLOCK_SIGNATURE.rows), longGram: 4 };
}

/** The hashes of a text column, of which a part is in memory. */
class TextHashes implements HashRun {
  private hashes: Uint32Array = new Uint32Array();
  private at = 0;
  private part = 0;

  constructor(
    private readonly text: TextColumn,
    private readonly column: number,
  ) {}

  get count(): number {
    return this.text.values;
  }

  take(bound: number, visit: (hash: number, tail: number) => void): void {
    for (;;) {
      for (; this.at < this.hashes.length; this.at++) {
        const hash = this.hashes[this.at] as number;
        if (hash >= bound) return;
        visit(hash, tailOf(hash, this.column));
      }
      if (this.part === this.text.hashParts) return;
      this.hashes = this.text.hashesIn(this.part++);
      this.at = 0;
    }
  }
}

/** What dictionaries and the table of rare keys have. */
class ListedKeys {
  private readonly keys: number[] = [];

  add({ hash, column }: CatalogueKey): void {
    // One number each: the hash above its tail.
    this.keys.push(hash * 256 + tailOf(hash, column));
  }

  addAll(hashes: Uint32Array, column: number): void {
    for (const hash of hashes) this.add({ hash, column });
  }

  run(): HashRun {
    const keys = Float64Array.from(this.keys).toSorted();
    let at = 0;
    return {
      count: keys.length,
      take(bound, visit) {
        for (; at < keys.length; at++) {
          const key = keys[at] as number;
          const hash = Math.floor(key / 256);
          if (hash >= bound) return;
          visit(hash, key % 256);
        }
      },
    };
  }
}

/** Entries of one part after the other, in the same memory. */
class EntryList {
  private entries = new Uint32Array(ENTRIES_PER_PART * 2);
  private count = 0;

  push(entry: number): void {
    if (this.count === this.entries.length) {
      const larger = new Uint32Array(this.count * 2);
      larger.set(this.entries);
      this.entries = larger;
    }
    this.entries[this.count++] = entry;
  }

  clear(): void {
    this.count = 0;
  }

  all(): Uint32Array {
    return this.entries.subarray(0, this.count);
  }
}
