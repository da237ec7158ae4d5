import type { Database } from "bun:sqlite";
import type { Hash } from "../journal/hash.ts";
import type { StoredContent } from "../storage/raw-content.ts";
import type { StoredSeal } from "../journal/seal.ts";
import {
  HEAD_COLUMNS,
  JOURNAL_COLUMNS,
  JOURNAL_TABLES,
  type JournalHeadRow,
  type JournalRow,
} from "../storage/journal-rows.ts";

/** A row of an entry, with what the print says that it is about. */
export interface EntryRow {
  readonly number: number;
  readonly printsBefore: number;
  readonly kind: string;
  readonly printId: number | null;
  readonly at: number;
  readonly state: Hash | null;
  readonly details: string | null;
  /** Of the print; `null` where there is none. */
  readonly printWorkspace: number | null;
  readonly ordinal: number | null;
  readonly firstState: Hash | null;
}

/** The decision by which a print was removed. */
export interface RemovalRow {
  readonly id: number;
  readonly workspaceId: number;
  readonly kind: string;
  readonly userId: number | null;
  readonly reason: string;
}

/** What somebody did to a print, as its history has it. */
export interface HistoryRow {
  readonly kind: string;
  /** JSON; `null` for the service itself. */
  readonly actor: string | null;
  readonly details: string | null;
  readonly number: number;
}

const ENTRIES =
  "SELECT number, prints_before AS printsBefore, kind, print_id AS printId, at, journal_entry.state, details, " +
  "print.workspace_id AS printWorkspace, ordinal, journal_state AS firstState " +
  "FROM journal_entry LEFT JOIN print ON print.id = print_id ";

/** The statements by which a journal is verified, compiled once. */
export function prepareVerification(database: Database) {
  return {
    head: database.query<JournalHeadRow, [number]>(
      `SELECT ${HEAD_COLUMNS} FROM journal_head WHERE workspace_id = ?`,
    ),
    prints: database.query<JournalRow, [number, number, number, number]>(
      `SELECT ${JOURNAL_COLUMNS} FROM ${JOURNAL_TABLES} WHERE workspace_id = ? AND ordinal >= ? AND ordinal < ? ` +
        "ORDER BY ordinal LIMIT ?",
    ),
    lastOrdinal: database.query<{ ordinal: number | null }, [number]>(
      "SELECT max(ordinal) AS ordinal FROM print WHERE workspace_id = ?",
    ),
    content: database.query<StoredContent, [number]>(
      "SELECT sha256, byte_length AS byteLength, encoding, content FROM print_data WHERE print_id = ?",
    ),
    entries: database.query<EntryRow, [number, number, number]>(
      `${ENTRIES} WHERE journal_entry.workspace_id = ? AND number >= ? ORDER BY number LIMIT ?`,
    ),
    entriesOf: database.query<EntryRow, [number, number]>(
      `${ENTRIES} WHERE print_id = ? AND journal_entry.workspace_id = ? ORDER BY number`,
    ),
    removal: database.query<RemovalRow, [number]>(
      "SELECT id, workspace_id AS workspaceId, kind, user_id AS userId, reason FROM removal WHERE id = ?",
    ),
    history: database.query<HistoryRow, [number]>(
      "SELECT number, kind, actor, details FROM print_change WHERE print_id = ? ORDER BY number DESC",
    ),
    run: database.query<{ hash: Hash }, [number, number]>(
      "SELECT hash FROM journal_run WHERE workspace_id = ? AND number = ?",
    ),
    lastRun: database.query<{ number: number | null }, [number]>(
      "SELECT max(number) AS number FROM journal_run WHERE workspace_id = ?",
    ),
    seals: database.query<StoredSeal, [number, number, number]>(
      "SELECT workspace_id AS workspaceId, number, size, text, time_stamp AS timeStamp FROM journal_seal " +
        "WHERE workspace_id = ? AND number > ? ORDER BY number LIMIT ?",
    ),
  };
}

export type VerificationStatements = ReturnType<typeof prepareVerification>;
