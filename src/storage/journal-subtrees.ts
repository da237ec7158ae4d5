import type { Database } from "bun:sqlite";
import { RUN_LEAVES, RUN_LEVEL } from "../journal/compact-range.ts";
import { type Hash, leafHash, nodeHash } from "../journal/hash.ts";
import type { SubtreeReader } from "../journal/merkle-proof.ts";
import { Turns } from "../platform/background-thread.ts";
import { BLOCK_LEVEL, JournalRuns } from "./journal-runs.ts";

/** Runs whose subtrees are kept: a proof needs those at the ends of its seals again and again. */
const KEPT_RUNS = 64;

/** The texts of entries, from a leaf to before another. */
type TextsOf = (workspaceId: number, from: number, to: number) => Iterable<{ readonly text: string }>;

/** Reads the trees of journals: what is stored of full runs, and what is within them from the entries. */
export class JournalSubtrees {
  private readonly sizeOf;
  private readonly fullRuns;
  /** The full subtrees of the runs that were read last, by their levels. */
  private readonly runs = new Map<string, readonly (readonly Hash[])[]>();

  constructor(
    database: Database,
    private readonly textsOf: TextsOf,
  ) {
    this.sizeOf = database.query<{ size: number }, [number]>(
      "SELECT size FROM journal_head WHERE workspace_id = ?",
    );
    this.fullRuns = new JournalRuns(database);
  }

  /** The hashes of full subtrees. What is asked for throws Error where an entry is missing. */
  of(workspaceId: number): SubtreeReader {
    const size = this.sizeOf.get(workspaceId)?.size ?? 0;
    return (level, index) =>
      level < RUN_LEVEL
        ? this.withinRun(workspaceId, level, index, size)
        : this.fullRuns.subtree(workspaceId, level, index);
  }

  /**
   * Reads what all proofs of a journal rest on, some at a time, so that requests are answered in between; what was read once is
   * kept. Proofs are right without it, and the first one takes long.
   * @throws Error where a hash is missing
   */
  async readAhead(workspaceId: number): Promise<void> {
    const turns = new Turns();
    const blocks = Math.floor((this.sizeOf.get(workspaceId)?.size ?? 0) / 2 ** BLOCK_LEVEL);
    for (let index = 0; index < blocks; index++) {
      this.fullRuns.subtree(workspaceId, BLOCK_LEVEL, index);
      if (turns.isOver) await turns.pause();
    }
  }

  /** The hash of a subtree that is smaller than a run. @param size of the journal: its last run grows */
  private withinRun(workspaceId: number, level: number, index: number, size: number): Hash {
    const subtrees = RUN_LEAVES / 2 ** level;
    const start = Math.floor(index / subtrees) * RUN_LEAVES;
    const end = Math.min(size, start + RUN_LEAVES);
    const key = `${workspaceId} ${start} ${end}`;
    let levels = this.runs.get(key);
    if (levels === undefined) {
      const texts = this.textsOf(workspaceId, start, end);
      levels = levelsOf(Array.from(texts, ({ text }) => leafHash(text)));
      if (this.runs.size >= KEPT_RUNS) this.runs.clear();
      this.runs.set(key, levels);
    }
    const hash = levels[level]?.[index % subtrees];
    if (hash === undefined) throw new Error(`entry ${index * 2 ** level} of the journal is missing`);
    return hash;
  }
}

/** All full subtrees over the leaves of a run, or of its beginning, by their levels. */
function levelsOf(leaves: Hash[]): Hash[][] {
  const levels = [leaves];
  for (let below = leaves; below.length > 1;) {
    const level: Hash[] = [];
    for (const [at, left] of below.entries()) {
      const right = below[at + 1];
      if (at % 2 === 0 && right !== undefined) level.push(nodeHash(left, right));
    }
    levels.push(level);
    below = level;
  }
  return levels;
}
