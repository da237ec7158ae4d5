import { type SQL, sql } from "drizzle-orm";
import type { SearchFilter } from "../../domain/search-query.ts";
import { withHolds } from "../../domain/where.ts";
import type { PostgresDatabase, Statements } from "../../storage/postgres/connection.ts";
import { RecentMemory } from "../../storage/postgres/recent-memory.ts";
import { hasTrigramIndexes } from "../../storage/postgres/trigram-indexes.ts";
import { scopeOf, type WorkspaceScope } from "../../storage/postgres/workspace-scope.ts";
import { whereIn } from "../where-sql.ts";
import { type ContainsBy, postgresDialect } from "./postgres-dialect.ts";

/** The prints that a search asks for. */
export interface AskedPrints {
  readonly workspaces: WorkspaceScope;
  readonly filter: SearchFilter;
  /** The same as a WHERE. */
  readonly where: SQL;
  /** The same of some of the workspaces. */
  whereOf(workspaces: WorkspaceScope): SQL;
}

/** A workspace with fewer prints is gone over print by print: the part of an index of all prints would have more to look at. */
const LARGE_WORKSPACE_PRINTS = 20_000;

/** Makes WHEREs as fit a database and the prints that are there. */
export class AskingPrints {
  private readonly containsBy;

  /** @param largePrints from how many prints on a workspace is large */
  constructor(
    private readonly database: PostgresDatabase,
    private readonly largePrints = LARGE_WORKSPACE_PRINTS,
  ) {
    this.containsBy = new RecentMemory().remembering((key) => this.chooseContainsBy(Number(key)));
  }

  /** What a filter asks for in workspaces. An archive has no legal holds. @param snapshot in which it is asked */
  async asked(
    snapshot: Statements,
    workspaceIds: readonly number[],
    filter: SearchFilter,
  ): Promise<AskedPrints> {
    const [only = 0, ...others] = workspaceIds;
    const workspaces = await scopeOf(snapshot, workspaceIds);
    const dialect = postgresDialect(
      (await this.containsBy(others.length === 0 ? String(only) : "0")) ?? "scan",
    );
    const whereOf = (some: WorkspaceScope) =>
      whereIn(dialect, some.condition("print.workspace_id"), withHolds(filter, []));
    return { workspaces, filter, where: whereOf(workspaces), whereOf };
  }

  /** @param workspaceId 0 for several */
  private async chooseContainsBy(workspaceId: number): Promise<ContainsBy> {
    if (!(await hasTrigramIndexes(this.database))) return "scan";
    if (workspaceId === 0) return "trigrams";
    const row = await this.database.first<{ count: number }>(
      sql`SELECT print_count AS count FROM workspace WHERE id = ${workspaceId}`,
    );
    return (row?.count ?? 0) < this.largePrints ? "scan" : "trigrams";
  }
}
