import { partsFor } from "../format/hash-part.ts";
import type { ColumnName } from "../format/column.ts";
import { writeSignatures } from "../format/gram-signature.ts";
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

const ROW_WORDS = BLOCK_SIGNATURE.rows / 32;
const NO_ROWS = new Uint32Array(ROW_WORDS);
const ALL_ROWS = new Uint32Array(ROW_WORDS).fill(0xffff_ffff);

/**
 * Writes the catalogue of some segments, one part after the other, with no more of each segment in memory than its
 * dictionaries and a part of hashes of each text column.
 */
export class CatalogueWriter {
  private readonly runs: { readonly segment: number; readonly run: HashRun }[] = [];
  private readonly segmentIds: number[] = [];
  private readonly entries = new EntryList();
  /** By name: the columns that have a signature in some segment, and how each segment has them. */
  private readonly texts = new Map<ColumnName, (TextColumn | "unsigned")[]>();
  private readonly signed = new Set<ColumnName>();

  /** Adds segments, each in a few steps. At most 256 may be added: an entry names one by a byte. @throws DamagedSegment */
  *add(segments: readonly SealedSegment[]): Generator<void, void> {
    for (const sealed of segments) {
      const segment = this.segmentIds.push(sealed.row.id) - 1;
      const listed = new ListedKeys();
      for (const [name, column] of sealed.ownColumns()) {
        const presence = presenceKey(name);
        if (presence !== null) listed.add(presence);
        const isText = column instanceof TextColumn;
        if (isText) this.runs.push({ segment, run: new TextHashes(column, columnHash(name)) });
        else listed.addAll(column.hashes(), columnHash(name));
        this.note(segment, name, isText && column.isSigned ? column : "unsigned");
        yield;
      }
      for (const [key, values] of sealed.rareValues()) {
        const name = `tag:${key}` as const;
        listed.add(presenceKey(name) as CatalogueKey);
        this.note(segment, name, "unsigned");
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
    const { entries, runs, segmentIds, signed } = this;
    yield writeCatalogueHead({ parts, segmentIds, signed: Array.from(signed, columnHash) });
    for (let part = 0; part < parts; part++) {
      const bound = ((part + 1) / parts) * 2 ** 32;
      entries.clear();
      for (const { segment, run } of runs)
        run.take(bound, (hash, tail) => entries.push(packEntry(hash, tail, parts, segment)));
      yield writeCataloguePart(entries.all());
    }
    for (const name of signed) yield* this.signatureParts(name);
  }

  /** The signatures of a column, a bit a segment in each row. */
  private signatureParts(name: ColumnName): Uint8Array[] {
    const texts = this.texts.get(name) ?? [];
    const columns = this.segmentIds.map((_, segment) => {
      const text = texts[segment];
      if (text === undefined) return NO_ROWS;
      // Of few values nothing is known but that they are there.
      return (text === "unsigned" ? null : text.signature()) ?? ALL_ROWS;
    });
    return writeSignatures(columns, BLOCK_SIGNATURE);
  }

  private note(segment: number, name: ColumnName, text: TextColumn | "unsigned"): void {
    this.texts.getOrInsertComputed(name, () => [])[segment] = text;
    if (text !== "unsigned") this.signed.add(name);
  }
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
