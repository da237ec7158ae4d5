import type { FilterOperator } from "../../domain/tag-query.ts";
import type { InRange } from "../../domain/value-range.ts";
import { SEGMENT_PRINTS } from "../index-sizes.ts";
import { NONE, type PositionSet, setOfPositions, SPARSE_MAXIMUM } from "../sets/position-set.ts";
import { intersect, positionsOf } from "../sets/set-algebra.ts";
import { expandRanks, rankOf, ranksOfEach, selectEach, selectRanks } from "../sets/set-select.ts";
import type { Column, LoadPart, ScanPart, Tally, VisitValue, VisitValueAt } from "./column.ts";
import { type DictionaryColumn, openDictionary } from "./dictionary-column.ts";
import { blocksWith, type SignatureShape, signatureOf, unionOf } from "./gram-signature.ts";
import { allHashes, findHash, hashPartOf, valueHash } from "./hash-part.ts";
import { PartReader } from "./part-reader.ts";
import { readSet } from "./set-format.ts";
import {
  BLOCK_SIGNATURE,
  FIRST_FILTER_PART,
  partsOf,
  PRESENT_PART,
  readHead,
  signedBlocks,
} from "./text-column-layout.ts";
import {
  encodedValue,
  findContaining,
  readValues,
  type ValueBlock,
  valueHolds,
  valueIs,
} from "./value-block.ts";
import { isOfDigits } from "./value-digits.ts";
import { mayHave } from "./value-filter.ts";
import { isInShapes } from "../../domain/value-shape.ts";
import { holdingInWord, isInWord, phraseOf } from "./value-words.ts";
import { holdsPhrase, readWordBlock } from "./word-block.ts";

/** Where fewer than one value in so many matters, each is looked at by itself. */
const FEW_WITHIN = 8;

/** Room for the values that a search finds; only within one call. */
const found = new Uint16Array(SEGMENT_PRINTS);

/** By their heads, for as long as the cache keeps these. */
const opened = new WeakMap<Uint8Array, TextColumn>();

/** Opens a text column, or gives the one that was opened with the same head. */
export function openText(load: LoadPart, scan: ScanPart): TextColumn {
  return opened.getOrInsertComputed(load(0), () => new TextColumn(load, scan));
}

/** Reads a text column. */
export class TextColumn implements Column {
  private readonly head;
  private readonly parts;

  constructor(
    private readonly load: LoadPart,
    private readonly scan: ScanPart = (part, visit) => visit(load(part)),
  ) {
    this.head = readHead(load(0));
    this.parts = partsOf(this.head);
  }

  present(): PositionSet {
    return readSet(new PartReader(this.load(PRESENT_PART)));
  }

  equal(value: string): PositionSet {
    const hash = valueHash(value);
    if (!mayHave(hash, this.head.values, (part) => this.load(FIRST_FILTER_PART + part))) return NONE;
    const { ranks, isRepeat } = findHash(
      this.load(this.parts.hashes + hashPartOf(hash, this.head.hashParts)),
      hash,
    );
    const wanted = encodedValue(value);
    let isWanted = false;
    let matches = 0;
    for (let index = 0; index < ranks.length; index++) {
      const rank = ranks[index] as number;
      if (!isRepeat(index)) isWanted = this.isValueAt(rank, wanted);
      if (isWanted) found[matches++] = rank;
    }
    return this.setOfFound(matches);
  }

  /** How many values there are. */
  get values(): number {
    return this.head.values;
  }

  /** How many parts of hashes there are. */
  get hashParts(): number {
    return this.head.hashParts;
  }

  /** The hashes of the values in such a part, ascending. */
  hashesIn(part: number): Uint32Array {
    return allHashes(this.load(this.parts.hashes + part));
  }

  /** Whether there are so many values that they have signatures. */
  get isSigned(): boolean {
    return signedBlocks(this.head.blocks) > 0;
  }

