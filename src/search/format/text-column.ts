import type { FilterOperator } from "../../domain/tag-query.ts";
import { fold } from "../../domain/text.ts";
import { SEGMENT_PRINTS, TEXT_BLOCK_LIMITS } from "../segment-limits.ts";
import { NONE, type PositionSet, setOfPositions, SPARSE_MAXIMUM } from "../sets/position-set.ts";
import { intersect, positionsOf } from "../sets/set-algebra.ts";
import { countBoth } from "../sets/set-count.ts";
import { expandRanks, rankOf, ranksOfEach, selectEach, selectRanks } from "../sets/set-select.ts";
import type { Column, ColumnRun, LoadPart, ScanPart, Tally, VisitValue } from "./column.ts";
import { DictionaryColumn, groupByValue, writeDictionary } from "./dictionary-column.ts";
import {
  blocksWith,
  signatureOf,
  signatureParts,
  type SignatureShape,
  writeSignatures,
} from "./gram-signature.ts";
import { findHash, hashPartOf, valueHash, writeHashes } from "./hash-part.ts";
import { PartReader } from "./part-reader.ts";
import { PartWriter } from "./part-writer.ts";
import { readSet, writeSet } from "./set-format.ts";
import {
  findContaining,
  readValues,
  type ValueBlock,
  valueHolds,
  valueIs,
  writeValues,
} from "./value-block.ts";
import { groupByDigits, isOfDigits } from "./value-digits.ts";
import { filterParts, mayHave, writeFilter } from "./value-filter.ts";
import { isInShapes, shapeOf } from "./value-shape.ts";

/*
 * A column of many distinct values, in the order of their positions. Part 0 is the head: how many values, parts of
 * hashes, of shapes and of digits and blocks there are, and values of prints that are not deleted; the first value of each block.
 * Then come the positions that have a value, the filter, the hashes, the signatures of the blocks unless there are few,
 * dictionaries of the shapes and of the digits of the folded values unless the shapes are many, the blocks of folded
 * values, and, unless folding changes none, those of the values.
 */

const PRESENT_PART = 1;
const FIRST_FILTER_PART = 2;

/** Four rows for each byte of a block: where all grams are different, as in keys, one row in five has a one. */
const SHAPE: SignatureShape = { rows: 262_144, longGram: 5 };

/** Fewer blocks are looked through without a signature, which would be as large as they are. */
const SIGNED_BLOCKS = 8;

/** Writes the parts of a text column. @param present the positions that have a value @param deleted of deleted prints */
export function writeTextColumn(
  { positions, values }: ColumnRun,
  present: PositionSet,
  deleted: PositionSet,
): Uint8Array[] {
  const folded = values.map(fold);
  const isFolded = values.every((value, index) => value === folded[index]);
  const firsts = blockFirsts(folded);
  const blocksOf = (texts: readonly string[]) =>
    firsts.slice(1).map((end, block) => writeBlock(texts.slice(firsts[block], end)));
  const foldedBlocks = blocksOf(folded);
  const columns =
    foldedBlocks.length < SIGNED_BLOCKS
      ? []
      : foldedBlocks.map((part) => signatureOf(readValues(new PartReader(part)).bytes, SHAPE));
  const hashes = Uint32Array.from(values, valueHash);
  const hashParts = writeHashes(values, hashes);
  const signatures = writeSignatures(columns, SHAPE);
  const shapes = groupByValue({ positions, values: folded.map(shapeOf) });
  const shapeParts = shapes === null ? [] : writeDictionary(shapes, present, deleted);
  const digits = shapes === null ? null : groupByDigits(positions, folded);
  const digitParts = digits === null ? [] : writeDictionary(digits, present, deleted);
  const live = present.count - countBoth(present, deleted);
  const head = new PartWriter();
  const counts = [hashParts.length, shapeParts.length, digitParts.length, foldedBlocks.length];
  for (const number of [values.length, ...counts, isFolded ? 1 : 0, live]) head.uint32(number);
  head.array(Uint32Array.from(firsts));
  const set = new PartWriter();
  writeSet(set, present);
  return [
    head.finish(),
    set.finish(),
    ...writeFilter(hashes),
    ...hashParts,
    ...signatures,
    ...shapeParts,
    ...digitParts,
    ...foldedBlocks,
    ...(isFolded ? [] : blocksOf(values)),
  ];
}

function writeBlock(values: readonly string[]): Uint8Array {
  const writer = new PartWriter();
  writeValues(writer, values);
  return writer.finish();
}

