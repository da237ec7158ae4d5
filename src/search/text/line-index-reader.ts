import type { LoadPart, ScanPart } from "../format/column.ts";
import { alignedPart, PartReader } from "../format/part-reader.ts";
import { readSet } from "../format/set-format.ts";
import { findContaining, type ValueBlock, valueAt } from "../format/value-block.ts";
import {
  DENSE_WORDS,
  type PositionSet,
  rangeSet,
  setOfPositions,
  setOfWords,
  SPARSE_MAXIMUM,
} from "../sets/position-set.ts";
import { addTo, positionsOf } from "../sets/set-algebra.ts";
import { blocksWith, signatureParts } from "../format/gram-signature.ts";
import {
  LINE_SIGNATURE,
  type LineEntry,
  readFrequentBlock,
  readRareBlock,
  type SetPlace,
} from "./line-block.ts";

/** Reads a line index; line-index.ts has the format. Loads the parts that a question needs, and keeps none. */
export class LineIndexReader {
  /** How many positions the index has. */
  readonly prints: number;
  private readonly frequentBlocks: number;
  private readonly blocks: number;
  private readonly firstBlock: number;

  /**
   * @param load gives the parts that the index was written as, counted from 0; their bytes are not changed
   * @param scan the same for parts that are looked through once: a short text is in nearly all of them, and together
   *   they may be many times the memory that there is
   */
  constructor(
    private readonly load: LoadPart,
    private readonly scan: ScanPart = (part, visit) => visit(load(part)),
  ) {
    const header = new PartReader(alignedPart(load(0)));
    this.prints = header.uint32();
    this.frequentBlocks = header.uint32();
    this.blocks = this.frequentBlocks + header.uint32();
    this.firstBlock = 1 + signatureParts(this.blocks, LINE_SIGNATURE);
  }

  /** The prints with a line that holds a part, which is as `foldLine` makes it; an empty one is held by all. */
  contains(part: string): PositionSet {
    if (part === "") return rangeSet(0, this.prints);
    const wanted = Buffer.from(part);
    const words = new Uint32Array(DENSE_WORDS);
    const blocks = blocksWith(wanted, this.blocks, LINE_SIGNATURE, (index) => this.load(1 + index));
    for (const block of blocks) if (block < this.frequentBlocks) this.addFrequent(block, wanted, words);
    // What is on every print is mostly in a frequent line; then no rare one can add to it.
    const frequent = smallest(words, this.prints);
    if (frequent.count === this.prints) return frequent;
    for (const block of blocks) if (block >= this.frequentBlocks) this.addRare(block, wanted, words);
    return smallest(words, this.prints);
  }

  /** All lines in two runs, each in the order of `<`; no line is in both. */
  sortedRuns(): Generator<LineEntry>[] {
    return [this.frequentRun(), this.rareRun()];
  }

  private addFrequent(block: number, wanted: Buffer, words: Uint32Array): void {
    let places: SetPlace[] = [];
    this.scan(this.firstBlock + block, (part) => {
      const { lines, placeOf } = readFrequentBlock(part);
      places = Array.from(linesWith(lines, wanted), placeOf);
    });
    this.addSets(places, words);
  }

  /** @param places ascending, so that each part is looked at once */
  private addSets(places: readonly SetPlace[], words: Uint32Array): void {
    for (let index = 0; index < places.length;) {
      const { part } = places[index] as SetPlace;
      this.scan(this.firstBlock + this.blocks + part, (bytes) => {
        for (; places[index]?.part === part; index++) {
          addTo(words, setAt(bytes, (places[index] as SetPlace).offset));
        }
      });
    }
  }

  private addRare(block: number, wanted: Buffer, words: Uint32Array): void {
    this.scan(this.firstBlock + block, (part) => {
      const { lines, readPositions, release } = readRareBlock(part);
      const found = linesWith(lines, wanted);
      const rare = found.length === 0 ? null : readPositions();
      release();
      if (rare === null) return;
      const { starts, positions } = rare;
      // Not by sets: there may be a thousand lines, most of them with one position.
      for (const line of found) {
        const end = starts[line + 1] as number;
        for (let index = starts[line] as number; index < end; index++) {
          const position = positions[index] as number;
          words[position >>> 5] = (words[position >>> 5] as number) | (1 << (position & 31));
        }
      }
    });
  }

  private *frequentRun(): Generator<LineEntry> {
    for (let block = 0; block < this.frequentBlocks; block++) {
      const { lines, placeOf } = readFrequentBlock(this.load(this.firstBlock + block));
      for (let line = 0; line < lines.count; line++) {
        const { part, offset } = placeOf(line);
        const set = setAt(this.load(this.firstBlock + this.blocks + part), offset);
        yield { line: valueAt(lines, line), positions: positionsOf(set) };
      }
    }
  }

  private *rareRun(): Generator<LineEntry> {
    for (let block = this.frequentBlocks; block < this.blocks; block++) {
      const { lines, readPositions } = readRareBlock(this.load(this.firstBlock + block));
      const { starts, positions } = readPositions();
      for (let line = 0; line < lines.count; line++) {
        yield { line: valueAt(lines, line), positions: positions.subarray(starts[line], starts[line + 1]) };
      }
    }
  }
}

function setAt(bytes: Uint8Array, offset: number): PositionSet {
  return readSet(new PartReader(alignedPart(bytes.subarray(offset))));
}

function linesWith(lines: ValueBlock, wanted: Buffer): Uint16Array {
  const found = new Uint16Array(lines.count);
  return found.subarray(0, findContaining(lines, wanted, found));
}

/** The set of some words, in the form that takes the least. @param prints positions that there are */
function smallest(words: Uint32Array, prints: number): PositionSet {
  const set = setOfWords(words);
  if (set.count === prints) return rangeSet(0, prints);
  return set.count <= SPARSE_MAXIMUM ? setOfPositions(positionsOf(set)) : set;
}
