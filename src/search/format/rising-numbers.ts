import { firstIndex } from "../sets/bisect.ts";
import type { LoadPart } from "./column.ts";
import { PartReader } from "./part-reader.ts";
import { partOf } from "./part-writer.ts";

/*
 * Numbers that never decrease, one for each position: ids, times of creation. They are in blocks, each a part, so that a
 * page whose prints are in many segments reads a little of each; the directory has the first of each block.
 */

/** Numbers in a block: a power of two. */
const BLOCK_BITS = 12;
const BLOCK_NUMBERS = 1 << BLOCK_BITS;

const ARRAYS = { 2: Uint16Array, 4: Uint32Array, 8: Float64Array } as const;

/** Where such numbers are. */
export interface RisingNumbers {
  /** Bytes of each distance from the first of its block. */
  readonly bytes: keyof typeof ARRAYS;
  readonly firsts: readonly number[];
  /** Of each block the part; 0: each number is one more than that before, and there is none. */
  readonly parts: readonly number[];
}

/** Writes numbers that never decrease. @param put takes a part and says which it is, from 1 */
export function writeRising(numbers: readonly number[], put: (part: Uint8Array) => number): RisingNumbers {
  const blocks = Array.from({ length: Math.ceil(numbers.length / BLOCK_NUMBERS) }, (_, block) => {
    const values = numbers.slice(block * BLOCK_NUMBERS, (block + 1) * BLOCK_NUMBERS);
    return { first: values[0] as number, distances: values.map((value) => value - (values[0] as number)) };
  });
  const widest = Math.max(0, ...blocks.map(({ distances }) => distances.at(-1) as number));
  const bytes = widest < 2 ** 16 ? 2 : widest < 2 ** 32 ? 4 : 8;
  const parts = blocks.map(({ distances }) => {
    if (distances.every((distance, index) => distance === index)) return 0;
    return put(partOf((writer) => writer.array(ARRAYS[bytes].from(distances))));
  });
  return { bytes, firsts: blocks.map(({ first }) => first), parts };
}

/** Reads what {@link writeRising} wrote. It is not to be kept: its views of parts are right only within one step. */
export class RisingReader {
  private block = -1;
  private distances: Uint16Array | Uint32Array | Float64Array | null = null;

  /** @param count how many numbers there are */
  constructor(
    private readonly numbers: RisingNumbers,
    private readonly count: number,
    private readonly load: LoadPart,
  ) {}

  /** The number at a position. */
  at(position: number): number {
    const block = position >>> BLOCK_BITS;
    if (block !== this.block) this.open(block);
    const inBlock = position & (BLOCK_NUMBERS - 1);
    const distance = this.distances === null ? inBlock : (this.distances[inBlock] as number);
    return (this.numbers.firsts[block] as number) + distance;
  }

  /** The first position whose number is not below a bound; the number of positions when there is none. */
  firstFrom(bound: number): number {
    const { firsts } = this.numbers;
    const block = firstIndex(firsts.length, (index) => (firsts[index] as number) >= bound) - 1;
    if (block < 0) return 0;
    const from = block * BLOCK_NUMBERS;
    return from + firstIndex(this.lengthOf(block), (index) => this.at(from + index) >= bound);
  }

  private lengthOf(block: number): number {
    return Math.min(this.count - block * BLOCK_NUMBERS, BLOCK_NUMBERS);
  }

  private open(block: number): void {
    this.block = block;
    const part = this.numbers.parts[block] ?? 0;
    this.distances = part === 0 ? null : this.read(part, this.lengthOf(block));
  }

  private read(part: number, length: number): Uint16Array | Uint32Array | Float64Array {
    const reader = new PartReader(this.load(part));
    switch (this.numbers.bytes) {
      case 2:
        return reader.uint16Array(length);
      case 4:
        return reader.uint32Array(length);
      case 8:
        return reader.float64Array(length);
    }
  }
}
