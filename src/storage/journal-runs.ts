import type { Database } from "bun:sqlite";
import { RUN_LEVEL } from "../journal/compact-range.ts";
import { type Hash, nodeHash } from "../journal/hash.ts";

/** The exponent of the subtrees whose runs are read together: 256 of them. */
export const BLOCK_LEVEL = RUN_LEVEL + 8;
const BLOCK_RUNS = 2 ** (BLOCK_LEVEL - RUN_LEVEL);

/** Blocks that are kept whole: 511 hashes each. */
const KEPT_BLOCKS = 16;

/** Hashes of subtrees that are no smaller than a block that are kept: those of a billion leaves. */
const KEPT_NODES = 2 * 2 ** 14;

/** What of a block is known, by the level above the runs; what is not full yet, or missing, is not there. */
type Block = readonly (readonly (Hash | undefined)[])[];

/** Reads the hashes of full runs of journals, and makes those of the subtrees above them. Both never change, so they are kept. */
export class JournalRuns {
  private readonly within;
  private readonly nodes = new Map<string, Hash>();
  private readonly blocks = new Map<string, Block>();

  constructor(database: Database) {
    this.within = database.query<{ number: number; hash: Hash }, [number, number, number]>(
      "SELECT number, hash FROM journal_run WHERE workspace_id = ? AND number >= ? AND number < ?",
    );
  }

  /**
   * The hash of a full subtree of 2^`level` leaves, which is the `index`th from the left.
   * @param level no less than that of a run
   * @throws Error where the hash of a run is missing
   */
  subtree(workspaceId: number, level: number, index: number): Hash {
    if (level < BLOCK_LEVEL) return this.inBlock(workspaceId, level, index);
    const key = `${workspaceId} ${level} ${index}`;
    const known = this.nodes.get(key);
    if (known !== undefined) return known;
    const hash =
      level === BLOCK_LEVEL
        ? this.inBlock(workspaceId, level, index)
        : nodeHash(
            this.subtree(workspaceId, level - 1, index * 2),
            this.subtree(workspaceId, level - 1, index * 2 + 1),
          );
    if (this.nodes.size >= KEPT_NODES) this.nodes.clear();
    this.nodes.set(key, hash);
    return hash;
  }

  private inBlock(workspaceId: number, level: number, index: number): Hash {
    const width = 2 ** (BLOCK_LEVEL - level);
    const [number, place] = [Math.floor(index / width), index % width];
    const key = `${workspaceId} ${number}`;
    // The last one grows: what it lacked may be there now.
    const hash =
      this.blocks.get(key)?.[level - RUN_LEVEL]?.[place] ??
      this.readBlock(workspaceId, number, key)[level - RUN_LEVEL]?.[place];
    if (hash !== undefined) return hash;
    const first = index * 2 ** level;
    throw new Error(`the hash of entries ${first} to ${first + 2 ** level - 1} is missing`);
  }

  private readBlock(workspaceId: number, number: number, key: string): Block {
    const first = number * BLOCK_RUNS;
    let hashes = Array.from<Hash | undefined>({ length: BLOCK_RUNS });
    for (const row of this.within.all(workspaceId, first, first + BLOCK_RUNS))
      hashes[row.number - first] = row.hash;
    const levels = [hashes];
    while (hashes.length > 1) levels.push((hashes = joined(hashes)));
    if (this.blocks.size >= KEPT_BLOCKS) this.blocks.clear();
    this.blocks.set(key, levels);
    return levels;
  }
}

/** The level above: each hash is that of two neighbours. */
function joined(hashes: readonly (Hash | undefined)[]): (Hash | undefined)[] {
  return Array.from({ length: hashes.length / 2 }, (_, place) => {
    const [left, right] = [hashes[place * 2], hashes[place * 2 + 1]];
    return left === undefined || right === undefined ? undefined : nodeHash(left, right);
  });
}