/** Where each block begins, and where the last one ends. */
function blockFirsts(values: readonly string[]): number[] {
  const firsts = [0];
  let bytes = 0;
  let begin = 0;
  for (const [index, value] of values.entries()) {
    if (index - begin === TEXT_BLOCK_LIMITS.values || bytes > TEXT_BLOCK_LIMITS.bytes) {
      firsts.push(index);
      begin = index;
      bytes = 0;
    }
    bytes += value.length + 1;
  }
  firsts.push(values.length);
  return firsts;
}

/** Where fewer than one value in so many matters, each is looked at by itself. */
const FEW_WITHIN = 8;

/** Room for the values that a search finds; only within one call. */
const found = new Uint16Array(SEGMENT_PRINTS);

/** Reads a text column. */
export class TextColumn implements Column {
  private readonly values: number;
  private readonly hashParts: number;
  private readonly shapeParts: number;
  private readonly digitParts: number;
  private readonly blocks: number;
  private readonly isFolded: boolean;
  private readonly live: number;
  private readonly firsts: Uint32Array;
  private readonly signedBlocks: number;
  private readonly firstHash: number;
  private readonly firstSignature: number;
  private readonly firstShape: number;
  private readonly firstBlock: number;

  constructor(
    private readonly load: LoadPart,
    private readonly scan: ScanPart = (part, visit) => visit(load(part)),
  ) {
    const reader = new PartReader(load(0));
    this.values = reader.uint32();
    this.hashParts = reader.uint32();
    this.shapeParts = reader.uint32();
    this.digitParts = reader.uint32();
    this.blocks = reader.uint32();
    this.isFolded = reader.uint32() === 1;
    this.live = reader.uint32();
    this.firsts = reader.uint32Array(this.blocks + 1);
    this.signedBlocks = this.blocks < SIGNED_BLOCKS ? 0 : this.blocks;
    this.firstHash = FIRST_FILTER_PART + filterParts(this.values);
    this.firstSignature = this.firstHash + this.hashParts;
    this.firstShape = this.firstSignature + signatureParts(this.signedBlocks, SHAPE);
    this.firstBlock = this.firstShape + this.shapeParts + this.digitParts;
  }

  present(): PositionSet {
    return readSet(new PartReader(this.load(PRESENT_PART)));
  }

  equal(value: string): PositionSet {
    const hash = valueHash(value);
    if (!mayHave(hash, this.values, (part) => this.load(FIRST_FILTER_PART + part))) return NONE;
    const { ranks, isRepeat } = findHash(this.load(this.firstHash + hashPartOf(hash, this.hashParts)), hash);
    const wanted = Buffer.from(value);
    let isWanted = false;
    let matches = 0;
    for (let index = 0; index < ranks.length; index++) {
      const rank = ranks[index] as number;
      if (!isRepeat(index)) isWanted = this.isValueAt(rank, wanted);
      if (isWanted) found[matches++] = rank;
    }
    return this.setOfFound(matches);
  }

  contains(foldedPart: string, within: PositionSet): PositionSet {
    if (foldedPart === "") return this.present();
    const known =
      this.shapesFor(foldedPart)?.contains(foldedPart) ?? this.digitsFor(foldedPart)?.equal(foldedPart);
    if (known !== undefined) return known;
    const part = Buffer.from(foldedPart);
    const candidates = this.blocksWith(part);
    if (candidates.length === 0) return NONE;
    const [from, to] = this.ranksAround(within);
    const blocks = candidates.filter(
      (block) => (this.firsts[block] as number) < to && (this.firsts[block + 1] as number) > from,
    );
    const isFew = within.count * FEW_WITHIN < to - from;
    return isFew ? this.containsAt(part, blocks, within) : this.containsAnywhere(part, blocks);
  }

  tally(op: FilterOperator, value: string): Tally | null {
    if (op !== "contains") return null;
    if (value === "") return { all: this.values, live: this.live };
    return (
      this.shapesFor(value)?.tally("contains", value) ?? this.digitsFor(value)?.tally("eq", value) ?? null
    );
  }

  /** The shapes, where they tell which values hold a part. */
  private shapesFor(foldedPart: string): DictionaryColumn | null {
    if (this.shapeParts === 0 || !isInShapes(foldedPart)) return null;
    return new DictionaryColumn((part) => this.load(this.firstShape + part));
  }

