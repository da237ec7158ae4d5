import type { Database } from "bun:sqlite";
import type { AuditActor } from "../audit/audit-entry.ts";
import { ADOPTION_LIMITS } from "../domain/limits.ts";
import type { RemovalKind } from "../domain/removal.ts";
import { canonicalJson } from "../journal/canonical-json.ts";
import {
  entryLeaf,
  type JournalDetails,
  type JournalEntry,
  type JournalEntryKind,
} from "../journal/entry.ts";
import type { Hash } from "../journal/hash.ts";
import { type PrintFacts, printState, SALT_BYTES, toldHash } from "../journal/print-state.ts";
import { type JournalHead, JournalHeads } from "./journal-heads.ts";
import { isWholeRow } from "./print-row.ts";
import { rowChecksum } from "./row-checksum.ts";
import { ShipChanges } from "./ship-changes.ts";
import { factsOf, JOURNAL_COLUMNS, JOURNAL_TABLES, type JournalRow } from "./journal-rows.ts";

/** A change of the journal by itself, as data: it goes to the writer's Worker. */
export interface JournalChange {
  /** Takes up the next prints of a workspace from before there was a journal; the result is how many are left. */
  readonly do: "adopt";
  readonly workspaceId: number;
}

/** Random bytes are made for so many prints at once. */
const SALTS = 256;

/** What a print was before it was removed, in the journal that takes it up only then: nothing. */
const NO_STATE: Hash = new Uint8Array();

/**
 * Enters what happens to prints in the journals of their workspaces, inside the transaction in which it happens. Whoever
 * commits calls {@link flush} before. Whoever writes a row of `print` calls what is here right after, for its checksum too.
 */
export class PrintJournal {
  private readonly heads: JournalHeads;
  /** What an archive is to be told of the changes. */
  readonly shipping: ShipChanges;
  private readonly statements;
  private readonly salts = new Uint8Array(SALTS * SALT_BYTES);
  private saltsLeft = 0;

