import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
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
  /** Whether it is one workspace with so few prints that each of them is looked at, unless an index has all that is asked for. */
  readonly isSmall: boolean;
  /** The same as a WHERE. */
  readonly where: SQL;
  /** The same without indexes of trigrams: faster where many prints match. `null` where it says nothing else. */
  whereScanned(): SQL | null;
  /** The same of some of the workspaces. */
  of(workspaces: WorkspaceScope): AskedPrints;
}

/** A workspace with fewer prints is gone over print by print: the part of an index of all prints would have more to look at. */
const LARGE_WORKSPACE_PRINTS = 20_000;

/** How prints are best searched. */
interface SearchWay {
  readonly isSmall: boolean;
  readonly containsBy: ContainsBy;
}

const sqlDialect = new PgDialect();

function textOf(where: SQL): string {
  return sqlDialect.sqlToQuery(where).sql;
}

/** Makes WHEREs as fit a database and the prints that are there. */
export class AskingPrints {
  private readonly wayOf;

  /** @param largePrints from how many prints on a workspace is large */
  constructor(
    private readonly database: PostgresDatabase,
    private readonly largePrints = LARGE_WORKSPACE_PRINTS,
  ) {
    this.wayOf = new RecentMemory().remembering((key) => this.chooseWay(Number(key)));
  }

  /** Reads what a filter asks for in workspaces, in one snapshot. An archive has no legal holds. @param work may run more than once */
  async read<Result>(
    workspaceIds: readonly number[],
    filter: SearchFilter,
    work: (snapshot: Statements, asked: AskedPrints) => Promise<Result>,
  ): Promise<Result> {
    const [only = 0, ...others] = workspaceIds;
    // Before the snapshot: were all connections held by searches that wait for one more, none would go on.
    const way = await this.wayOf(others.length === 0 ? String(only) : "0");
    const { containsBy, isSmall } = way ?? { containsBy: "scan", isSmall: false };
    const askedOf = (workspaces: WorkspaceScope): AskedPrints => {
      const whereBy = (by: ContainsBy) =>
        whereIn(postgresDialect(by), workspaces.condition("print.workspace_id"), withHolds(filter, []));
      const where = whereBy(containsBy);
      const whereScanned = () => {
        if (containsBy === "scan") return null;
        const scanned = whereBy("scan");
        return textOf(scanned) === textOf(where) ? null : scanned;
      };
      return { workspaces, filter, isSmall, where, whereScanned, of: askedOf };
    };
    return this.database.read(async (snapshot) =>
      work(snapshot, askedOf(await scopeOf(snapshot, workspaceIds))),
    );
  }

  /** @param workspaceId 0 for several */
  private async chooseWay(workspaceId: number): Promise<SearchWay> {
    const hasTrigrams = await hasTrigramIndexes(this.database);
    const row = await this.database.first<{ count: number }>(
      sql`SELECT print_count AS count FROM workspace WHERE id = ${workspaceId}`,
    );
    const isSmall = row !== null && row.count < this.largePrints;
    return { isSmall, containsBy: hasTrigrams && !isSmall ? "trigrams" : "scan" };
  }
}
