import type { Database } from "bun:sqlite";
import { printState } from "../journal/print-state.ts";
import { factsOf, JOURNAL_COLUMNS, JOURNAL_TABLES, type JournalRow } from "./journal-rows.ts";

/** A row with the state that the journal says the print has now; `null` where it was not changed since it was entered. */
export type StatedRow = JournalRow & { readonly present: Uint8Array | null };

/** The columns of a {@link StatedRow}, of the tables `JOURNAL_TABLES`: one statement, so that all is of one moment. */
export const STATED_COLUMNS =
  `${JOURNAL_COLUMNS}, (SELECT journal_entry.state FROM journal_entry WHERE journal_entry.print_id = print.id ` +
  "AND journal_entry.workspace_id = print.workspace_id AND journal_entry.state IS NOT NULL ORDER BY number DESC LIMIT 1) AS present";

/**
 * Whether a print is what the journal says that it is. Its hash ties the row and the bytes together: each by itself may be whole,
 * and of another print. So is one that the journal has not, or that was removed.
 */
export function agreesWithJournal(row: StatedRow): boolean {
  const { state: first, salt, present } = row;
  const facts = factsOf(row);
  if (first === null || first.byteLength === 0 || salt === null || facts === null) return true;
  return Buffer.compare(printState(facts, salt), present ?? first) === 0;
}

/** Compares prints with the journal, one at a time. */
export class JournalCheck {
  private readonly byId;

  /** @param database a connection that reads the prints */
  constructor(database: Database) {
    this.byId = database.query<StatedRow, [number]>(
      `SELECT ${STATED_COLUMNS} FROM ${JOURNAL_TABLES} WHERE print.id = ?`,
    );
  }

  /** Whether a print is what the journal says; so is one that is not there. */
  agrees(printId: number): boolean {
    const row = this.byId.get(printId);
    return row === null || agreesWithJournal(row);
  }
}
