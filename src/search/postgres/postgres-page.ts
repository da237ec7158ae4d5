import { and, type SQL, sql } from "drizzle-orm";
import { PRINT_FIELD_NAMES } from "../../contract/print-fields.ts";
import { type Print, printToJson } from "../../domain/print.ts";
import type { ChainOrder, Order, SearchQuery } from "../../domain/search-query.ts";
import { columnsFor } from "../../storage/postgres/columns.ts";
import type { Statements } from "../../storage/postgres/connection.ts";
import { STORED_TAG_FIELDS, type StoredTags, tagOf } from "../../storage/postgres/stored-tags.ts";
import { prints } from "../../storage/schema.ts";
import type { CursorPosition } from "../cursor.ts";
import { after, orderOf } from "../where-sql.ts";
import type { AskedPrints } from "./asked-prints.ts";

/** A print on a page: as JSON, and what a walk needs to go on behind it. */
export interface FoundPrint {
  readonly id: number;
  readonly workspaceId: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly receivedAt: number;
  readonly json: string;
}

/** A page of what was found. */
export interface FoundPage {
  readonly items: readonly FoundPrint[];
  readonly page: number;
  /** Whether there are more behind it. */
  readonly goesOn: boolean;
}

interface Row extends Omit<Print, "testPrint" | "tag">, StoredTags {
  readonly receivedAt: number;
  /** 0 or 1. */
  readonly testPrint: number;
}

const DATED = ["createdAt", "updatedAt", "deletedAt", "receivedAt"];
const COLUMNS = columnsFor(
  ["id", "workspaceId", "userId", "testPrint", "recognised"].concat(
    STORED_TAG_FIELDS,
    PRINT_FIELD_NAMES,
    DATED,
  ),
);

/**
 * Reads a page of the prints of a WHERE.
 * @param position where a walk goes on; `null` at its beginning, and for a page by its number
 */
export async function foundPrints<Sort extends Order | ChainOrder>(
  snapshot: Statements,
  where: SQL,
  query: SearchQuery<Sort>,
  position: CursorPosition | null,
): Promise<FoundPage> {
  const bounded = position === null ? where : and(where, after(query, position));
  const rows = await snapshot.all<Row>(
    sql`SELECT ${COLUMNS} FROM ${prints} WHERE ${bounded} ORDER BY ${orderOf(query)} ${limitOf(query, position)}`,
  );
  return foundPage(rows, query, position);
}

/**
 * As {@link foundPrints}, and how many prints match: each print is looked at once for both. For few prints, which an index in the
 * order of the page would not find much sooner.
 */
export async function countedPrints(
  snapshot: Statements,
  { where, workspaces }: AskedPrints,
  query: SearchQuery,
  position: CursorPosition | null,
): Promise<[total: number, page: FoundPage]> {
  const behind = position === null ? sql`true` : after(query, position);
  const rows = await snapshot.all<Row & { readonly total: number }>(
    sql`WITH found AS MATERIALIZED (SELECT id, created_at, updated_at FROM ${prints} WHERE ${where}),
      page AS (SELECT id AS print_id FROM found AS print WHERE ${behind} ORDER BY ${orderOf(query)} ${limitOf(query, position)})
      SELECT total, ${COLUMNS} FROM (SELECT count(*) AS total FROM found) AS counted
      LEFT JOIN (page JOIN print ON ${workspaces.condition("print.workspace_id")} AND print.id = print_id) ON true
      ORDER BY ${orderOf(query)}`,
  );
  // One row without a print tells of none.
  const found = rows.filter(({ id }) => id !== null);
  return [rows[0]?.total ?? 0, foundPage(found, query, position)];
}

type Walk = Pick<SearchQuery<string>, "cursor" | "page" | "pageSize">;

function pageNumber({ cursor, page }: Walk, position: CursorPosition | null): number {
  return cursor === undefined ? page : (position?.page ?? 1);
}

/** The rows of a page, and one that tells whether it goes on. */
function limitOf(query: Walk, position: CursorPosition | null): SQL {
  const { cursor, pageSize } = query;
  const before = (pageNumber(query, position) - 1) * pageSize;
  // Far behind the end it is all the same, and a larger number is none of `bigint`.
  const offset = cursor === undefined ? Math.min(before, Number.MAX_SAFE_INTEGER) : 0;
  return sql`LIMIT ${pageSize + 1} OFFSET ${offset}`;
}

function foundPage(rows: readonly Row[], query: Walk, position: CursorPosition | null): FoundPage {
  const { pageSize } = query;
  const page = pageNumber(query, position);
  return { items: rows.slice(0, pageSize).map(foundPrint), page, goesOn: rows.length > pageSize };
}

function foundPrint(row: Row): FoundPrint {
  const { id, workspaceId, createdAt, updatedAt, receivedAt } = row;
  const json = printToJson({ ...row, tag: tagOf(row), testPrint: row.testPrint !== 0 });
  return { id, workspaceId, createdAt, updatedAt, receivedAt, json };
}
