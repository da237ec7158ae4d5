import type { Database } from "bun:sqlite";
import type { PrintJournal } from "../storage/print-journal.ts";
import { prepareRemoval } from "../storage/removal-statements.ts";
import { REPAIR_ACTOR } from "./print-rows.ts";
import type { SalvagedTable } from "./salvage.ts";

/*
 * What was erased must not come back: not from an old version of a page, and not from a backup. A print is known to be removed by
 * its row, and where that is lost by what was told of it and by the audit log.
 */

/** Where a removal is told of, besides the row of the print. */
const TOLD_REMOVALS = [
  "SELECT print_id AS id FROM event WHERE kind = 'print.erased' AND print_id IS NOT NULL",
  "SELECT CAST(subject AS INTEGER) AS id FROM audit WHERE act = 'print.erased'",
  "SELECT print_id AS id FROM journal_entry WHERE kind IN ('erased', 'purged') AND print_id IS NOT NULL",
] as const;

/** Ids of prints that are known to have been removed for good. */
export function removedPrints(database: Database): Set<number> {
  const rows = [...TOLD_REMOVALS, "SELECT id FROM print WHERE removal_id IS NOT NULL"].flatMap((statement) =>
    database.query<{ id: number }, []>(statement).all(),
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Workspaces of which more prints were removed than are known by their numbers: any print that is not there may be one of them.
 * @param tables what was found of `removal_count`, which counts the removed prints of each workspace, and of the decisions
 */
export function unclearWorkspaces(
  database: Database,
  tables: ReadonlyMap<string, SalvagedTable>,
): (workspaceId: number) => boolean {
  const rows = database
    .query<{ id: number; counted: number | null; decided: number; known: number }, []>(
      "SELECT workspace.id, removal_count.prints AS counted, " +
        "(SELECT coalesce(sum(prints), 0) FROM removal WHERE workspace_id = workspace.id) AS decided, " +
        "(SELECT count(*) FROM print WHERE workspace_id = workspace.id AND removal_id IS NOT NULL) AS known " +
        "FROM workspace LEFT JOIN removal_count ON removal_count.workspace_id = workspace.id",
    )
    .all();
  const isWhole = (name: string) => tables.get(name)?.isComplete === true;
  const clear = rows.filter(({ counted, decided, known }) => {
    if (counted !== null || isWhole("removal_count")) return known >= (counted ?? 0);
    return isWhole("removal") && known >= decided;
  });
  const clearIds = new Set(clear.map(({ id }) => id));
  return (workspaceId) => !clearIds.has(workspaceId);
}

/** A decision of the repair's own by which prints count as removed. */
export interface RepairRemoval {
  readonly kind: "purged" | "erased";
  readonly reason: string;
  readonly at: number;
}

/**
 * Marks prints removed for good, with a tombstone in the journal, and takes away all that is left of them. Those that are
 * removed already keep their decision.
 */
export function markRemoved(
  database: Database,
  journal: PrintJournal,
  printIds: Iterable<number>,
  { kind, reason, at }: RepairRemoval,
): void {
  const statements = prepareRemoval(database);
  const find = database.query<{ workspaceId: number; ordinal: number; removalId: number | null }, [number]>(
    "SELECT workspace_id AS workspaceId, ordinal, removal_id AS removalId FROM print WHERE id = ?",
  );
  const decide = database.query<unknown, [number, string, string, number]>(
    "INSERT INTO removal (workspace_id, kind, user_id, reason, created_at) VALUES (?, ?, NULL, ?, ?)",
  );
  const count = database.query<unknown, [number]>("UPDATE removal SET prints = prints + 1 WHERE id = ?");
  const decisions = new Map<number, number>();
  const decisionFor = (workspaceId: number) =>
    decisions.getOrInsertComputed(workspaceId, () =>
      Number(decide.run(workspaceId, kind, reason, at).lastInsertRowid),
    );
  for (const printId of printIds) {
    const print = find.get(printId);
    const isNew = print !== null && print.removalId === null;
    const removal = isNew ? decisionFor(print.workspaceId) : 0;
    if (isNew) journal.noteRemoval(kind, printId, at, REPAIR_ACTOR, { removal, reason });
    for (const statement of statements.byPrint) statement.run(printId);
    if (print !== null)
      for (const statement of statements.byOrdinal) statement.run(print.workspaceId, print.ordinal);
    if (!isNew) continue;
    if (kind === "erased") for (const statement of statements.byErasedPrint) statement.run(printId);
    statements.empty.run(removal, at, printId);
    count.run(removal);
  }
}

/** Counts the removed prints of each workspace anew. */
export function countRemoved(database: Database): void {
  database.run("DELETE FROM removal_count");
  database.run(
    "INSERT INTO removal_count (workspace_id, prints) SELECT workspace_id, count(*) FROM print " +
      "WHERE removal_id IS NOT NULL GROUP BY workspace_id",
  );
}
