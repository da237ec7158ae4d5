import { type SQL, sql } from "drizzle-orm";
import type { GapsQuery } from "../../domain/gaps-query.ts";
import type { NumberCollector } from "../../gaps/number-collector.ts";
import { prints } from "../../storage/schema.ts";
import type { SqlStatements } from "../sql-statements.ts";
import { type NumberRow, NumberTaker } from "./number-taker.ts";

/** Prints that are read together. */
export const PIECE_PRINTS = 5000;

interface Row extends NumberRow {
  readonly ordinal: number;
}

/** The prints that are gone over: those of a WHERE, and those that were removed for good, which are counted. */
interface Among {
  readonly workspaceId: number;
  readonly where: SQL;
  readonly withRemoved: boolean;
}

/** Gives the numbers of prints to a collector, in the order of time: the reference for the index. */
export function sqlNumbers(
  statements: SqlStatements,
  among: Among,
  query: GapsQuery,
  collector: NumberCollector,
): void {
  const taker = new NumberTaker(query, collector);
  for (let after = -1; ;) {
    const rows = piece(statements, among, query, after);
    for (const row of rows) taker.take(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PIECE_PRINTS) break;
    after = last.ordinal;
  }
  taker.finish();
}

function piece(
  statements: SqlStatements,
  { workspaceId, where, withRemoved }: Among,
  { of }: GapsQuery,
  after: number,
): Row[] {
  const value =
    "tag" in of
      ? sql`(SELECT value FROM json_each(${prints.tag}) WHERE json_each.key = ${of.tag})`
      : sql`${prints[of.field]}`;
  const wanted = withRemoved ? sql`(removal_id IS NOT NULL OR (${where}))` : where;
  return statements.all<Row>(
    sql`SELECT ${prints.id} AS id, ordinal, created_at AS "createdAt", device_id AS "deviceId", ${value} AS value,
      deleted_at IS NOT NULL AS "isDeleted", removal_id IS NOT NULL AS "isRemoved" FROM ${prints}
      WHERE ${prints.workspaceId} = ${workspaceId} AND ordinal > ${after} AND ${wanted}
      ORDER BY ordinal LIMIT ${PIECE_PRINTS}`,
  );
}
