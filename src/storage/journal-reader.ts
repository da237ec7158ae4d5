import type { Database } from "bun:sqlite";
import { CompactRange } from "../journal/compact-range.ts";
import { entryText, type JournalDetails, type JournalEntryKind } from "../journal/entry.ts";
import type { Hash } from "../journal/hash.ts";
import { consistencyPath, inclusionPath, type SubtreeReader } from "../journal/merkle-proof.ts";
import { stateText } from "../journal/print-state.ts";
import {
  HEAD_COLUMNS,
  JOURNAL_COLUMNS,
  JOURNAL_TABLES,
  type JournalHeadRow,
  type JournalRow,
  factsOf,
} from "./journal-rows.ts";
import { JournalSubtrees } from "./journal-subtrees.ts";

/** An entry's text with the number of its leaf. */
export interface LeafText {
  readonly leaf: number;
  readonly text: string;
}

interface StoredRow {
  readonly id: number;
  readonly ordinal: number;
  readonly createdAt: number;
  readonly state: Hash | null;
}

interface EntryRow {
  readonly number: number;
  readonly printsBefore: number;
  readonly kind: JournalEntryKind;
  readonly printId: number | null;
  readonly at: number;
  readonly state: Hash | null;
  readonly details: string | null;
}

/** Rows that are read at a time. */
const PIECE_ROWS = 256;

/** When a print was stored as the journal has it: before its clock was put right. */
const STORED_COLUMNS =
  "id, ordinal, journal_state AS state, coalesce((SELECT details ->> '$.was.createdAt' FROM journal_entry " +
  "WHERE print_id = print.id AND kind = 'corrected' ORDER BY number LIMIT 1), created_at) AS createdAt";

/** An adopted print has its state in its row, which is empty where it was removed before. */
const ENTRY_COLUMNS =
  "journal_entry.number, prints_before AS printsBefore, kind, print_id AS printId, at, details, " +
  "coalesce(journal_entry.state, iif(kind = 'adopted', nullif(print.journal_state, x''), NULL)) AS state " +
  "FROM journal_entry LEFT JOIN print ON print.id = print_id";

/** Reads the journals of workspaces: their entries by their leaves, and paths in their trees. */
export class JournalReader {
  private readonly statements;
  private readonly trees: JournalSubtrees;

  constructor(database: Database) {
    this.trees = new JournalSubtrees(database, (workspaceId, from, to) => this.texts(workspaceId, from, to));
    this.statements = {
      head: database.query<JournalHeadRow, [number]>(
        `SELECT ${HEAD_COLUMNS} FROM journal_head WHERE workspace_id = ?`,
      ),
      entry: database.query<{ printsBefore: number }, [number, number]>(
        "SELECT prints_before AS printsBefore FROM journal_entry WHERE workspace_id = ? AND number = ?",
      ),
      entries: database.query<EntryRow, [number, number, number]>(
        `SELECT ${ENTRY_COLUMNS} WHERE journal_entry.workspace_id = ? AND number >= ? ORDER BY number LIMIT ?`,
      ),
      stored: database.query<StoredRow, [number, number, number]>(
        `SELECT ${STORED_COLUMNS} FROM print WHERE workspace_id = ? AND ordinal >= ? ORDER BY ordinal LIMIT ?`,
      ),
      storedPrint: database.query<StoredRow, [number, number]>(
        `SELECT ${STORED_COLUMNS} FROM print WHERE workspace_id = ? AND id = ?`,
      ),
      ofPrint: database.query<EntryRow, [number, number]>(
        `SELECT ${ENTRY_COLUMNS} WHERE print_id = ? AND journal_entry.workspace_id = ? ORDER BY number`,
      ),
      print: database.query<JournalRow, [number]>(
        `SELECT ${JOURNAL_COLUMNS} FROM ${JOURNAL_TABLES} WHERE print.id = ?`,
      ),
    };
  }

  /** How far the journal of a workspace has got; `null` where it has none yet. */
  head(workspaceId: number): JournalHeadRow | null {
    return this.statements.head.get(workspaceId);
  }

  /** The root of the tree over all entries. @throws RangeError where what is stored of it is damaged */
  root(workspaceId: number): Hash {
    const { size = 0, edge = new Uint8Array() } = this.head(workspaceId) ?? {};
    return CompactRange.from(size, edge).root();
  }

