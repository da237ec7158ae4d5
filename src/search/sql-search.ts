import type { Database, SQLQueryBindings } from "bun:sqlite";
import { and, count, type SQL, sql } from "drizzle-orm";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import { printToJson } from "../domain/print.ts";
import type { SearchQuery } from "../domain/search-query.ts";
import { printFromRow, PRINT_COLUMNS, type PrintRow } from "../storage/print-row.ts";
import { prints } from "../storage/schema.ts";
import { type CursorPosition, readCursor, writeCursor } from "./cursor.ts";
import { after, CONTAINS_FUNCTION, containsFolded, orderOf, sortKeyOf, whereOf } from "./search-sql.ts";

/** Which prints of the result are wanted. */
interface Window {
  readonly page: number;
  readonly offset: number;
  readonly position: CursorPosition | null;
}

/** Answers searches with plain SQL and JSON1: exact, and the reference for everything faster. */
export class SqlSearch {
  private readonly dialect = new SQLiteSyncDialect();

  /** @param database a connection of its own, on which the search defines its SQL function */
  constructor(private readonly database: Database) {
    database.function(CONTAINS_FUNCTION, { deterministic: true, directOnly: true }, containsFolded);
  }

  /**
   * Finds a page of prints in one snapshot, so that items and total agree.
   * @returns the page (contract, section 2.2) as JSON
   * @throws TillrollError BAD_REQUEST for a cursor that is not of this search
   */
  find(workspaceId: number, query: SearchQuery): string {
    const window = windowOf(workspaceId, query);
    const where = whereOf(workspaceId, query.filter);
    const read = this.database.transaction(() => {
      const total = this.total(where);
      const wanted = window.position !== null || window.offset < total;
      return { total, rows: wanted ? this.rows(where, query, window) : [] };
    });
    const { total, rows } = read();
    return pageToJson(workspaceId, query, window, total, rows);
  }

  private total(where: SQL): number {
    const [row] = this.all<{ total: number }>(sql`SELECT ${count()} AS total FROM ${prints} WHERE ${where}`);
    return row?.total ?? 0;
  }

  /** One row more than the page holds when walking, to know whether there is a next page. */
  private rows(where: SQL, query: SearchQuery, window: Window): PrintRow[] {
    const key = sortKeyOf(query.orderBy);
    const position = window.position;
    const bounded = position === null ? where : and(where, after(key, position.value, position.id));
    const limit = query.cursor === undefined ? query.pageSize : query.pageSize + 1;
    return this.all<PrintRow>(
      sql`SELECT ${sql.raw(PRINT_COLUMNS)} FROM ${prints} WHERE ${bounded} ORDER BY ${orderOf(key)}
        LIMIT ${limit} OFFSET ${window.offset}`,
    );
  }

  private all<Row>(statement: SQL): Row[] {
    const { sql: text, params } = this.dialect.sqlToQuery(statement);
    // Not query(): every shape of search is another statement, and the cache is for those that come again.
    const prepared = this.database.prepare<Row, SQLQueryBindings[]>(text);
    try {
      return prepared.all(...(params as SQLQueryBindings[]));
    } finally {
      prepared.finalize();
    }
  }
}

function windowOf(workspaceId: number, query: SearchQuery): Window {
  if (query.cursor === undefined) {
    return { page: query.page, offset: (query.page - 1) * query.pageSize, position: null };
  }
  if (query.cursor === null) return { page: 1, offset: 0, position: null };
  const position = readCursor(workspaceId, query, query.cursor);
  return { page: position.page, offset: 0, position };
}

function pageToJson(
  workspaceId: number,
  query: SearchQuery,
  window: Window,
  total: number,
  rows: readonly PrintRow[],
): string {
  const { pageSize } = query;
  const walking = query.cursor !== undefined;
  const items = rows.slice(0, pageSize);
  const totalPage = Math.ceil(total / pageSize);
  const hasNext = walking ? rows.length > pageSize : window.page < totalPage;
  const hasPrev = window.page > 1 && total > 0;
  const last = items.at(-1);
  let nextCursor = "";
  if (walking) {
    const cursor =
      hasNext && last !== undefined
        ? writeCursor(workspaceId, query, {
            value: last[sortField(query)],
            id: last.id,
            page: window.page + 1,
          })
        : null;
    nextCursor = `,"nextCursor":${JSON.stringify(cursor)}`;
  }
  const itemsJson = items.map((row) => printToJson(printFromRow(row))).join(",");
  return (
    `{"items":[${itemsJson}],"total":${total},"page":${window.page},"pageSize":${pageSize},` +
    `"totalPage":${totalPage},"hasNext":${hasNext},"hasPrev":${hasPrev}${nextCursor}}`
  );
}

function sortField(query: SearchQuery): "id" | "createdAt" | "updatedAt" {
  const [field] = query.orderBy.split(".");
  return field === "id" || field === "updatedAt" ? field : "createdAt";
}
