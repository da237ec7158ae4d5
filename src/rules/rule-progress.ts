import type { Database } from "bun:sqlite";

/** A workspace, and how far its rules have been applied. */
export interface RulesWorkspace {
  readonly id: number;
  /** 1 where the rules that come with Tillroll count, else 0. */
  readonly defaultRules: number;
  readonly nextOrdinal: number;
  readonly printCount: number;
}

/** Tells how far rules have been applied, on any connection. */
export class RuleProgressReader {
  private readonly statement;

  constructor(database: Database) {
    this.statement = database.query<RulesWorkspace, []>(
      "SELECT id, default_rules AS defaultRules, coalesce(next_ordinal, 0) AS nextOrdinal, " +
        "coalesce((SELECT max(ordinal) + 1 FROM print WHERE workspace_id = workspace.id), 0) AS printCount " +
        "FROM workspace LEFT JOIN rule_progress ON workspace_id = id ORDER BY id",
    );
  }

  /** All workspaces, by id. */
  workspaces(): RulesWorkspace[] {
    return this.statement.all();
  }

  /** A workspace; `undefined` when there is none. */
  find(workspaceId: number): RulesWorkspace | undefined {
    return this.workspaces().find(({ id }) => id === workspaceId);
  }

  /** The workspaces with prints that their rules have not been applied to. */
  behind(): RulesWorkspace[] {
    return this.workspaces().filter(({ nextOrdinal, printCount }) => nextOrdinal < printCount);
  }

  /** Prints of a workspace that its rules have not been applied to. */
  pending(workspaceId: number): number {
    const workspace = this.behind().find(({ id }) => id === workspaceId);
    return workspace === undefined ? 0 : workspace.printCount - workspace.nextOrdinal;
  }
}
