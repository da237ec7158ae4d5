import { emptyRoot, type Hash, HASH_BYTES, nodeHash } from "./hash.ts";

/** The exponent of the runs of leaves whose hashes are kept, so that proofs need not read what is under them. */
export const RUN_LEVEL = 8;

/** Leaves in such a run. */
export const RUN_LEAVES = 2 ** RUN_LEVEL;

/** The hash of a run of leaves that became full: its number among these runs, from 0. */
export interface FullRun {
  readonly number: number;
  readonly hash: Hash;
}

/**
 * The right edge of an append-only Merkle tree (RFC 9162, section 2.1): the hashes of its full subtrees, the largest first.
 * It is all that appending and the root need.
 */
export class CompactRange {
  private constructor(
    private leaves: number,
    private readonly edge: Hash[],
  ) {}

  static empty(): CompactRange {
    return new CompactRange(0, []);
  }

  /** @throws RangeError when the bytes are not those of a tree of so many leaves */
  static from(size: number, bytes: Uint8Array): CompactRange {
    const count = bytes.byteLength / HASH_BYTES;
    if (!Number.isSafeInteger(size) || size < 0 || count !== onesOf(size))
      throw new RangeError(`${bytes.byteLength} bytes are not the edge of a tree of ${size} leaves`);
    const edge = Array.from(
      { length: count },
      (_, index) => new Uint8Array(bytes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES)),
    );
    return new CompactRange(size, edge);
  }

  /** How many leaves it has. */
  get size(): number {
    return this.leaves;
  }

  /** As {@link from} takes it. */
  toBytes(): Uint8Array {
    const bytes = new Uint8Array(this.edge.length * HASH_BYTES);
    this.edge.forEach((hash, index) => bytes.set(hash, index * HASH_BYTES));
    return bytes;
  }

  copy(): CompactRange {
    return new CompactRange(this.leaves, [...this.edge]);
  }

  /** @returns the run that is full with this leaf; `null` where none is */
  append(leaf: Hash): FullRun | null {
    let hash = leaf;
    let run: FullRun | null = null;
    // As many subtrees as the number of leaves ends in ones are joined. Not by bits: it may be above 32 of them.
    for (let [rest, level] = [this.leaves, 0]; ; rest = (rest - 1) / 2, level++) {
      if (level === RUN_LEVEL) run = { number: Math.floor(this.leaves / RUN_LEAVES), hash };
      if (rest % 2 === 0) break;
      hash = nodeHash(this.edge.pop() ?? hash, hash);
    }
    this.edge.push(hash);
    this.leaves++;
    return run;
  }

  root(): Hash {
    const last = this.edge.at(-1);
    if (last === undefined) return emptyRoot();
    return this.edge.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), last);
  }
}

/** How many ones a number has in binary: a tree of so many leaves has so many full subtrees. */
function onesOf(number: number): number {
  let ones = 0;
  for (let rest = number; rest > 0; rest = Math.floor(rest / 2)) ones += rest % 2;
  return ones;
}