  /** Whether its folded values are kept as the numbers of their words: what they hold is known of each word. */
  get hasWords(): boolean {
    return this.head.wordParts > 0;
  }

  /** The signature of all values together: that of its blocks where it has the same shape, else made of the values. */
  signature(shape: SignatureShape): Uint32Array {
    if (this.isSigned && shape === BLOCK_SIGNATURE)
      return unionOf(this.head.blocks, shape, (part) => this.load(this.parts.signatures + part));
    const column = new Uint32Array(shape.rows / 32);
    for (const block of this.allBlocks()) {
      this.scanFolded(block, ({ bytes }) => {
        for (const [word, bits] of signatureOf(bytes, shape).entries())
          column[word] = (column[word] as number) | bits;
      });
    }
    return column;
  }

  contains(foldedPart: string, within: PositionSet): PositionSet {
    if (foldedPart === "") return this.present();
    const known =
      this.shapesFor(foldedPart)?.contains(foldedPart, within) ??
      this.digitsFor(foldedPart)?.equal(foldedPart);
    if (known !== undefined) return known;
    const words = this.words();
    if (words !== null) return this.containsWords(words, foldedPart, within);
    const part = encodedValue(foldedPart);
    const candidates = this.blocksWith(part);
    if (candidates.length === 0) return NONE;
    // Of more positions than there are values hardly any block is out.
    const [from, to] = within.count > this.head.values ? [0, this.head.values] : this.ranksAround(within);
    const blocks = candidates.filter(
      (block) => (this.head.firsts[block] as number) < to && (this.head.firsts[block + 1] as number) > from,
    );
    const isFew = within.count * FEW_WITHIN < to - from;
    return isFew ? this.containsAt(part, blocks, within) : this.containsAnywhere(part, blocks);
  }

  private containsWords(words: DictionaryColumn, foldedPart: string, within: PositionSet): PositionSet {
    if (isInWord(foldedPart)) return holdingInWord(words, foldedPart);
    const { phrase, candidates } = phraseOf(words, foldedPart, within);
    if (candidates.count === 0) return NONE;
    return this.ranksWhere(candidates, this.allBlocks(), (part) => {
      const block = readWordBlock(part, words.count);
      return (index) => holdsPhrase(block, index, phrase);
    });
  }

  inRange(inRange: InRange, within: PositionSet): PositionSet {
    let matches = 0;
    const steps = this.valuesIn(within, ({ bytes, offsets }, index, rank) => {
      if (inRange(bytes, offsets[index] as number, (offsets[index + 1] as number) - 1))
        found[matches++] = rank;
    });
    while (steps.next().done !== true);
    return this.setOfFound(matches);
  }

  tally(op: FilterOperator, value: string): Tally | null {
    if (op !== "contains") return null;
    if (value === "") return { all: this.head.values, live: this.head.live };
    return (
      this.shapesFor(value)?.tally("contains", value) ??
      this.digitsFor(value)?.tally("eq", value) ??
      (isInWord(value) ? this.words()?.tallyOfAny(value) : null) ??
      null
    );
  }

  /** Each value would have to be looked at. */
  tallyInRange(): null {
    return null;
  }

  /** The shapes, where they tell which values hold a part. */
  private shapesFor(foldedPart: string): DictionaryColumn | null {
    if (this.head.shapeParts === 0 || !isInShapes(foldedPart)) return null;
    return openDictionary((part) => this.load(this.parts.shapes + part));
  }

  /** The digits, where a part is one of them, or two. */
  private digitsFor(part: string): DictionaryColumn | null {
    if (this.head.digitParts === 0 || !isOfDigits(part)) return null;
    return openDictionary((index) => this.load(this.parts.digits + index));
  }

  /** The words of free text. */
  private words(): DictionaryColumn | null {
    if (this.head.wordParts === 0) return null;
    return openDictionary((part) => this.load(this.parts.words + part));
  }

