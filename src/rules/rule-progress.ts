import type { Database } from "bun:sqlite";

/** How many prints a workspace has. */
const PRINT_COUNT = "coalesce((SELECT max(ordinal) + 1 FROM print WHERE workspace_id = workspace.id), 0)";

/** Tells how far rules have been applied, on the thread that answers requests. */
export class RuleProgressReader {
  private readonly behind;
  private readonly counts;

  constructor(database: Database) {
    this.behind = database.query<{ isBehind: number }, []>(
      "SELECT EXISTS (SELECT 1 FROM workspace LEFT JOIN rule_progress ON workspace_id = id " +
        `WHERE coalesce(next_ordinal, 0) < ${PRINT_COUNT}) AS isBehind`,
    );
    this.counts = database.query<{ pending: number }, [number]>(
      `SELECT ${PRINT_COUNT} - coalesce(next_ordinal, 0) AS pending FROM workspace LEFT JOIN rule_progress ` +
        "ON workspace_id = id WHERE id = ?",
    );
  }

  /** Whether there are prints that rules have not been applied to. */
  get isBehind(): boolean {
    return this.behind.get()?.isBehind === 1;
  }

  /** Prints of a workspace that its rules have not been applied to. */
  pending(workspaceId: number): number {
    return Math.max(0, this.counts.get(workspaceId)?.pending ?? 0);
  }
}
