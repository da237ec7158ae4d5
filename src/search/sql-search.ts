import type { Database } from "bun:sqlite";
import { and, count, type SQL, sql } from "drizzle-orm";
import type { FacetsQuery } from "../domain/facets-query.ts";
import type { GapsQuery } from "../domain/gaps-query.ts";
import type { SearchFilter, SearchQuery } from "../domain/search-query.ts";
import { asksText } from "../domain/where.ts";
import { gapReport, namedPrintIds } from "../gaps/gap-report.ts";
import { NumberCollector } from "../gaps/number-collector.ts";
import { PRINT_COLUMNS, type PrintRow } from "../storage/print-row.ts";
import { prints } from "../storage/schema.ts";
import { unlessUnreadable } from "../storage/unreadable.ts";
import { type CursorPosition, readCursor } from "./cursor.ts";
import { itemOf, PAGE_BEGIN, pageEnd } from "./page.ts";
import { facetsToJson } from "./facets/facet-counts.ts";
import { namedPrints } from "./numbers/named-prints.ts";
import { sqlNumbers } from "./numbers/sql-numbers.ts";
import { whereOf } from "./search-sql.ts";
import { sqlFacets } from "./sql-facets.ts";
import { SqlStatements } from "./sql-statements.ts";
import { UnreadablePrints } from "./unreadable-prints.ts";
import { after, orderOf } from "./where-sql.ts";

/** Answers searches with plain SQL and JSON1: exact, and the reference for everything faster. */
export class SqlSearch {
  private readonly statements: SqlStatements;
  private readonly unreadable: UnreadablePrints;

  /** @param database a connection of its own, on which the search defines its SQL functions */
  constructor(private readonly database: Database) {
    this.statements = new SqlStatements(database);
    this.unreadable = new UnreadablePrints(database);
  }

  /** Forgets the text of prints that was kept for the next search. */
  forgetTexts(): void {
    this.statements.texts.forget();
  }

  /**
   * Finds a page of prints in one snapshot, so that items and total agree. Prints whose pages of the file cannot be read are
   * not found; where the index answers, it names them.
   * @returns the page (contract, section 2.2) as JSON
   * @throws TillrollError BAD_REQUEST for a cursor that is not of this search
   */
  find(workspaceId: number, query: SearchQuery): string {
    const { cursor, pageSize } = query;
    const position = typeof cursor === "string" ? readCursor(workspaceId, query, cursor) : null;
    const page = cursor === undefined ? query.page : (position?.page ?? 1);
    const offset = cursor === undefined ? (page - 1) * pageSize : 0;
    const { total, rows } = this.overReadable(workspaceId, query.filter, (where) => {
      const all = this.total(where);
      const isBeyond = position === null && offset >= all;
      return { total: all, rows: isBeyond ? [] : this.rows(where, query, position, offset) };
    });
    const items = rows.slice(0, pageSize).map(itemOf);
    const facts = { total, page, goesOn: rows.length > pageSize, last: items.at(-1) ?? null };
    // Decoded while it searches, the text of no print is pending.
    const end = pageEnd(workspaceId, query, facts, asksText(query.filter) ? 0 : null);
    return PAGE_BEGIN + items.map(({ json }) => json).join(",") + end;
  }

  /**
   * Counts the prints that match a filter by what they have, in one snapshot. @returns the counts as JSON
   * @throws TillrollError BAD_REQUEST when there would be too many buckets of time
   */
  facets(workspaceId: number, { filter, facets }: FacetsQuery): string {
    const counts = this.overReadable(workspaceId, filter, (where) =>
      sqlFacets(this.statements, where, facets),
    );
    return facetsToJson(counts, asksText(filter) ? 0 : null);
  }

  /**
   * Finds the numbers that are missing, doubled or out of order, in one snapshot. @returns a report as JSON, or CSV
   * @throws TillrollError BAD_REQUEST for too many groups or runs of numbers
   */
  gaps(workspaceId: number, query: GapsQuery): string {
    // Asked again it is without prints that cannot be read, of which it is not known either whether they were removed.
    let withRemoved = true;
    return this.overReadable(workspaceId, query.filter, (where) => {
      const collector = new NumberCollector(query);
      const among = { workspaceId, where, withRemoved };
      withRemoved = false;
      const walk = () => sqlNumbers(this.statements, among, query, collector);
      walk();
      if (collector.hasDoubled) {
        collector.beginAgain();
        walk();
      }
      const steps = namedPrints(this.database, namedPrintIds(collector), query.of);
      for (;;) {
        const { done, value } = steps.next();
        if (done !== true) continue;
        return gapReport(collector, query, this.total(where), value, asksText(query.filter) ? 0 : null);
      }
    });
  }

  /** Asks in one snapshot; where that meets a page that cannot be read, again over all other prints. */
  private overReadable<Result>(
    workspaceId: number,
    filter: SearchFilter,
    ask: (where: SQL) => Result,
  ): Result {
    const where = whereOf(workspaceId, filter);
    return unlessUnreadable(
      () => this.statements.inSnapshot(() => ask(where)),
      () => {
        const ids = this.unreadable.of(workspaceId, asksText(filter) ? "bytes" : "rows");
        // First: the id is known by the index, and the row is not read.
        const readable = sql`${prints.id} NOT IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
        return this.statements.inSnapshot(() => ask(and(readable, where) ?? where));
      },
    );
  }

  private total(where: SQL): number {
    const [row] = this.statements.all<{ total: number }>(
      sql`SELECT ${count()} AS total FROM ${prints} WHERE ${where}`,
    );
    return row?.total ?? 0;
  }

  /** One row more than the page holds when walking, to know whether there is a next page. */
  private rows(where: SQL, query: SearchQuery, position: CursorPosition | null, offset: number): PrintRow[] {
    const bounded = position === null ? where : and(where, after(query, position));
    const limit = query.cursor === undefined ? query.pageSize : query.pageSize + 1;
    return this.statements.all<PrintRow>(
      sql`SELECT ${sql.raw(PRINT_COLUMNS)} FROM ${prints} WHERE ${bounded} ORDER BY ${orderOf(query)}
        LIMIT ${limit} OFFSET ${offset}`,
    );
  }
}
