import { MemorySegment } from "../segment/memory-segment.ts";
import type { IndexedPrint } from "../segment/indexed-print.ts";
import type { Run } from "./view.ts";

interface Block {
  readonly first: number;
  readonly segment: MemorySegment;
}

/** The newest prints of a workspace, which no segment holds yet, in blocks. */
export class Tail {
  private blocks: Block[] = [];

  constructor(
    /** The ordinal of the next print to be added. */
    public nextOrdinal: number,
    /** Prints of a block. */
    private readonly blockPrints: number,
  ) {}

  /** The ordinal of the first print that it has, or would have. */
  get firstOrdinal(): number {
    return this.blocks[0]?.first ?? this.nextOrdinal;
  }

  /** Bytes, roughly. */
  get weight(): number {
    return this.blocks.reduce((sum, { segment }) => sum + segment.weight, 0);
  }

  get runs(): Run[] {
    return this.blocks.map((block) => ({
      ...block,
      prints: block.segment.prints.length,
      overlay: null,
      removed: null,
    }));
  }

  /** Adds the print that follows the last one. */
  add(print: IndexedPrint): void {
    let block = this.blocks.at(-1);
    if (block === undefined || block.segment.prints.length === this.blockPrints) {
      block = { first: this.nextOrdinal, segment: new MemorySegment() };
      this.blocks.push(block);
    }
    block.segment.add(this.nextOrdinal++ - block.first, print);
  }

  /** Puts changed prints, by ordinal, in the place of what is there; those it does not have are left out. */
  change(changed: ReadonlyMap<number, IndexedPrint>): void {
    this.blocks = this.blocks.map((block) => {
      const { first, segment } = block;
      const isHere = changed
        .keys()
        .some((ordinal) => ordinal >= first && ordinal < first + segment.prints.length);
      return isHere ? { first, segment: segment.withChanged(changed) } : block;
    });
  }

  /** Forgets the prints below an ordinal; all of them, when it is in the middle of a block. */
  dropBelow(ordinal: number): void {
    if (ordinal >= this.nextOrdinal || this.blocks.every(({ first }) => first !== ordinal)) {
      this.blocks = [];
      this.nextOrdinal = ordinal;
    } else this.blocks = this.blocks.filter(({ first }) => first >= ordinal);
  }
}
