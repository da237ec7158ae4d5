import type { Database } from "bun:sqlite";
import { and, count, type SQL, sql } from "drizzle-orm";
import type { FacetsQuery } from "../domain/facets-query.ts";
import type { SearchQuery } from "../domain/search-query.ts";
import { PRINT_COLUMNS, type PrintRow } from "../storage/print-row.ts";
import { prints } from "../storage/schema.ts";
import { type CursorPosition, readCursor } from "./cursor.ts";
import { itemOf, PAGE_BEGIN, pageEnd } from "./page.ts";
import { facetsToJson } from "./facets/facet-counts.ts";
import { after, orderOf, whereOf } from "./search-sql.ts";
import { sqlFacets } from "./sql-facets.ts";
import { SqlStatements } from "./sql-statements.ts";

/** Answers searches with plain SQL and JSON1: exact, and the reference for everything faster. */
export class SqlSearch {
  private readonly statements: SqlStatements;

  /** @param database a connection of its own, on which the search defines its SQL functions */
  constructor(database: Database) {
    this.statements = new SqlStatements(database);
  }

  /** Forgets the text of prints that was kept for the next search. */
  forgetTexts(): void {
    this.statements.texts.forget();
  }

  /**
   * Finds a page of prints in one snapshot, so that items and total agree.
   * @returns the page (contract, section 2.2) as JSON
   * @throws TillrollError BAD_REQUEST for a cursor that is not of this search
   */
  find(workspaceId: number, query: SearchQuery): string {
    const { cursor, pageSize } = query;
    const position = typeof cursor === "string" ? readCursor(workspaceId, query, cursor) : null;
    const page = cursor === undefined ? query.page : (position?.page ?? 1);
    const offset = cursor === undefined ? (page - 1) * pageSize : 0;
    const where = whereOf(workspaceId, query.filter);
    const { total, rows } = this.statements.inSnapshot(() => {
      const all = this.total(where);
      const isBeyond = position === null && offset >= all;
      return { total: all, rows: isBeyond ? [] : this.rows(where, query, position, offset) };
    });
    const items = rows.slice(0, pageSize).map(itemOf);
    const facts = { total, page, goesOn: rows.length > pageSize, last: items.at(-1) ?? null };
    // Decoded while it searches, the text of no print is pending.
    const end = pageEnd(workspaceId, query, facts, query.filter.text === undefined ? null : 0);
    return PAGE_BEGIN + items.map(({ json }) => json).join(",") + end;
  }

  /**
   * Counts the prints that match a filter by what they have, in one snapshot. @returns the counts as JSON
   * @throws TillrollError BAD_REQUEST when there would be too many buckets of time
   */
  facets(workspaceId: number, { filter, facets }: FacetsQuery): string {
    const where = whereOf(workspaceId, filter);
    const counts = this.statements.inSnapshot(() => sqlFacets(this.statements, where, facets));
    return facetsToJson(counts, filter.text === undefined ? null : 0);
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
