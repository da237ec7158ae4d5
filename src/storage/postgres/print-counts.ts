import { type SQL, sql } from "drizzle-orm";
import { COUNTED_FIELDS } from "../../contract/print-fields.ts";
import { MILLISECONDS_PER_DAY } from "../../domain/limits.ts";
import { SHAPE } from "../../domain/value-shape.ts";
import { columnName } from "../column-name.ts";
import { removeCounts } from "./chain-counts.ts";
import type { PostgresDatabase, Statements } from "./connection.ts";
import { type CountChange, type CountChanges, LABEL_SHAPES, TAG_KEYS } from "./counted-values.ts";
import { foldedColumn } from "./folded-text.ts";
import { insertRows, recordset, type RowValue } from "./recordset.ts";
import { lockTail, storeTail, type WorkspaceTail } from "./workspace-tail.ts";

/** Values of a source that are counted in a workspace; one with more, such as the numbers of orders, is counted no more. */
export const COUNTED_VALUES = 4096;

interface SourceRow {
  readonly source: string;
  readonly valueCount: number;
  readonly isCounted: number;
}

/** Counts what has changed of a workspace's prints, in their transaction. The row of the workspace is locked. */
export async function writeCounts(
  transaction: Statements,
  workspaceId: number,
  changes: CountChanges,
): Promise<void> {
  const days = changes.days.map(([day, change]) => ({ day, ...columnsOf(change) }));
  if (days.length > 0) await addTo(transaction, "day_count", workspaceId, ["day"], days);
  const known = await readSources(transaction, workspaceId, changes.sources);
  const counted = changes.sources.filter((source) => known.get(source)?.isCounted !== 0);
  const values = counted.flatMap((source) =>
    changes.valuesOf(source).map(([value, change]) => ({ source, value, ...columnsOf(change) })),
  );
  if (values.length === 0) return;
  const stored = await addTo(transaction, "value_count", workspaceId, ["source", "value"], values);
  const nowThere = new Map(stored.map(({ source, value, all }) => [`${source}\0${value}`, all]));
  const added = new Map<string, number>();
  let hasGone = false;
  for (const { source, value, n, deleted_n } of values) {
    const all = nowThere.get(`${source}\0${value}`) ?? 0;
    const change = all === 0 ? -1 : all === n + deleted_n ? 1 : 0;
    hasGone ||= change < 0;
    if (change !== 0) added.set(source, (added.get(source) ?? 0) + change);
  }
  // The texts of what was erased are not to stay.
  if (hasGone) {
    const none = sql`${isOneOf(counted)} AND n = 0 AND deleted_n = 0`;
    await removeCounts(transaction, "values", workspaceId, none);
  }
  await storeSources(transaction, workspaceId, known, added);
}

function columnsOf({ n, deletedN }: CountChange) {
  return { n, deleted_n: deletedN };
}

/** Adds to counts by their keys. @returns what is there now, prints that are deleted or not together */
function addTo(
  transaction: Statements,
  table: string,
  workspaceId: number,
  keys: readonly string[],
  rows: readonly Readonly<Record<string, RowValue>>[],
) {
  const names = sql.raw(keys.join(", "));
  const insert = insertRows(
    table,
    rows.map((row) => ({ workspace_id: workspaceId, ...row })),
  );
  const into = sql.raw(table);
  return transaction.all<{ readonly source: string; readonly value: string; readonly all: number }>(
    sql`${insert} ON CONFLICT (workspace_id, ${names}) DO UPDATE SET n = ${into}.n + excluded.n,
      deleted_n = ${into}.deleted_n + excluded.deleted_n, is_in_chain = 0 RETURNING ${names}, n + deleted_n AS "all"`,
  );
}

async function readSources(
  transaction: Statements,
  workspaceId: number,
  sources: readonly string[],
): Promise<Map<string, SourceRow>> {
  if (sources.length === 0) return new Map();
  const rows = await transaction.all<SourceRow>(
    sql`SELECT source, value_count AS "valueCount", is_counted AS "isCounted" FROM value_source
      WHERE workspace_id = ${workspaceId} AND ${isOneOf(sources)}`,
  );
  return new Map(rows.map((row) => [row.source, row]));
}

