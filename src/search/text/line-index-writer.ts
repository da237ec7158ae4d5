import { PartReader } from "../format/part-reader.ts";
import { PartWriter } from "../format/part-writer.ts";
import { writeSet } from "../format/set-format.ts";
import { readValues } from "../format/value-block.ts";
import { rangeSet, setOfPositions } from "../sets/position-set.ts";
import { signatureOf, writeSignatures } from "../format/gram-signature.ts";
import {
  LINE_SIGNATURE,
  type LineEntry,
  packRareBlock,
  type SetPlace,
  writeFrequentBlock,
  writeRareBlock,
} from "./line-block.ts";
import { LINE_BLOCK_BYTES, POSTINGS_PART_BYTES, RARE_LINE_PRINTS } from "../segment-limits.ts";

/** Lines that will become a block, and what they take. */
class PendingBlock {
  readonly entries: LineEntry[] = [];
  byteLength = 0;

  add(entry: LineEntry): void {
    this.entries.push(entry);
    this.byteLength += Buffer.byteLength(entry.line) + 1;
  }
}

/** Writes a line index from its lines in order; line-index.ts has the format. Keeps one block of each kind unpacked. */
export class LineIndexWriter {
  private readonly frequentBlocks: Uint8Array[] = [];
  private readonly rareBlocks: Uint8Array[] = [];
  private readonly frequentColumns: Uint32Array[] = [];
  private readonly rareColumns: Uint32Array[] = [];
  private readonly setParts: Uint8Array[] = [];
  private frequent = new PendingBlock();
  private rare = new PendingBlock();
  private sets = new PartWriter();

  /** @param prints how many positions the index has */
  constructor(private readonly prints: number) {}

  /** Adds a line, which must come after the one before in the order of `<`, and be on one print at least. */
  add(entry: LineEntry): void {
    if (entry.positions.length > RARE_LINE_PRINTS) {
      this.frequent.add(entry);
      if (this.frequent.byteLength >= LINE_BLOCK_BYTES) this.closeFrequent();
    } else {
      this.rare.add(entry);
      if (this.rare.byteLength >= LINE_BLOCK_BYTES) this.closeRare();
    }
  }

  /** The parts of the index. */
  finish(): Uint8Array[] {
    if (this.frequent.byteLength > 0) this.closeFrequent();
    if (this.rare.byteLength > 0) this.closeRare();
    if (this.sets.byteLength > 0) this.setParts.push(this.sets.finish());
    const header = new PartWriter();
    for (const count of [this.prints, this.frequentBlocks.length, this.rareBlocks.length])
      header.uint32(count);
    const signatures = writeSignatures([...this.frequentColumns, ...this.rareColumns], LINE_SIGNATURE);
    return [header.finish(), ...signatures, ...this.frequentBlocks, ...this.rareBlocks, ...this.setParts];
  }

  private closeFrequent(): void {
    const { entries } = this.frequent;
    this.frequent = new PendingBlock();
    const block = writeFrequentBlock(
      entries.map(({ line }) => line),
      entries.map(({ positions }) => this.addSet(positions)),
    );
    this.frequentColumns.push(columnOf(block));
    this.frequentBlocks.push(block);
  }

  private closeRare(): void {
    const block = writeRareBlock(this.rare.entries);
    this.rare = new PendingBlock();
    this.rareColumns.push(columnOf(block));
    this.rareBlocks.push(packRareBlock(block));
  }

  private addSet(positions: Uint16Array): SetPlace {
    if (this.sets.byteLength >= POSTINGS_PART_BYTES) {
      this.setParts.push(this.sets.finish());
      this.sets = new PartWriter();
    }
    this.sets.align(8);
    const place = { part: this.setParts.length, offset: this.sets.byteLength };
    const isAll = positions.length === this.prints;
    writeSet(this.sets, isAll ? rangeSet(0, this.prints) : setOfPositions(positions));
    return place;
  }
}

/** Both kinds of blocks begin with their lines. */
function columnOf(block: Uint8Array): Uint32Array {
  return signatureOf(readValues(new PartReader(block)).bytes, LINE_SIGNATURE);
}
