import { type SQL, sql } from "drizzle-orm";
import { COUNTED_FIELDS } from "../contract/print-fields.ts";
import { DecimalSum } from "../domain/decimal-sum.ts";
import type { Facets } from "../domain/facets-query.ts";
import { prints } from "../storage/schema.ts";
import { NO_SPAN, type Span, spanOf, topOfRows, type TopRow, topValuesOf } from "./facet-sql.ts";
import type { Bucket, FacetCounts, SumOfTag } from "./facets/facet-counts.ts";
import { eachStart } from "./facets/time-buckets.ts";
import type { TopValues } from "./facets/top-values.ts";
import type { ValueCount } from "./facets/value-order.ts";
import { SQLITE_SEARCH } from "./search-sql.ts";
import type { SqlStatements } from "./sql-statements.ts";

/*
 * Facets with plain SQL and JSON1: the reference for counting in the index. Tags are taken apart by json_each and
 * compared with bound parameters, never looked up by a JSON path.
 */

/** Counts what is asked for over the prints of a WHERE. @throws TillrollError BAD_REQUEST for too many buckets of time */
export function sqlFacets(statements: SqlStatements, where: SQL, facets: Facets): FacetCounts {
  const { tagKeys, tagValues, time, sum } = facets;
  const [span = NO_SPAN] = statements.all<Span>(spanOf(where));
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
    ...(time !== null && { time: { ...time, buckets: countTimes(statements, where, facets, span) } }),
    ...(sum !== null && { sum: sumOf(statements, where, sum) }),
  };
}

function topOf(statements: SqlStatements, value: SQL, from: SQL, where: SQL): TopValues {
  const rows = statements.all<TopRow>(topValuesOf(SQLITE_SEARCH, { value, from, where }));
  return topOfRows(rows);
}

function sumOf(statements: SqlStatements, where: SQL, key: string): SumOfTag {
  const sum = new DecimalSum();
  let others = 0;
  for (const { value, count: times } of valuesOf(statements, where, key))
    if (!addTo(sum, value, times)) others += times;
  return { key, value: sum.text, count: sum.count, others };
}

/** The values of a tag key, each with how many prints have it. */
function valuesOf(statements: SqlStatements, where: SQL, key: string): ValueCount[] {
  return statements.all<ValueCount>(
    sql`SELECT tag.value AS value, count(*) AS count FROM ${prints}, json_each(${prints.tag}) AS tag
      WHERE ${where} AND tag.key = ${key} GROUP BY 1`,
  );
}

function addTo(sum: DecimalSum, value: string, times: number): boolean {
  const bytes = Buffer.from(value);
  return sum.add(bytes, 0, bytes.length, times);
}

function countTimes(statements: SqlStatements, where: SQL, facets: Facets, { first, last }: Span): Bucket[] {
  const { time, sum } = facets;
  if (first === null || last === null || time === null) return [];
  const starts = [...eachStart(time, first, last)];
  const buckets = sql`SELECT value AS start, lead(value, 1, ${last + 1}) OVER (ORDER BY value) AS next
    FROM json_each(${JSON.stringify(starts.map(({ start }) => start))})`;
  const rows = statements.all<{ count: number }>(
    sql`SELECT (SELECT count(*) FROM ${prints} WHERE ${where} AND ${prints.createdAt} >= bucket.start
      AND ${prints.createdAt} < bucket.next) AS count FROM (${buckets}) AS bucket ORDER BY bucket.start`,
  );
  return starts.map(({ from, start }, index) => {
    const end = starts[index + 1]?.start ?? last + 1;
    const within = sql`${where} AND ${prints.createdAt} >= ${start} AND ${prints.createdAt} < ${end}`;
    const counted = { from, count: rows[index]?.count ?? 0 };
    return sum === null ? counted : { ...counted, sum: sumOf(statements, within, sum).value };
  });
}
