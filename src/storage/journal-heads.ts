import type { Database } from "bun:sqlite";
import { CompactRange, type FullRun } from "../journal/compact-range.ts";
import type { Hash } from "../journal/hash.ts";
import { isSoundHead, rebuiltHead } from "./journal-rebuild.ts";
import { HEAD_COLUMNS, type JournalHeadRow } from "./journal-rows.ts";

/** One of a workspace that has no row yet. */
const NEW_HEAD: JournalHeadRow = {
  size: 0,
  edge: new Uint8Array(),
  entries: 0,
  lastAt: 0,
  firstOrdinal: 0,
  adoptedOrdinal: 0,
  lastSeal: 0,
};

/** The head of the journal of a workspace, while entries are added. */
export class JournalHead {
  readonly range: CompactRange;
  readonly firstOrdinal: number;
  entries: number;
  lastAt: number;
  adoptedOrdinal: number;
  lastSeal: number;
  /** Full runs that are not stored yet. */
  readonly runs: FullRun[] = [];

  constructor(row: JournalHeadRow) {
    this.range = CompactRange.from(row.size, row.edge);
    this.firstOrdinal = row.firstOrdinal;
    this.entries = row.entries;
    this.lastAt = row.lastAt;
    this.adoptedOrdinal = row.adoptedOrdinal;
    this.lastSeal = row.lastSeal;
  }

  append(leaf: Hash): void {
    const run = this.range.append(leaf);
    if (run !== null) this.runs.push(run);
  }
}

/** Keeps the heads of the journals, and writes them once for all that a transaction adds. */
export class JournalHeads {
  private readonly known = new Map<number, JournalHead>();
  private readonly changed = new Map<number, JournalHead>();
  private readonly statements;

  constructor(private readonly database: Database) {
    this.statements = {
      read: database.query<JournalHeadRow, [number]>(
        `SELECT ${HEAD_COLUMNS} FROM journal_head WHERE workspace_id = ?`,
      ),
      write: database.query<unknown, (number | Uint8Array)[]>(
        "INSERT OR REPLACE INTO journal_head (workspace_id, size, edge, entries, last_at, first_ordinal, adopted_ordinal, last_seal) " +
          "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      ),
      writeRun: database.query<unknown, (number | Uint8Array)[]>(
        "INSERT OR REPLACE INTO journal_run (workspace_id, number, hash) VALUES (?, ?, ?)",
      ),
    };
  }

  /** The head of a workspace, to be changed: it is written by the next {@link flush}. */
  change(workspaceId: number): JournalHead {
    let head = this.changed.get(workspaceId);
    if (head !== undefined) return head;
    head = this.known.get(workspaceId) ?? this.read(workspaceId);
    this.known.set(workspaceId, head);
    this.changed.set(workspaceId, head);
    return head;
  }

  /** Writes what has changed; to be called before each commit. */
  flush(): void {
    for (const [workspaceId, head] of this.changed) {
      this.write(workspaceId, { ...head, size: head.range.size, edge: head.range.toBytes() });
      for (const { number, hash } of head.runs.splice(0))
        this.statements.writeRun.run(workspaceId, number, hash);
    }
    this.changed.clear();
  }

  /** The head as it is stored, or what it must have been. */
  private read(workspaceId: number): JournalHead {
    const row = this.statements.read.get(workspaceId);
    if (isSoundHead(this.database, workspaceId, row)) return new JournalHead(row ?? NEW_HEAD);
    return new JournalHead(
      rebuiltHead(this.database, workspaceId, row, (head) => this.write(workspaceId, head)),
    );
  }

  private write(workspaceId: number, head: JournalHeadRow): void {
    const { size, edge, entries, lastAt, firstOrdinal, adoptedOrdinal, lastSeal } = head;
    const ends = [firstOrdinal, adoptedOrdinal, lastSeal];
    this.statements.write.run(workspaceId, size, edge, entries, lastAt, ...ends);
  }

  /** To be called when a transaction failed: what is remembered is ahead of what is stored. */
  forget(): void {
    this.known.clear();
    this.changed.clear();
  }
}