  /** Looks through whole blocks. */
  private containsAnywhere(part: Uint8Array, blocks: readonly number[]): PositionSet {
    let matches = 0;
    for (const block of blocks) {
      const first = this.head.firsts[block] as number;
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
    return this.ranksWhere(within, blocks, (bytes) => {
      const values = readValues(new PartReader(bytes));
      return (index) => valueHolds(values, index, part);
    });
  }

  /**
   * The positions of a set whose value something holds for.
   * @param blocks those that are looked at @param open gives what is asked of a value, by its index in such a block
   */
  private ranksWhere(
    within: PositionSet,
    blocks: readonly number[],
    open: (block: Uint8Array) => (index: number) => boolean,
  ): PositionSet {
    const ranks = this.ranksOf(within);
    let matches = 0;
    let next = 0;
    for (const block of blocks) {
      const first = this.head.firsts[block] as number;
      const end = this.head.firsts[block + 1] as number;
      while (next < ranks.length && (ranks[next] as number) < first) next++;
      if (next === ranks.length || (ranks[next] as number) >= end) continue;
      this.scan(this.parts.folded + block, (bytes) => {
        const holds = open(bytes);
        for (; next < ranks.length && (ranks[next] as number) < end; next++) {
          const rank = ranks[next] as number;
          if (holds(rank - first)) found[matches++] = rank;
        }
      });
    }
    return this.setOfFound(matches);
  }

  private allBlocks(): number[] {
    return Array.from({ length: this.head.blocks }, (_, block) => block);
  }

  private blocksWith(part: Uint8Array): number[] {
    if (signedBlocks(this.head.blocks) === 0) return this.allBlocks();
    return blocksWith(part, this.head.blocks, BLOCK_SIGNATURE, (index) =>
      this.load(this.parts.signatures + index),
    );
  }

  counts(within: PositionSet, visit: VisitValue): Generator<void, void> {
    return this.valuesIn(within, ({ bytes, offsets }, index) =>
      visit(bytes, offsets[index] as number, (offsets[index + 1] as number) - 1, 1),
    );
  }

  each(within: PositionSet, visit: VisitValueAt): Generator<void, void> {
    const positions = positionsOf(intersect(within, this.present()));
    let next = 0;
    return this.valuesIn(within, ({ bytes, offsets }, index) =>
      visit(positions[next++] as number, bytes, offsets[index] as number, (offsets[index + 1] as number) - 1),
    );
  }

  /** Shows the values at the positions of a set, by their index in their block and their rank in the column. */
  private *valuesIn(
    within: PositionSet,
    visit: (block: ValueBlock, index: number, rank: number) => void,
  ): Generator<void, void> {
    const ranks = this.ranksOf(within);
    let next = 0;
    for (let block = 0; block < this.head.blocks && next < ranks.length; block++) {
      const first = this.head.firsts[block] as number;
      const end = this.head.firsts[block + 1] as number;
      if ((ranks[next] as number) >= end) continue;
      this.scan(this.parts.originals + block, (part) => {
        const values = readValues(new PartReader(part));
        for (; next < ranks.length && (ranks[next] as number) < end; next++) {
          const rank = ranks[next] as number;
          visit(values, rank - first, rank);
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
    const first = this.head.firsts[block] as number;
    let is = false;
    // Not kept: a value that comes again and again may be in all segments, whose blocks are many times the cache.
    this.scan(this.parts.originals + block, (part) => {
      is = valueIs(readValues(new PartReader(part)), rank - first, wanted);
    });
    return is;
  }

  private blockOf(index: number): number {
    let block = 0;
    while ((this.head.firsts[block + 1] as number) <= index) block++;
    return block;
  }

  private scanFolded(block: number, visit: (values: ValueBlock) => void): void {
    this.scan(this.parts.folded + block, (part) => visit(readValues(new PartReader(part))));
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
