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
  const { cursor, pageSize } = query;
  const page = cursor === undefined ? query.page : (position?.page ?? 1);
  // Far behind the end it is all the same, and a larger number is none of `bigint`.
  const offset = cursor === undefined ? Math.min((page - 1) * pageSize, Number.MAX_SAFE_INTEGER) : 0;
  const bounded = position === null ? where : and(where, after(query, position));
  const rows = await snapshot.all<Row>(
    sql`SELECT ${COLUMNS} FROM ${prints} WHERE ${bounded} ORDER BY ${orderOf(query)} LIMIT ${pageSize + 1} OFFSET ${offset}`,
  );
  return { items: rows.slice(0, pageSize).map(foundPrint), page, goesOn: rows.length > pageSize };
}

function foundPrint(row: Row): FoundPrint {
  const { id, workspaceId, createdAt, updatedAt, receivedAt } = row;
  const json = printToJson({ ...row, tag: tagOf(row), testPrint: row.testPrint !== 0 });
  return { id, workspaceId, createdAt, updatedAt, receivedAt, json };
}