  constructor(database: Database) {
    this.heads = new JournalHeads(database);
    this.shipping = new ShipChanges(database);
    this.statements = {
      read: database.query<JournalRow, [number]>(
        `SELECT ${JOURNAL_COLUMNS} FROM ${JOURNAL_TABLES} WHERE print.id = ?`,
      ),
      adopt: database.query<unknown, [Uint8Array, Uint8Array | null, number | null, number]>(
        "UPDATE print SET journal_state = ?, journal_salt = ?, checksum = ? WHERE id = ?",
      ),
      removal: database.query<{ kind: RemovalKind; reason: string; userId: number | null }, [number]>(
        "SELECT kind, reason, user_id AS userId FROM removal WHERE id = ?",
      ),
      unadopted: database.query<{ id: number }, [number, number, number]>(
        "SELECT id FROM print WHERE workspace_id = ? AND ordinal >= ? AND ordinal < ? AND journal_state IS NULL ORDER BY ordinal",
      ),
      setChecksum: database.query<unknown, [number, number]>("UPDATE print SET checksum = ? WHERE id = ?"),
      insert: database.query<unknown, (number | string | Uint8Array | null)[]>(
        "INSERT INTO journal_entry (workspace_id, number, prints_before, kind, print_id, at, state, details) " +
          "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      ),
    };
  }

  /** Enters a print that is about to be stored. @returns what is to be stored in its row */
  noteStored(print: PrintFacts): { readonly state: Hash; readonly salt: Uint8Array } {
    const salt = this.nextSalt();
    const state = printState(print, salt);
    const entry = { kind: "stored", printId: print.id, at: print.createdAt, state, details: null } as const;
    this.heads.change(print.workspaceId).append(entryLeaf(entry));
    return { state, salt };
  }

  /**
   * Enters that a print was changed, right after its row was.
   * @param by `null` for the service itself
   * @param told what the history of the print says of it: the entry has its hash
   */
  noteChange(
    kind: JournalEntryKind,
    printId: number,
    at: number,
    by: AuditActor | null,
    details: JournalDetails = {},
    told: string | null = null,
  ): void {
    const row = this.read(printId);
    const head = this.heads.change(row.workspaceId);
    const salt = row.state === null ? this.adopt(head, row, at) : row.salt;
    if (row.removalId === null) this.statements.setChecksum.run(rowChecksum(row), printId);
    const state = salt && stateOf(row, salt);
    const history = told === null || salt === null ? undefined : toldHash(told, salt).toHex();
    const known = withActor({ ...details, history }, by);
    this.enter(head, row.workspaceId, { kind, printId, at, state, details: known });
    this.shipping.note(row.workspaceId, row.ordinal);
  }

  /** Enters that a print is removed for good, right before its row is emptied: the tombstone. */
  noteRemoval(
    kind: RemovalKind,
    printId: number,
    at: number,
    by: AuditActor | null,
    details: JournalDetails,
  ): void {
    const row = this.read(printId);
    const head = this.heads.change(row.workspaceId);
    if (row.state === null) this.adopt(head, row, at);
    this.enter(head, row.workspaceId, { kind, printId, at, state: null, details: withActor(details, by) });
    this.shipping.noteRemoval(kind, row.workspaceId, row.ordinal);
  }

  /** Enters that the database is another one than that which went on. @param lastSeal the highest number that was given there */
  noteReplaced(workspaceId: number, at: number, lastSeal: number, details: JournalDetails): void {
    const head = this.heads.change(workspaceId);
    head.lastSeal = Math.max(head.lastSeal, lastSeal);
    this.enter(head, workspaceId, { kind: "replaced", printId: null, at, state: null, details });
  }

  /** Makes a change of the journal by itself. @returns see {@link JournalChange} */
  apply({ workspaceId }: JournalChange, now: number): number {
    const head = this.heads.change(workspaceId);
    const { adoptedOrdinal: from, firstOrdinal } = head;
    const to = Math.min(from + ADOPTION_LIMITS.stepPrints, firstOrdinal);
    for (const { id } of this.statements.unadopted.all(workspaceId, from, to))
      this.adopt(head, this.read(id), now);
    head.adoptedOrdinal = to;
    return firstOrdinal - to;
  }

  /** Whether a row is what was written; one that is not must not get the checksum of what it has become. */
  isWhole(printId: number): boolean {
    return isWholeRow(this.read(printId));
  }

  /** To be called when a part of a row changed that is no part of a print's state. */
  renewChecksum(printId: number): void {
    const row = this.read(printId);
    this.statements.setChecksum.run(rowChecksum(row), printId);
    this.shipping.note(row.workspaceId, row.ordinal);
  }

  /** How far the journal of a workspace has got, with what this transaction adds; the root is hexadecimal. */
  sealable(workspaceId: number): { readonly size: number; readonly root: string } {
    const { range } = this.heads.change(workspaceId);
    return { size: range.size, root: range.root().toHex() };
  }

  /** The number for the next seal of a journal, which is given once. */
  nextSeal(workspaceId: number): number {
    return ++this.heads.change(workspaceId).lastSeal;
  }

  /** Writes how far the journals have got; to be called before each commit. */
  flush(): void {
    this.heads.flush();
  }

  /** To be called when a transaction failed. */
  forget(): void {
    this.heads.forget();
    this.shipping.forget();
  }

  private read(printId: number): JournalRow {
    const row = this.statements.read.get(printId);
    if (row === null) throw new Error(`there is no print ${printId} to enter in the journal`);
    return row;
  }

  /** Takes up a print from before there was a journal, as it is now. @returns its salt */
  private adopt(head: JournalHead, row: JournalRow, at: number): Uint8Array {
    const { id: printId, workspaceId } = row;
    const salt = this.nextSalt();
    const state = stateOf(row, salt);
    this.statements.adopt.run(
      state ?? NO_STATE,
      state && salt,
      row.removalId === null ? rowChecksum(row) : null,
      printId,
    );
    this.enter(head, workspaceId, { kind: "adopted", printId, at, state, details: null });
    const removal = row.removalId === null ? null : this.statements.removal.get(row.removalId);
    if (removal !== null) {
      const { kind, reason, userId } = removal;
      const details = tombstone(row.removalId ?? 0, reason, userId);
      this.enter(head, workspaceId, { kind, printId, at, state: null, details });
    }
    return salt;
  }

  private enter(head: JournalHead, workspaceId: number, entry: JournalEntry): void {
    const { kind, printId, state, details } = entry;
    // Only where a wrong clock is put right times may go back.
    const at = kind === "corrected" ? entry.at : Math.max(entry.at, head.lastAt);
    const kept = kind === "adopted" ? null : state;
    const before = head.range.size - head.entries;
    const text = details === null ? null : canonicalJson(details);
    this.statements.insert.run(workspaceId, head.entries, before, kind, printId, at, kept, text);
    head.append(entryLeaf({ ...entry, at }));
    head.entries++;
    head.lastAt = at;
  }

  private nextSalt(): Uint8Array {
    if (this.saltsLeft === 0) {
      crypto.getRandomValues(this.salts);
      this.saltsLeft = SALTS;
    }
    this.saltsLeft--;
    return new Uint8Array(
      this.salts.subarray(this.saltsLeft * SALT_BYTES, (this.saltsLeft + 1) * SALT_BYTES),
    );
  }
}

/** What the tombstone of a print says. @param userId who wanted it; `null` for the service itself */
export function tombstone(removalId: number, reason: string, userId: number | null): JournalDetails {
  return { removal: removalId, reason, user: userId ?? undefined };
}

function stateOf(row: JournalRow, salt: Uint8Array): Hash | null {
  const facts = factsOf(row);
  return facts && printState(facts, salt);
}

function withActor(details: JournalDetails, by: AuditActor | null): JournalDetails {
  return by === null ? details : { ...details, by: { kind: by.kind, id: by.id } };
}
