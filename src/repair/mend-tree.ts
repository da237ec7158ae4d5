import type { Database } from "bun:sqlite";
import { RUN_LEAVES, RUN_LEVEL } from "../journal/compact-range.ts";
import { HASH_BYTES, type Hash, leafHash, nodeHash, sameHash } from "../journal/hash.ts";
import { JournalReader, type LeafText } from "../storage/journal-reader.ts";
import { flippedBytes } from "./flipped-bytes.ts";

/** Runs that are searched for a bit without finding one: each takes about a second. */
const SEARCHED_RUNS = 60;

/** A full subtree, whose hash the journal keeps. */
interface Subtree {
  /** Its first leaf. */
  readonly first: number;
  readonly level: number;
  readonly hash: Hash;
}

/**
 * Puts right hashes of states of which one bit is another. What is known of a print says only what its last one is; of those
 * before, the tree of the journal does: with the right bit its hashes fit again.
 * @param database with the rows of prints and the journal as they were found
 * @returns the prints of which a hash was put right, by their ids
 */
export function mendTrees(database: Database): number[] {
  const workspaces = database
    .query<{ id: number }, []>("SELECT workspace_id AS id FROM journal_head ORDER BY id")
    .all();
  const mender = new TreeMender(database);
  return workspaces.flatMap(({ id }) => mender.mend(id));
}

class TreeMender {
  private readonly journal: JournalReader;
  private readonly statements;
  private searchesLeft = SEARCHED_RUNS;

  constructor(database: Database) {
    this.journal = new JournalReader(database);
    this.statements = {
      runs: database.query<{ number: number; hash: Hash }, [number]>(
        "SELECT number, hash FROM journal_run WHERE workspace_id = ? ORDER BY number",
      ),
      setFirst: database.query<unknown, [Hash, number]>("UPDATE print SET journal_state = ? WHERE id = ?"),
      setLater: database.query<unknown, [Hash, number, Hash]>(
        "UPDATE journal_entry SET state = ? WHERE print_id = ? AND state = ?",
      ),
    };
  }

  mend(workspaceId: number): number[] {
    const mended: number[] = [];
    for (const subtree of this.subtrees(workspaceId)) {
      if (this.searchesLeft === 0) break;
      const id = this.mendSubtree(workspaceId, subtree);
      if (id !== null) mended.push(id);
    }
    return mended;
  }

  /** The runs of leaves, and behind the last of them the smaller subtrees at the tree's edge. */
  private *subtrees(workspaceId: number): Generator<Subtree> {
    for (const { number, hash } of this.statements.runs.iterate(workspaceId))
      yield { first: number * RUN_LEAVES, level: RUN_LEVEL, hash };
    const { size = 0, edge = new Uint8Array() } = this.journal.head(workspaceId) ?? {};
    let first = size - (size % RUN_LEAVES);
    const small = Array.from({ length: RUN_LEVEL }, (_, index) => RUN_LEVEL - 1 - index).filter(
      (level) => (size & (1 << level)) !== 0,
    );
    for (const [index, level] of small.entries()) {
      const at = edge.byteLength - (small.length - index) * HASH_BYTES;
      yield { first, level, hash: edge.subarray(at, at + HASH_BYTES) };
      first += 2 ** level;
    }
  }

  /** @returns the print of which a hash was put right */
  private mendSubtree(workspaceId: number, { first, level, hash }: Subtree): number | null {
    const leaves = this.leavesOf(workspaceId, first, first + 2 ** level);
    if (leaves === null) return null;
    const levels = levelsOver(leaves.map(({ text }) => leafHash(text)));
    if (sameHash(levels.at(-1)?.[0] ?? hash, hash)) return null;
    for (const [place, { text }] of leaves.entries()) {
      const { entry, print, state } = JSON.parse(text) as { entry: string; print?: number; state?: string };
      if (print === undefined || state === undefined) continue;
      const found = Uint8Array.fromHex(state);
      for (const right of flippedBytes(found)) {
        if (!sameHash(rootWith(levels, place, leafHash(text.replace(state, right.toHex()))), hash)) continue;
        if (entry === "stored" || entry === "adopted")
          this.statements.setFirst.run(new Uint8Array(right), print);
        else this.statements.setLater.run(new Uint8Array(right), print, found);
        return print;
      }
    }
    this.searchesLeft--;
    return null;
  }

  /** @returns `null` where one is missing: nothing can be said of the others then */
  private leavesOf(workspaceId: number, from: number, to: number): LeafText[] | null {
    try {
      const leaves = [...this.journal.texts(workspaceId, from, to)];
      return leaves.length === to - from ? leaves : null;
    } catch {
      return null;
    }
  }
}

/** The hashes of each level of a full tree, the leaves first. */
function levelsOver(leaves: readonly Hash[]): (readonly Hash[])[] {
  const levels = [leaves];
  for (let below = leaves; below.length > 1; levels.push(below))
    below = Array.from({ length: below.length / 2 }, (_, index) =>
      nodeHash(below[2 * index] as Hash, below[2 * index + 1] as Hash),
    );
  return levels;
}

/** The root with another leaf. */
function rootWith(levels: readonly (readonly Hash[])[], place: number, leaf: Hash): Hash {
  let hash = leaf;
  for (const [level, hashes] of levels.slice(0, -1).entries()) {
    const at = place >>> level;
    const neighbour = hashes[at ^ 1] as Hash;
    hash = at % 2 === 0 ? nodeHash(hash, neighbour) : nodeHash(neighbour, hash);
  }
  return hash;
}
