import type { Database } from "bun:sqlite";
import { CompactRange } from "../../src/journal/compact-range.ts";
import { leafHash } from "../../src/journal/hash.ts";
import { printState } from "../../src/journal/print-state.ts";
import { hashOfSeal, readSeal, sealText } from "../../src/journal/seal.ts";
import { JournalReader } from "../../src/storage/journal-reader.ts";
import { SealStore } from "../../src/storage/seal-store.ts";
import { renewChecksums } from "../database/row-checksums.ts";
import { JOURNAL_COLUMNS, JOURNAL_TABLES, type JournalRow, factsOf } from "../../src/storage/journal-rows.ts";

/* What a forger can do who knows all of Tillroll: make the journals anew, so that they fit what is stored. */

/**
 * Makes the journals of all workspaces anew: states, entries, trees and seals. @param keepsSeals leaves the seals as they are, for
 * changes of what none covers
 */
export function rewriteJournals(database: Database, { keepsSeals = false } = {}): void {
  renewChecksums(database);
  renewStates(database);
  const workspaces = database.query<{ id: number }, []>("SELECT workspace_id AS id FROM journal_head").all();
  for (const { id } of workspaces) rebuildTree(database, id, keepsSeals);
}

function rowsOf(database: Database): JournalRow[] {
  return database
    .query<JournalRow, []>(`SELECT ${JOURNAL_COLUMNS} FROM ${JOURNAL_TABLES} WHERE removal_id IS NULL`)
    .all();
}

/** Of a print that was changed, the last entry has its state; of others the row. */
function renewStates(database: Database): void {
  const entries = database.query<{ number: number; workspaceId: number; hasState: number }, [number]>(
    "SELECT number, workspace_id AS workspaceId, state IS NOT NULL AS hasState FROM journal_entry WHERE print_id = ? ORDER BY number DESC LIMIT 1",
  );
  const setEntry = database.query<unknown, [Uint8Array, number, number]>(
    "UPDATE journal_entry SET state = ? WHERE workspace_id = ? AND number = ?",
  );
  const setPrint = database.query<unknown, [Uint8Array, number]>(
    "UPDATE print SET journal_state = ? WHERE id = ?",
  );
  for (const row of rowsOf(database)) {
    const facts = factsOf(row);
    if (facts === null || row.salt === null) continue;
    const state = printState(facts, row.salt);
    const entry = entries.get(row.id);
    if (entry !== null && entry.hasState !== 0) setEntry.run(state, entry.workspaceId, entry.number);
    else setPrint.run(state, row.id);
  }
}

function rebuildTree(database: Database, workspaceId: number, keepsSeals: boolean): void {
  const journal = new JournalReader(database);
  const seals = new SealStore(database);
  const stored = seals.after(workspaceId, 0, Number.MAX_SAFE_INTEGER);
  const range = CompactRange.empty();
  const { size = 0 } = journal.head(workspaceId) ?? {};
  let previous: string | null = null;
  for (const { leaf, text } of journal.texts(workspaceId, 0, size)) {
    const run = range.append(leafHash(text));
    if (run !== null)
      database.run("UPDATE journal_run SET hash = ? WHERE workspace_id = ? AND number = ?", [
        run.hash,
        workspaceId,
        run.number,
      ]);
    if (keepsSeals) continue;
    for (const { text: old, number } of stored.filter((seal) => seal.size === leaf + 1)) {
      const seal = readSeal(old);
      if (seal === null) continue;
      const forged = sealText({
        ...seal,
        root: range.root().toHex(),
        ...(previous !== null && { previous: hashOfSeal(previous) }),
      });
      database.run(
        "UPDATE journal_seal SET text = ?, time_stamp = NULL WHERE workspace_id = ? AND number = ?",
        [forged, workspaceId, number],
      );
      previous = forged;
    }
  }
  database.run("UPDATE journal_head SET edge = ? WHERE workspace_id = ?", [range.toBytes(), workspaceId]);
}
