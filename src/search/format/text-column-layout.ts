import { type SignatureShape, signatureParts } from "./gram-signature.ts";
import { PartReader } from "./part-reader.ts";
import { partOf } from "./part-writer.ts";
import { filterParts } from "./value-filter.ts";

/*
 * The parts of a column of many distinct values, in the order of their positions. Part 0 is the head. Then come the
 * positions that have a value, the filter, the hashes, the signatures of the blocks unless there are few, dictionaries of
 * the shapes and of the digits of the folded values unless the shapes are many, the blocks of folded values, and, unless
 * folding changes none, those of the values.
 */

/** The part with the positions that have a value, and the first one of the filter. */
export const PRESENT_PART = 1;
export const FIRST_FILTER_PART = 2;

/** Four rows for each byte of a block: where all grams are different, as in keys, one row in five has a one. */
export const BLOCK_SIGNATURE: SignatureShape = { rows: 262_144, longGram: 5 };

/** Fewer blocks are looked through without a signature, which would be as large as they are. */
const SIGNED_BLOCKS = 8;

/** Blocks that have a signature: all or none of them. */
export function signedBlocks(blocks: number): number {
  return blocks < SIGNED_BLOCKS ? 0 : blocks;
}

/** What the head of a text column says. */
export interface TextColumnHead {
  /** How many values there are, and how many of them are of prints that are not deleted. */
  readonly values: number;
  readonly live: number;
  /** Parts of hashes, and of the dictionaries of shapes and of digits: 0, there are none. */
  readonly hashParts: number;
  readonly shapeParts: number;
  readonly digitParts: number;
  readonly blocks: number;
  /** Whether folding changes no value, so that there are no other blocks. */
  readonly isFolded: boolean;
  /** The rank of the first value of each block, and the number of values. */
  readonly firsts: Uint32Array;
}

/** Writes the head. */
export function writeHead(head: TextColumnHead): Uint8Array {
  const { values, live, hashParts, shapeParts, digitParts, blocks, isFolded, firsts } = head;
  const numbers = [values, hashParts, shapeParts, digitParts, blocks, isFolded ? 1 : 0, live];
  return partOf((writer) => {
    for (const number of numbers) writer.uint32(number);
    writer.array(firsts);
  });
}

/** Reads what {@link writeHead} wrote. */
export function readHead(part: Uint8Array): TextColumnHead {
  const reader = new PartReader(part);
  const numbers = Array.from({ length: 7 }, () => reader.uint32());
  const [values = 0, hashParts = 0, shapeParts = 0, digitParts = 0, blocks = 0, folded = 0, live = 0] =
    numbers;
  const firsts = reader.uint32Array(blocks + 1);
  return { values, live, hashParts, shapeParts, digitParts, blocks, isFolded: folded === 1, firsts };
}

/** The number of the first part of each kind. `originals` are the values as they are, which may be the folded ones. */
export function partsOf({ values, hashParts, shapeParts, digitParts, blocks, isFolded }: TextColumnHead) {
  const hashes = FIRST_FILTER_PART + filterParts(values);
  const signatures = hashes + hashParts;
  const shapes = signatures + signatureParts(signedBlocks(blocks), BLOCK_SIGNATURE);
  const digits = shapes + shapeParts;
  const folded = digits + digitParts;
  return { hashes, signatures, shapes, digits, folded, originals: isFolded ? folded : folded + blocks };
}