  /** The digits, where a part is one of them, or two. */
  private digitsFor(part: string): DictionaryColumn | null {
    if (this.digitParts === 0 || !isOfDigits(part)) return null;
    return new DictionaryColumn((index) => this.load(this.firstShape + this.shapeParts + index));
  }

  /** Looks through whole blocks. */
  private containsAnywhere(part: Uint8Array, blocks: readonly number[]): PositionSet {
    let matches = 0;
    for (const block of blocks) {
      const first = this.firsts[block] as number;
      this.scanFolded(block, (values) => {
        const more = findContaining(values, part, found.subarray(matches));
        for (let index = matches; index < matches + more; index++) {
          found[index] = (found[index] as number) + first;
        }
        matches += more;
      });
    }
    return this.setOfFound(matches);
  }

  /** Looks at the few values that matter, each by itself. */
  private containsAt(part: Uint8Array, blocks: readonly number[], within: PositionSet): PositionSet {
    const ranks = this.ranksOf(within);
    let matches = 0;
    let next = 0;
    for (const block of blocks) {
      const first = this.firsts[block] as number;
      const end = this.firsts[block + 1] as number;
      while (next < ranks.length && (ranks[next] as number) < first) next++;
      if (next === ranks.length || (ranks[next] as number) >= end) continue;
      this.scanFolded(block, (values) => {
        for (; next < ranks.length && (ranks[next] as number) < end; next++) {
          const rank = ranks[next] as number;
          if (valueHolds(values, rank - first, part)) found[matches++] = rank;
        }
      });
    }
    return this.setOfFound(matches);
  }

  private blocksWith(part: Uint8Array): number[] {
    if (this.signedBlocks === 0) return Array.from({ length: this.blocks }, (_, block) => block);
    return blocksWith(part, this.blocks, SHAPE, (index) => this.load(this.firstSignature + index));
  }

  *counts(within: PositionSet, visit: VisitValue): Generator<void, void> {
    const ranks = this.ranksOf(within);
    let next = 0;
    for (let block = 0; block < this.blocks && next < ranks.length; block++) {
      const first = this.firsts[block] as number;
      const end = this.firsts[block + 1] as number;
      if ((ranks[next] as number) >= end) continue;
      this.scan(this.originalPart(block), (part) => {
        const { bytes, offsets } = readValues(new PartReader(part));
        for (; next < ranks.length && (ranks[next] as number) < end; next++) {
          const index = (ranks[next] as number) - first;
          visit(bytes, offsets[index] as number, (offsets[index + 1] as number) - 1, 1);
        }
      });
      yield;
    }
  }

  /** The ranks, among the values, of the positions of a set that have one. */
  private ranksOf(within: PositionSet): Uint16Array {
    const present = this.present();
    const wanted = positionsOf(intersect(within, present));
    const ranks = new Uint16Array(wanted.length);
    ranksOfEach(present, wanted, ranks);
    return ranks;
  }

  /** Ranks from the first to behind the last position of a set. */
  private ranksAround(within: PositionSet): [from: number, to: number] {
    if (within.count === 0) return [0, 0];
    const [first = 0] = selectRanks(within, 0, 1);
    const [last = 0] = selectRanks(within, within.count - 1, within.count);
    const present = this.present();
    return [rankOf(present, first), rankOf(present, last + 1)];
  }

  private isValueAt(rank: number, wanted: Uint8Array): boolean {
    const block = this.blockOf(rank);
    const first = this.firsts[block] as number;
    let is = false;
    // Not kept: a value that comes again and again may be in all segments, whose blocks are many times the cache.
    this.scan(this.originalPart(block), (part) => {
      is = valueIs(readValues(new PartReader(part)), rank - first, wanted);
    });
    return is;
  }

  private blockOf(index: number): number {
    let block = 0;
    while ((this.firsts[block + 1] as number) <= index) block++;
    return block;
  }

  private scanFolded(block: number, visit: (values: ValueBlock) => void): void {
    this.scan(this.firstBlock + block, (part) => visit(readValues(new PartReader(part))));
  }

  private originalPart(block: number): number {
    return this.firstBlock + (this.isFolded ? 0 : this.blocks) + block;
  }

  /** The set of the first `count` values in `found`, which are ranks, ascending. */
  private setOfFound(count: number): PositionSet {
    if (count === 0) return NONE;
    const present = this.present();
    if (count === present.count) return present;
    if (present.kind === "dense" && count > SPARSE_MAXIMUM) return expandRanks(present, found, count);
    const ranks = found.slice(0, count);
    selectEach(present, ranks);
    return setOfPositions(ranks);
  }
}
