import { type SQL, sql } from "drizzle-orm";
import type { GapsQuery, NumberPlace } from "../../domain/gaps-query.ts";
import type { NamedPrint } from "../../gaps/gap-report.ts";
import type { NumberCollector } from "../../gaps/number-collector.ts";
import { columnsFor } from "../../storage/postgres/columns.ts";
import type { Statements } from "../../storage/postgres/connection.ts";
import { STORED_TAG_FIELDS, type StoredTags, withTag } from "../../storage/postgres/stored-tags.ts";
import { bigints } from "../../storage/postgres/number-array.ts";
import { prints } from "../../storage/schema.ts";
import { type NamedRow, namedPrint } from "../numbers/named-prints.ts";
import { type NumberRow, NumberTaker } from "../numbers/number-taker.ts";
import { PIECE_PRINTS } from "../numbers/sql-numbers.ts";
import { tagValue } from "./postgres-dialect.ts";

/**
 * Gives the numbers of a workspace's prints to a collector, in the order of time: of a shop that was restored from a backup
 * neither ids nor ordinals are in that.
 * @param where the prints that are gone over, beside those that were removed for good, which are counted
 */
export async function postgresNumbers(
  snapshot: Statements,
  workspaceId: number,
  where: SQL,
  query: GapsQuery,
  collector: NumberCollector,
): Promise<void> {
  const taker = new NumberTaker(query, collector);
  let behind = sql`true`;
  for (;;) {
    const rows = await piece(
      snapshot,
      workspaceId,
      sql`(print.removed_at IS NOT NULL OR (${where})) AND ${behind}`,
      query.of,
    );
    for (const row of rows) taker.take(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PIECE_PRINTS) break;
    behind = sql`(${prints.createdAt}, ${prints.id}) > (${last.createdAt}, ${last.id})`;
  }
  taker.finish();
}

function piece(
  snapshot: Statements,
  workspaceId: number,
  wanted: SQL,
  of: NumberPlace,
): Promise<NumberRow[]> {
  const value = "tag" in of ? tagValue(of.tag) : sql`${prints[of.field]}`;
  return snapshot.all<NumberRow>(
    sql`SELECT ${columnsFor(["id", "createdAt", "deviceId"])}, ${value} AS value,
      CASE WHEN deleted_at IS NULL THEN 0 ELSE 1 END AS "isDeleted",
      CASE WHEN removed_at IS NULL THEN 0 ELSE 1 END AS "isRemoved" FROM ${prints}
      WHERE ${prints.workspaceId} = ${workspaceId} AND ${wanted}
      ORDER BY ${prints.createdAt}, ${prints.id} LIMIT ${PIECE_PRINTS}`,
  );
}

/** Looks up prints that a report names. */
export async function postgresNames(
  snapshot: Statements,
  workspaceId: number,
  ids: readonly number[],
  of: NumberPlace,
): Promise<Map<number, NamedPrint>> {
  const rows = await snapshot.all<Omit<NamedRow, "tag"> & StoredTags>(
    sql`SELECT ${columnsFor(["id", "sha256", "label", "printKey", "deviceId", ...STORED_TAG_FIELDS])} FROM ${prints}
      WHERE ${prints.workspaceId} = ${workspaceId} AND ${prints.id} = ANY(${bigints(ids)})`,
  );
  return new Map(rows.map((row) => [row.id, namedPrint(withTag(row), of)]));
}
