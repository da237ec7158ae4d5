import { type SQL, sql } from "drizzle-orm";
import type { FacetsQuery } from "../../domain/facets-query.ts";
import type { GapsQuery } from "../../domain/gaps-query.ts";
import type { SearchFilter, SearchQuery } from "../../domain/search-query.ts";
import { withHolds } from "../../domain/where.ts";
import { gapReport, namedPrintIds } from "../../gaps/gap-report.ts";
import { NumberCollector } from "../../gaps/number-collector.ts";
import type { PostgresDatabase } from "../../storage/postgres/connection.ts";
import type { Searching } from "../../storage/ports/writing.ts";
import { prints } from "../../storage/schema.ts";
import { readCursor } from "../cursor.ts";
import { facetsToJson } from "../facets/facet-counts.ts";
import { PAGE_BEGIN, pageEnd } from "../page.ts";
import { whereIn } from "../where-sql.ts";
import { POSTGRES_SEARCH } from "./postgres-dialect.ts";
import { postgresFacets } from "./postgres-facets.ts";
import { postgresNames, postgresNumbers } from "./postgres-numbers.ts";
import { type FoundPrint, foundPrints } from "./postgres-page.ts";
import { totalOf } from "./rollup.ts";
import { textPendingOf } from "./text-pending.ts";
import { workspacesAre } from "./bigints.ts";

/** Finds and counts the prints of workspaces with SQL of PostgreSQL. Answers are those of `SqlSearch`, letter by letter. */
export class PostgresSearch implements Searching {
  constructor(private readonly database: PostgresDatabase) {}

  /** Finds a page of prints in one snapshot, so that items and total agree. */
  async find(workspaceId: number, query: SearchQuery): Promise<string> {
    const position = typeof query.cursor === "string" ? readCursor(workspaceId, query, query.cursor) : null;
    const where = whereOf([workspaceId], query.filter);
    return this.database.read(async (snapshot) => {
      const [total, { items, page, goesOn }, pending] = await Promise.all([
        totalOf(snapshot, [workspaceId], query.filter, where),
        foundPrints(snapshot, where, query, position),
        textPendingOf(snapshot, [workspaceId], query.filter),
      ]);
      const last = items.at(-1) ?? null;
      return pageOf(items) + pageEnd(workspaceId, query, { total, page, goesOn, last }, pending);
    });
  }

  /** Counts prints by what they have, in one snapshot. */
  facets(workspaceId: number, { filter, facets }: FacetsQuery): Promise<string> {
    const where = whereOf([workspaceId], filter);
    return this.database.read(async (snapshot) => {
      const counts = await postgresFacets(snapshot, { workspaceIds: [workspaceId], filter, where }, facets);
      return facetsToJson(counts, await textPendingOf(snapshot, [workspaceId], filter));
    });
  }

  /** Finds the numbers that are missing, doubled or out of order, in one snapshot. */
  gaps(workspaceId: number, query: GapsQuery): Promise<string> {
    const where = whereOf([workspaceId], query.filter);
    return this.database.read(async (snapshot) => {
      const collector = new NumberCollector(query);
      const walk = () => postgresNumbers(snapshot, workspaceId, where, query, collector);
      await walk();
      if (collector.hasDoubled) {
        collector.beginAgain();
        await walk();
      }
      const named = await postgresNames(snapshot, workspaceId, namedPrintIds(collector), query.of);
      const total = await totalOf(snapshot, [workspaceId], query.filter, where);
      return gapReport(
        collector,
        query,
        total,
        named,
        await textPendingOf(snapshot, [workspaceId], query.filter),
      );
    });
  }
}

/** The WHERE of a search in workspaces. An archive has no legal holds. */
export function whereOf(workspaceIds: readonly number[], filter: SearchFilter): SQL {
  return whereIn(
    POSTGRES_SEARCH,
    workspacesAre(sql`${prints.workspaceId}`, workspaceIds),
    withHolds(filter, []),
  );
}

/** The beginning of a page, with its items. */
export function pageOf(items: readonly FoundPrint[]): string {
  return PAGE_BEGIN + items.map(({ json }) => json).join(",");
}