/** Stores how many values there are of sources; one that has too many by now is counted no more. */
async function storeSources(
  transaction: Statements,
  workspaceId: number,
  known: ReadonlyMap<string, SourceRow>,
  added: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = Array.from(added, ([source, more]) => {
    const valueCount = (known.get(source)?.valueCount ?? 0) + more;
    return {
      workspace_id: workspaceId,
      source,
      value_count: valueCount,
      is_counted: Number(isFew(valueCount)),
    };
  });
  if (rows.length === 0) return;
  await transaction.run(
    sql`${insertRows("value_source", rows)} ON CONFLICT (workspace_id, source) DO UPDATE SET
      value_count = excluded.value_count, is_counted = excluded.is_counted`,
  );
  const many = rows.filter(({ is_counted }) => is_counted === 0);
  if (many.length > 0)
    await removeCounts(transaction, "values", workspaceId, isOneOf(many.map(({ source }) => source)));
  // Nor is the key of a tag to stay that no print has any more.
  const none = rows.filter(({ value_count }) => value_count === 0);
  if (none.length > 0)
    await transaction.run(
      sql`DELETE FROM value_source WHERE workspace_id = ${workspaceId} AND ${isOneOf(none.map(({ source }) => source))}`,
    );
}

function isOneOf(sources: readonly string[]): SQL {
  const wanted = recordset(
    "value_source",
    sources.map((source) => ({ source })),
  );
  return sql`source IN (SELECT source FROM ${wanted})`;
}

function isFew(valueCount: number): boolean {
  return valueCount <= COUNTED_VALUES;
}

/** The shape of a label, as `shapeOf` gives it. */
const LABEL_SHAPE = sql`regexp_replace(${foldedColumn(sql`label_folded`, sql`label`)}, ${SHAPE.number}::text,
  ${SHAPE.anyNumber}::text, 'g')`;

/** Each value of each print of a workspace, by its source: what `countedValues` gives, as SQL. */
function eachValue(workspaceId: number): SQL {
  const prints = sql`FROM print WHERE workspace_id = ${workspaceId} AND removed_at IS NULL`;
  const fields = COUNTED_FIELDS.map((name) => {
    const column = sql.raw(columnName(name));
    return sql`SELECT ${name}::text AS source, ${column} AS value, deleted_at ${prints} AND ${column} IS NOT NULL`;
  });
  const tags = sql`FROM print, jsonb_each_text(tag_values) AS each_tag (key, value)
    WHERE workspace_id = ${workspaceId} AND removed_at IS NULL`;
  return sql.join(
    [
      ...fields,
      sql`SELECT ${LABEL_SHAPES}::text, ${LABEL_SHAPE}, deleted_at ${prints} AND label IS NOT NULL`,
      sql`SELECT ${TAG_KEYS}::text, each_tag.key, deleted_at ${tags}`,
      sql`SELECT 'tag:' || each_tag.key, each_tag.value, deleted_at ${tags}`,
    ],
    sql` UNION ALL `,
  );
}

const COUNTS = sql`count(*) FILTER (WHERE deleted_at IS NULL) AS n,
  count(*) FILTER (WHERE deleted_at IS NOT NULL) AS deleted_n`;

/** Counts all prints of a workspace anew, such as sources that have fewer values than they had. */
export function recount(database: PostgresDatabase, workspaceId: number): Promise<void> {
  return database.write(workspaceId, async (transaction) => {
    const tail = await lockTail(transaction, workspaceId);
    await countAnew(transaction, workspaceId);
    const sums = await transaction.first<Pick<WorkspaceTail, "printCount" | "deletedCount">>(
      sql`SELECT coalesce(sum(n + deleted_n), 0)::bigint AS "printCount",
        coalesce(sum(deleted_n), 0)::bigint AS "deletedCount" FROM day_count WHERE workspace_id = ${workspaceId}`,
    );
    await storeTail(transaction, workspaceId, { ...tail, ...sums });
  });
}

async function countAnew(transaction: Statements, workspaceId: number): Promise<void> {
  await removeCounts(transaction, "days", workspaceId);
  await removeCounts(transaction, "values", workspaceId);
  await transaction.run(sql`DELETE FROM value_source WHERE workspace_id = ${workspaceId}`);
  await transaction.run(
    sql`INSERT INTO day_count (workspace_id, day, n, deleted_n)
      SELECT workspace_id, created_at / ${MILLISECONDS_PER_DAY}::bigint, ${COUNTS} FROM print
      WHERE workspace_id = ${workspaceId} AND removed_at IS NULL GROUP BY 1, 2`,
  );
  const values = eachValue(workspaceId);
  await transaction.run(
    sql`INSERT INTO value_source (workspace_id, source, value_count, is_counted)
      SELECT ${workspaceId}::bigint, source, count(DISTINCT value),
        CASE WHEN count(DISTINCT value) <= ${COUNTED_VALUES} THEN 1 ELSE 0 END
      FROM (${values}) AS each_value GROUP BY source`,
  );
  await transaction.run(
    sql`INSERT INTO value_count (workspace_id, source, value, n, deleted_n)
      SELECT ${workspaceId}::bigint, source, value, ${COUNTS} FROM (${values}) AS each_value
      WHERE source IN (SELECT source FROM value_source WHERE workspace_id = ${workspaceId} AND is_counted = 1)
      GROUP BY source, value`,
  );
}
