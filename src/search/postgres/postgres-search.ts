import type { FacetsQuery } from "../../domain/facets-query.ts";
import type { SearchFilter, SearchQuery } from "../../domain/search-query.ts";
import type { GapsQuery } from "../../domain/gaps-query.ts";
import { gapReport, namedPrintIds } from "../../gaps/gap-report.ts";
import { NumberCollector } from "../../gaps/number-collector.ts";
import type { PostgresDatabase } from "../../storage/postgres/connection.ts";
import type { Searching } from "../../storage/ports/writing.ts";
import { readCursor } from "../cursor.ts";
import { facetsToJson } from "../facets/facet-counts.ts";
import { PAGE_BEGIN, pageEnd } from "../page.ts";
import { AskingPrints } from "./asked-prints.ts";
import { postgresFacets } from "./postgres-facets.ts";
import { postgresNames, postgresNumbers } from "./postgres-numbers.ts";
import { countedPrints, type FoundPrint, foundPrints } from "./postgres-page.ts";
import { isCounted, totalOf } from "./rollup.ts";
import { textPendingOf } from "./text-pending.ts";

/** Finds and counts the prints of workspaces with SQL of PostgreSQL. Answers are those of `SqlSearch`, letter by letter. */
export class PostgresSearch implements Searching {
  constructor(
    database: PostgresDatabase,
    private readonly asking = new AskingPrints(database),
  ) {}

  /** Finds a page of prints in one snapshot, so that items and total agree. */
  async find(workspaceId: number, query: SearchQuery): Promise<string> {
    const position = typeof query.cursor === "string" ? readCursor(workspaceId, query, query.cursor) : null;
    return this.asking.read([workspaceId], query.filter, async (snapshot, asked) => {
      const [[total, { items, page, goesOn }], pending] = await Promise.all([
        asked.isSmall && !isCounted(query.filter) && !isNamed(query.filter)
          ? countedPrints(snapshot, asked, query, position)
          : Promise.all([totalOf(snapshot, asked), foundPrints(snapshot, asked.where, query, position)]),
        textPendingOf(snapshot, asked.workspaces, query.filter),
      ]);
      const last = items.at(-1) ?? null;
      return pageOf(items) + pageEnd(workspaceId, query, { total, page, goesOn, last }, pending);
    });
  }

  /** Counts prints by what they have, in one snapshot. */
  facets(workspaceId: number, { filter, facets }: FacetsQuery): Promise<string> {
    return this.asking.read([workspaceId], filter, async (snapshot, asked) => {
      const counts = await postgresFacets(snapshot, asked, facets);
      return facetsToJson(counts, await textPendingOf(snapshot, asked.workspaces, filter));
    });
  }

  /** Finds the numbers that are missing, doubled or out of order, in one snapshot. */
  gaps(workspaceId: number, query: GapsQuery): Promise<string> {
    return this.asking.read([workspaceId], query.filter, async (snapshot, asked) => {
      const collector = new NumberCollector(query);
      const walk = () => postgresNumbers(snapshot, workspaceId, asked.where, query, collector);
      await walk();
      if (collector.hasDoubled) {
        collector.beginAgain();
        await walk();
      }
      const named = await postgresNames(snapshot, workspaceId, namedPrintIds(collector), query.of);
      const total = await totalOf(snapshot, asked);
      return gapReport(
        collector,
        query,
        total,
        named,
        await textPendingOf(snapshot, asked.workspaces, query.filter),
      );
    });
  }
}

/** Whether an index has the few prints that are asked for: to look at them twice takes no time. */
function isNamed({ printKey, label }: SearchFilter): boolean {
  return printKey?.op === "eq" || label?.op === "eq";
}

/** The beginning of a page, with its items. */
export function pageOf(items: readonly FoundPrint[]): string {
  return PAGE_BEGIN + items.map(({ json }) => json).join(",");
}
