import type { Database } from "bun:sqlite";
import { TillrollError } from "../domain/errors.ts";
import type { ReapplicationBounds } from "../domain/rule.ts";
import { selectList } from "./column-name.ts";

/** Rules that are applied again to prints that are there; ordinals from `firstOrdinal` up to, and without, `endOrdinal`. */
export interface RuleApplication {
  readonly workspaceId: number;
  readonly firstOrdinal: number;
  /** The rules have been applied to those before. */
  readonly nextOrdinal: number;
  readonly endOrdinal: number;
  /** Prints that the rules found something for. */
  readonly filled: number;
}

/** A change of them, as data: it goes to the writer's Worker. */
export type RuleApplicationChange =
  | ({ readonly do: "reapply"; readonly workspaceId: number } & ReapplicationBounds)
  | ({ readonly do: "reapplied" } & Pick<RuleApplication, "workspaceId" | "nextOrdinal" | "filled">);

const COLUMNS = selectList(["workspaceId", "firstOrdinal", "nextOrdinal", "endOrdinal", "filled"]);

/** The last re-application of each workspace: it is stored, so that the next start goes on with it. */
export class RuleApplications {
  private readonly statements;

  constructor(database: Database) {
    this.statements = {
      find: database.query<RuleApplication, [number]>(
        `SELECT ${COLUMNS} FROM rule_application WHERE workspace_id = ?`,
      ),
      unfinished: database.query<RuleApplication, []>(
        `SELECT ${COLUMNS} FROM rule_application WHERE next_ordinal < end_ordinal ORDER BY workspace_id LIMIT 1`,
      ),
      firstAt: database.query<{ ordinal: number }, [number, number]>(
        "SELECT ordinal FROM print WHERE workspace_id = ? AND created_at >= ? ORDER BY created_at, id LIMIT 1",
      ),
      printCount: database.query<{ printCount: number }, [number]>(
        "SELECT coalesce(max(ordinal) + 1, 0) AS printCount FROM print WHERE workspace_id = ?",
      ),
      begin: database.query<unknown, number[]>(
        "INSERT OR REPLACE INTO rule_application (workspace_id, first_ordinal, next_ordinal, end_ordinal) " +
          "VALUES (?1, ?2, ?2, ?3)",
      ),
      advance: database.query<unknown, number[]>(
        "UPDATE rule_application SET next_ordinal = ?, filled = filled + ? WHERE workspace_id = ?",
      ),
    };
  }

  /** The last one of a workspace; `null` when there never was one. */
  find(workspaceId: number): RuleApplication | null {
    return this.statements.find.get(workspaceId);
  }

  /** One that has not ended; `null` when all have. */
  unfinished(): RuleApplication | null {
    return this.statements.unfinished.get();
  }

  /** Makes a change. @throws TillrollError CONFLICT while there is one in the workspace that has not ended */
  apply(change: RuleApplicationChange): void {
    if (change.do === "reapply") this.begin(change.workspaceId, change);
    else this.statements.advance.run(change.nextOrdinal, change.filled, change.workspaceId);
  }

  private begin(workspaceId: number, { from, to }: ReapplicationBounds): void {
    const present = this.find(workspaceId);
    if (present !== null && present.nextOrdinal < present.endOrdinal) {
      const message = "The rules are being applied to old prints already; wait until that has ended.";
      throw new TillrollError("CONFLICT", message);
    }
    const printCount = this.statements.printCount.get(workspaceId)?.printCount ?? 0;
    const first = from === null ? 0 : (this.firstAt(workspaceId, from) ?? printCount);
    const after = to === null ? null : this.firstAt(workspaceId, to + 1);
    this.statements.begin.run(workspaceId, first, Math.max(first, after ?? printCount));
  }

  private firstAt(workspaceId: number, time: number): number | null {
    return this.statements.firstAt.get(workspaceId, time)?.ordinal ?? null;
  }
}
