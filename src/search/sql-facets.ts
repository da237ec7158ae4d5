import { count, max, min, type SQL, sql } from "drizzle-orm";
import { COUNTED_FIELDS } from "../contract/print-fields.ts";
import type { Facets, TimeFacet } from "../domain/facets-query.ts";
import { FACET_LIMITS } from "../domain/limits.ts";
import { prints } from "../storage/schema.ts";
import type { Bucket, FacetCounts } from "./facets/facet-counts.ts";
import { eachStart } from "./facets/time-buckets.ts";
import type { TopValues } from "./facets/top-values.ts";
import type { ValueCount } from "./facets/value-order.ts";
import type { SqlStatements } from "./sql-statements.ts";

/*
 * Facets with plain SQL and JSON1: the reference for counting in the index. Tags are taken apart by json_each and
 * compared with bound parameters, never looked up by a JSON path.
 */

interface Span {
  readonly total: number;
  readonly first: number | null;
  readonly last: number | null;
}

/** Counts what is asked for over the prints of a WHERE. @throws TillrollError BAD_REQUEST for too many buckets of time */
export function sqlFacets(statements: SqlStatements, where: SQL, facets: Facets): FacetCounts {
  const { tagKeys, tagValues, time } = facets;
  const { createdAt } = prints;
  const [span = { total: 0, first: null, last: null }] = statements.all<Span>(
    sql`SELECT ${count()} AS total, ${min(createdAt)} AS first, ${max(createdAt)} AS last FROM ${prints} WHERE ${where}`,
  );
  const tags = sql`${prints}, json_each(${prints.tag}) AS tag`;
  const top = (value: SQL, from: SQL, condition: SQL) => topOf(statements, value, from, condition);
  const counted = COUNTED_FIELDS.filter((name) => facets[name]).map(
    (name) => [name, top(sql`${prints[name]}`, sql`${prints}`, where)] as const,
  );
  return {
    total: span.total,
    ...Object.fromEntries(counted),
    ...(tagKeys && { tagKeys: top(sql`tag.key`, tags, where) }),
    ...(tagValues !== null && {
      tagValues: { key: tagValues, ...top(sql`tag.value`, tags, sql`${where} AND tag.key = ${tagValues}`) },
    }),
    ...(time !== null && { time: { ...time, buckets: countTimes(statements, where, time, span) } }),
  };
}

function topOf(statements: SqlStatements, value: SQL, from: SQL, condition: SQL): TopValues {
  const counts = sql`SELECT ${value} AS value, count(*) AS count FROM ${from}
    WHERE ${condition} AND ${value} IS NOT NULL GROUP BY 1`;
  const rows = statements.all<ValueCount & { readonly sum: number }>(
    sql`SELECT value, count, sum(count) OVER () AS sum FROM (${counts})
      ORDER BY count DESC, value LIMIT ${FACET_LIMITS.values}`,
  );
  const values = rows.map((row) => ({ value: row.value, count: row.count }));
  return { values, sum: rows[0]?.sum ?? 0 };
}

function countTimes(statements: SqlStatements, where: SQL, time: TimeFacet, { first, last }: Span): Bucket[] {
  if (first === null || last === null) return [];
  const starts = [...eachStart(time, first, last)];
  const buckets = sql`SELECT value AS start, lead(value, 1, ${last + 1}) OVER (ORDER BY value) AS next
    FROM json_each(${JSON.stringify(starts.map(({ start }) => start))})`;
  const rows = statements.all<{ count: number }>(
    sql`SELECT (SELECT count(*) FROM ${prints} WHERE ${where} AND ${prints.createdAt} >= bucket.start
      AND ${prints.createdAt} < bucket.next) AS count FROM (${buckets}) AS bucket ORDER BY bucket.start`,
  );
  return starts.map(({ from }, index) => ({ from, count: rows[index]?.count ?? 0 }));
}
