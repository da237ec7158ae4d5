import type { Database } from "bun:sqlite";
import { PRINT_COUNT } from "./rule-progress.ts";

/** Prints looked at in one go, so that a step is short. */
const LOOK_PRINTS = 2048;

/** What there is to do in a workspace whose rules have not been applied to all its prints. */
export interface Backlog {
  readonly workspaceId: number;
  /** No rule is for the prints before this ordinal that are left; `null` when some rule may be for the next ones. */
  readonly skipTo: number | null;
}

interface BehindRow {
  readonly workspaceId: number;
  readonly nextOrdinal: number;
  readonly printCount: number;
  readonly hasDefaults: number;
  readonly hasOwn: number | null;
  readonly hasForAll: number | null;
}

/**
 * Tells where rules have something to do, without reading prints: most services store prints that no rule is for.
 */
export class RuleBacklog {
  private readonly behind;
  private readonly firstOfPrinter;

  constructor(database: Database) {
    this.behind = database.query<BehindRow, []>(
      `SELECT id AS workspaceId, coalesce(next_ordinal, 0) AS nextOrdinal, ${PRINT_COUNT} AS printCount, ` +
        "default_rules AS hasDefaults, (SELECT 1 FROM rule WHERE workspace_id = workspace.id AND enabled) AS hasOwn, " +
        "(SELECT 1 FROM rule WHERE workspace_id = workspace.id AND enabled AND applies_to = 'all') AS hasForAll " +
        `FROM workspace LEFT JOIN rule_progress ON workspace_id = id WHERE coalesce(next_ordinal, 0) < ${PRINT_COUNT}`,
    );
    this.firstOfPrinter = database.query<{ ordinal: number }, number[]>(
      "SELECT ordinal FROM print WHERE workspace_id = ? AND ordinal >= ? AND ordinal < ? AND printer_id IS NOT NULL " +
        "ORDER BY ordinal LIMIT 1",
    );
  }

  /** The workspaces with prints that their rules have not been applied to. */
  read(): Backlog[] {
    return this.behind.all().map(({ workspaceId, nextOrdinal, printCount, ...has }) => {
      if (has.hasForAll !== null) return { workspaceId, skipTo: null };
      if (has.hasDefaults === 0 && has.hasOwn === null) return { workspaceId, skipTo: printCount };
      const end = Math.min(printCount, nextOrdinal + LOOK_PRINTS);
      const found = this.firstOfPrinter.get(workspaceId, nextOrdinal, end)?.ordinal ?? end;
      return { workspaceId, skipTo: found > nextOrdinal ? found : null };
    });
  }
}