  /** The entries about a print, in their order. */
  entriesOf(workspaceId: number, printId: number): LeafText[] {
    const { ofPrint, storedPrint } = this.statements;
    const changes = ofPrint.all(printId, workspaceId).map(textOfEntry);
    const row = storedPrint.get(workspaceId, printId);
    const head = this.head(workspaceId);
    if (row === null || head === null || row.ordinal < head.firstOrdinal) return changes;
    const index = row.ordinal - head.firstOrdinal;
    const before = this.countBelow(workspaceId, head.entries, ({ printsBefore }) => printsBefore <= index);
    return [{ leaf: index + before, text: textOfStored(row) }, ...changes];
  }

  /** The texts whose hashes are states of a print: that of the present one. None where it was removed for good. */
  statesOf(workspaceId: number, printId: number): string[] {
    const row = this.statements.print.get(printId);
    if (row === null || row.workspaceId !== workspaceId || row.salt === null) return [];
    const facts = factsOf(row);
    return facts === null ? [] : [stateText(facts, row.salt)];
  }

  /**
   * The texts of entries in their order.
   * @param from the first leaf @param to the leaf after the last one
   * @throws Error where an entry is missing
   */
  *texts(workspaceId: number, from: number, to: number): Generator<LeafText> {
    const head = this.head(workspaceId);
    if (head === null) return;
    const first = this.countBelow(
      workspaceId,
      head.entries,
      ({ number, printsBefore }) => number + printsBefore < from,
    );
    const entries = new Rows((number) => this.statements.entries.all(workspaceId, number, PIECE_ROWS), first);
    const ordinal = head.firstOrdinal + from - first;
    const prints = new Rows((next) => this.statements.stored.all(workspaceId, next, PIECE_ROWS), ordinal);
    for (let leaf = from; leaf < to; leaf++) {
      const entry = entries.next;
      if (entry !== undefined && entry.number + entry.printsBefore === leaf) {
        yield textOfEntry(entry);
        entries.take();
        continue;
      }
      const print = prints.next;
      if (print?.ordinal !== head.firstOrdinal + leaf - entries.position || print.state === null)
        throw new Error(`entry ${leaf} of the journal is missing`);
      yield { leaf, text: textOfStored(print) };
      prints.take();
    }
  }

  /** The path from a leaf to the root of a tree of the first `size` leaves. @throws RangeError, Error as {@link texts} */
  inclusion(workspaceId: number, leaf: number, size: number): Hash[] {
    return inclusionPath(this.trees.of(workspaceId), leaf, size);
  }

  /** The proof that the tree of `size` leaves began with the `earlier` ones. @throws RangeError, Error as {@link texts} */
  consistency(workspaceId: number, earlier: number, size: number): Hash[] {
    return consistencyPath(this.trees.of(workspaceId), earlier, size);
  }

  /** The hashes of full subtrees. What is asked for throws Error where an entry is missing. */
  subtrees(workspaceId: number): SubtreeReader {
    return this.trees.of(workspaceId);
  }

  /** Reads what all proofs of a journal rest on, in turns; see {@link JournalSubtrees.readAhead}. */
  readAhead(workspaceId: number): Promise<void> {
    return this.trees.readAhead(workspaceId);
  }

  /** How many rows of entries, of which there are `count`, come before the first that something does not hold for. */
  private countBelow(
    workspaceId: number,
    count: number,
    holds: (entry: { readonly number: number; readonly printsBefore: number }) => boolean,
  ): number {
    let [low, high] = [0, count];
    while (low < high) {
      const number = Math.floor((low + high) / 2);
      const row = this.statements.entry.get(workspaceId, number);
      if (row === null) throw new Error(`change ${number} of the journal is missing`);
      if (holds({ number, printsBefore: row.printsBefore })) low = number + 1;
      else high = number;
    }
    return low;
  }
}

/** Rows in the order of a number, piece by piece. */
class Rows<Row> {
  private piece: readonly Row[] = [];
  private at = 0;

  constructor(
    private readonly read: (position: number) => readonly Row[],
    /** The number of {@link next}. */
    public position: number,
  ) {}

  get next(): Row | undefined {
    if (this.at === this.piece.length) {
      this.piece = this.read(this.position);
      this.at = 0;
    }
    return this.piece[this.at];
  }

  take(): void {
    this.at++;
    this.position++;
  }
}

function textOfStored({ id, createdAt, state }: StoredRow): string {
  return entryText({ kind: "stored", printId: id, at: createdAt, state, details: null });
}

function textOfEntry({ number, printsBefore, details, ...entry }: EntryRow): LeafText {
  const known = details === null ? null : (JSON.parse(details) as JournalDetails);
  return { leaf: number + printsBefore, text: entryText({ ...entry, details: known }) };
}
