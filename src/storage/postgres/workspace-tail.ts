import { sql } from "drizzle-orm";
import { TillrollError } from "../../domain/errors.ts";
import type { Statements } from "./connection.ts";
import { columnsFor } from "./columns.ts";

/** What whoever writes prints of a workspace goes on from. */
export interface WorkspaceTail {
  /** How many prints the workspace was given. */
  nextOrdinal: number;
  /** The number of its last event; 0 where it has none. */
  lastEvent: number;
  /** Epoch milliseconds, of its last print; 0 where it has none. */
  lastCreatedAt: number;
  /** Prints that were not removed, and those of them that are deleted. */
  printCount: number;
  deletedCount: number;
}

const FIELDS = ["nextOrdinal", "lastEvent", "lastCreatedAt", "printCount", "deletedCount"];

/**
 * Reads where a workspace is, and keeps all others from writing its prints until the transaction ends: so ids and numbers of
 * events ascend in the order of the commits, and counts are not mixed up.
 * @throws TillrollError NOT_FOUND
 */
export async function lockTail(transaction: Statements, workspaceId: number): Promise<WorkspaceTail> {
  const found = sql`SELECT ${columnsFor(FIELDS)} FROM workspace WHERE id = ${workspaceId} FOR UPDATE`;
  const tail = await transaction.first<WorkspaceTail>(found);
  if (tail === null) throw new TillrollError("NOT_FOUND", `There is no workspace ${workspaceId}.`);
  return tail;
}

/** Stores where a workspace is; its row is locked. */
export async function storeTail(
  transaction: Statements,
  workspaceId: number,
  { nextOrdinal, lastEvent, lastCreatedAt, printCount, deletedCount }: WorkspaceTail,
): Promise<void> {
  await transaction.run(
    sql`UPDATE workspace SET next_ordinal = ${nextOrdinal}, last_event = ${lastEvent}, last_created_at = ${lastCreatedAt},
      print_count = ${printCount}, deleted_count = ${deletedCount} WHERE id = ${workspaceId}`,
  );
}
