import { type SignatureShape, signatureParts } from "./gram-signature.ts";
import { PartReader } from "./part-reader.ts";
import { partOf } from "./part-writer.ts";
import { filterParts } from "./value-filter.ts";

/*
 * The parts of a column of many distinct values, in the order of their positions. Part 0 is the head. Then come the
 * positions that have a value, the filter, the hashes, the signatures of the blocks unless there are few, dictionaries of
 * the shapes and of the digits of the folded values unless the shapes are many, one of their words where the shapes are and
 * the words are not, the blocks of folded values, as text or as the numbers of their words, and, unless these are the values
 * themselves, those of the values.
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
  /** Parts of hashes, and of the dictionaries of shapes, of digits and of words: 0, there are none. */
  readonly hashParts: number;
  readonly shapeParts: number;
  readonly digitParts: number;
  readonly wordParts: number;
  readonly blocks: number;
  /** Whether folding changes no value. */
  readonly isFolded: boolean;
  /** The rank of the first value of each block, and the number of values. */
  readonly firsts: Uint32Array;
}

/** Writes the head. */
export function writeHead(head: TextColumnHead): Uint8Array {
  const { values, live, hashParts, shapeParts, digitParts, wordParts, blocks, isFolded, firsts } = head;
  const numbers = [values, hashParts, shapeParts, digitParts, wordParts, blocks, isFolded ? 1 : 0, live];
  return partOf((writer) => {
    for (const number of numbers) writer.uint32(number);
    writer.array(firsts);
  });
}

/** Reads what {@link writeHead} wrote. */
export function readHead(part: Uint8Array): TextColumnHead {
  const reader = new PartReader(part);
  const numbers = Array.from({ length: 8 }, () => reader.uint32());
  const [values = 0, hashParts = 0, shapeParts = 0, digitParts = 0, wordParts = 0, blocks = 0] = numbers;
  const [folded, live = 0] = numbers.slice(6);
  const firsts = reader.uint32Array(blocks + 1);
  return {
    values,
    live,
    hashParts,
    shapeParts,
    digitParts,
    wordParts,
    blocks,
    isFolded: folded === 1,
    firsts,
  };
}

/** The number of the first part of each kind. `originals` are the values as they are, which may be the folded ones. */
export function partsOf(head: TextColumnHead) {
  const { values, hashParts, shapeParts, digitParts, wordParts, blocks, isFolded } = head;
  const hashes = FIRST_FILTER_PART + filterParts(values);
  const signatures = hashes + hashParts;
  const shapes = signatures + signatureParts(signedBlocks(blocks), BLOCK_SIGNATURE);
  const digits = shapes + shapeParts;
  const words = digits + digitParts;
  const folded = words + wordParts;
  // The numbers of words stand for the folded values, but not for the values.
  const originals = isFolded && wordParts === 0 ? folded : folded + blocks;
  return { hashes, signatures, shapes, digits, words, folded, originals };
}
