import { type SQL, sql } from "drizzle-orm";
import type { GapsQuery } from "../../domain/gaps-query.ts";
import { DayClock } from "../../gaps/day-clock.ts";
import type { NumberCollector } from "../../gaps/number-collector.ts";
import { numberReader } from "../../gaps/read-number.ts";
import { prints } from "../../storage/schema.ts";
import type { SqlStatements } from "../sql-statements.ts";

/** Prints that are read together. */
const PIECE_PRINTS = 5000;

interface Row {
  readonly id: number;
  readonly ordinal: number;
  readonly createdAt: number;
  readonly deviceId: string | null;
  readonly value: string | null;
  readonly isDeleted: 0 | 1;
  readonly isRemoved: 0 | 1;
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
  const readNumber = numberReader(query.pattern);
  const days = query.by.includes("day") ? new DayClock(query.timeZone, query.dayBegins) : null;
  let removedBefore = 0;
  for (let after = -1; ;) {
    const rows = piece(statements, among, query, after);
    for (const row of rows) {
      if (row.isRemoved !== 0) {
        removedBefore++;
        continue;
      }
      if (row.value === null) continue;
      const found = readNumber(row.value);
      if (found === null) {
        collector.noteOther(row.id);
        continue;
      }
      const { number, width, prefix, suffix } = found;
      collector.add({
        number,
        width,
        series: collector.series(prefix, suffix),
        device: collector.device(row.deviceId),
        day: collector.day(days?.dayOf(row.createdAt) ?? null),
        printId: row.id,
        removedBefore,
        isDeleted: row.isDeleted !== 0,
      });
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PIECE_PRINTS) break;
    after = last.ordinal;
  }
  collector.removed = removedBefore;
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
