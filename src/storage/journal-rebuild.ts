import type { Database } from "bun:sqlite";
import { CompactRange } from "../journal/compact-range.ts";
import { emptyRoot, type Hash } from "../journal/hash.ts";
import { JournalReader } from "./journal-reader.ts";
import { type JournalHeadRow } from "./journal-rows.ts";

/*
 * What is stored of a journal's end may be damaged, or gone. That keeps no print from being stored: the end is made anew from
 * the entries, and verifying the journal tells of what does not fit.
 */

/** Whether a journal can go on from its head. @param row `null` where a workspace has none */
export function isSoundHead(database: Database, workspaceId: number, row: JournalHeadRow | null): boolean {
  if (row === null)
    return database.query("SELECT 1 FROM print WHERE workspace_id = ? LIMIT 1").get(workspaceId) === null;
  const last = database
    .query<{ number: number | null }, [number]>(
      "SELECT max(number) AS number FROM journal_entry WHERE workspace_id = ?",
    )
    .get(workspaceId);
  // With fewer entries than there are the next one would have a number that was given.
  if (row.entries <= (last?.number ?? -1)) return false;
  try {
    CompactRange.from(row.size, row.edge);
    return true;
  } catch {
    return false;
  }
}

/**
 * The head of a journal by its entries and the prints.
 * @param row what is left of it
 * @param write stores a head, by which entries are found
 */
export function rebuiltHead(
  database: Database,
  workspaceId: number,
  row: JournalHeadRow | null,
  write: (head: JournalHeadRow) => void,
): JournalHeadRow {
  const { entries, lastAt, nextOrdinal, ...ends } = readEnds(database, workspaceId);
  const firstOrdinal = row?.firstOrdinal ?? ends.firstOrdinal;
  const size = Math.max(0, nextOrdinal - firstOrdinal) + entries;
  const { adoptedOrdinal = 0, lastSeal = 0 } = row ?? {};
  const head = { size, edge: new Uint8Array(), entries, lastAt, firstOrdinal, adoptedOrdinal, lastSeal };
  write(head);
  return { ...head, edge: edgeOf(database, workspaceId, size) };
}

interface Ends {
  readonly entries: number;
  readonly lastAt: number;
  readonly nextOrdinal: number;
  /** After the last print that was, or is to be, taken up. */
  readonly firstOrdinal: number;
}

function readEnds(database: Database, workspaceId: number): Ends {
  const [ends] = database
    .query<Ends, [number]>(
      "SELECT coalesce((SELECT max(number) + 1 FROM journal_entry WHERE workspace_id = ?1), 0) AS entries, " +
        "coalesce((SELECT at FROM journal_entry WHERE workspace_id = ?1 ORDER BY number DESC LIMIT 1), 0) AS lastAt, " +
        "coalesce((SELECT max(ordinal) + 1 FROM print WHERE workspace_id = ?1), 0) AS nextOrdinal, " +
        "coalesce((SELECT max(ordinal) + 1 FROM print WHERE workspace_id = ?1 AND (journal_state IS NULL OR EXISTS " +
        "(SELECT 1 FROM journal_entry WHERE print_id = print.id AND kind = 'adopted'))), 0) AS firstOrdinal",
    )
    .all(workspaceId);
  return ends ?? { entries: 0, lastAt: 0, nextOrdinal: 0, firstOrdinal: 0 };
}

/** The hashes of the full subtrees of a tree. What cannot be read has the hash of nothing. */
function edgeOf(database: Database, workspaceId: number, size: number): Uint8Array {
  const subtree = new JournalReader(database).subtrees(workspaceId);
  const edge: Hash[] = [];
  for (let rest = size; rest > 0;) {
    const level = Math.floor(Math.log2(rest));
    edge.push(hashOrNothing(() => subtree(level, (size - rest) / 2 ** level)));
    rest -= 2 ** level;
  }
  return new Uint8Array(Buffer.concat(edge));
}

function hashOrNothing(read: () => Hash): Hash {
  try {
    return read();
  } catch {
    return emptyRoot();
  }
}
