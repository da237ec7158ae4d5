import { count, type SQL, sql } from "drizzle-orm";
import { COUNTED_FIELDS } from "../../contract/print-fields.ts";
import { DecimalSum } from "../../domain/decimal-sum.ts";
import type { Facets } from "../../domain/facets-query.ts";
import type { Statements } from "../../storage/postgres/connection.ts";
import { TAG_KEYS, tagSource } from "../../storage/postgres/counted-values.ts";
import { bigints } from "../../storage/postgres/number-array.ts";
import { prints } from "../../storage/schema.ts";
import { NO_SPAN, type Span, spanOf, topOfRows, type TopRow, topValuesOf } from "../facet-sql.ts";
import type { Bucket, FacetCounts, SumOfTag } from "../facets/facet-counts.ts";
import { type BucketStart, eachStart } from "../facets/time-buckets.ts";
import type { TopValues } from "../facets/top-values.ts";
import type { AskedPrints } from "./asked-prints.ts";
import { inOrder, tagValue } from "./postgres-dialect.ts";
import { Rollup } from "./rollup.ts";
import { isNumber, numberOf } from "./range-sql.ts";

/** Counts what is asked for over prints. @throws TillrollError BAD_REQUEST for too many buckets of time */
export async function postgresFacets(
  snapshot: Statements,
  { workspaces, filter, where }: AskedPrints,
  facets: Facets,
): Promise<FacetCounts> {
  const { tagKeys, tagValues, time, sum } = facets;
  const rollup = Rollup.of(snapshot, workspaces, filter);
  const span = (await (rollup?.span(where) ?? snapshot.first<Span>(spanOf(where)))) ?? NO_SPAN;
  const { first, last } = span;
  const starts = time === null || first === null || last === null ? [] : [...eachStart(time, first, last)];
  const top = async (source: string, value: SQL, from: SQL) =>
    (await rollup?.top(source)) ?? topOf(snapshot, value, from, where);
  const fields = COUNTED_FIELDS.filter((name) => facets[name]);
  // All at once: they go over one connection, in turn, without a way back and forth between them.
  const [counted, keys, values, times, sums] = await Promise.all([
    Promise.all(
      fields.map(async (name) => [name, await top(name, sql`${prints[name]}`, sql`${prints}`)] as const),
    ),
    tagKeys ? top(TAG_KEYS, sql`tag.key`, sql`${prints}, ${TAGS}`) : null,
    tagValues === null ? null : top(tagSource(tagValues), tagValue(tagValues), sql`${prints}`),
    timesOf(snapshot, where, rollup, starts),
    sum === null ? null : sumTimes(snapshot, where, sum, starts),
  ]);
  return {
    total: span.total,
    ...Object.fromEntries(counted),
    ...(keys !== null && { tagKeys: keys }),
    ...(tagValues !== null && values !== null && { tagValues: { key: tagValues, ...values } }),
    ...(time !== null && { time: { ...time, buckets: bucketsOf(starts, times, sums) } }),
    ...(sum !== null && sums !== null && { sum: sumOf(sum, sums) }),
  };
}

/** The tags of prints, one by one. */
const TAGS = sql`jsonb_each_text(print.tag_values) AS tag (key, value)`;

async function topOf(snapshot: Statements, value: SQL, from: SQL, where: SQL): Promise<TopValues> {
  return topOfRows(await snapshot.all<TopRow>(topValuesOf({ inOrder }, { value, from, where })));
}

/** In which of some intervals a print is, from 1 on; the whole statement is about that one where there are none. */
function bucketOf(starts: readonly BucketStart[]): SQL {
  if (starts.length === 0) return sql`0`;
  return sql`width_bucket(${prints.createdAt}, ${bigints(starts.map(({ start }) => start))})`;
}

async function timesOf(
  snapshot: Statements,
  where: SQL,
  rollup: Rollup | null,
  starts: readonly BucketStart[],
): Promise<Map<number, number>> {
  if (starts.length === 0) return new Map();
  return (await rollup?.times(starts)) ?? (await countTimes(snapshot, where, starts));
}

/** How many prints are in each interval that has some, by its place from 1 on. */
async function countTimes(
  snapshot: Statements,
  where: SQL,
  starts: readonly BucketStart[],
): Promise<Map<number, number>> {
  const rows = await snapshot.all<{ bucket: number; count: number }>(
    sql`SELECT ${bucketOf(starts)} AS bucket, ${count()} AS count FROM ${prints} WHERE ${where} GROUP BY 1`,
  );
  return new Map(rows.map((row) => [row.bucket, row.count]));
}

/** The numbers of a tag key in an interval, added. */
interface SumRow {
  readonly bucket: number;
  /** The sum as a decimal number; `null` where no value is a number. */
  readonly sum: string | null;
  readonly count: number;
  /** Values that are none. */
  readonly others: number;
}

/** The sums of a tag key by interval; of all together where there are none. */
function sumTimes(
  snapshot: Statements,
  where: SQL,
  key: string,
  starts: readonly BucketStart[],
): Promise<SumRow[]> {
  return snapshot.all<SumRow>(
    sql`SELECT bucket, CAST(sum(CASE WHEN ${isNumber(sql`value`)} THEN ${numberOf(sql`value`)} END) AS text) AS sum,
        count(*) FILTER (WHERE ${isNumber(sql`value`)}) AS count, count(*) FILTER (WHERE NOT ${isNumber(sql`value`)}) AS others
      FROM (SELECT ${bucketOf(starts)} AS bucket, ${tagValue(key)} AS value FROM ${prints} WHERE ${where}) AS tagged
      WHERE value IS NOT NULL GROUP BY 1`,
  );
}

function bucketsOf(
  starts: readonly BucketStart[],
  counts: ReadonlyMap<number, number>,
  sums: readonly SumRow[] | null,
): Bucket[] {
  const sumsByBucket = new Map(sums?.map((row) => [row.bucket, row]));
  return starts.map(({ from }, index) => {
    const counted = { from, count: counts.get(index + 1) ?? 0 };
    return sums === null ? counted : { ...counted, sum: added([sumsByBucket.get(index + 1)]).text };
  });
}

function sumOf(key: string, rows: readonly SumRow[]): SumOfTag {
  const total = (of: (row: SumRow) => number) => rows.reduce((sum, row) => sum + of(row), 0);
  return {
    key,
    value: added(rows).text,
    count: total((row) => row.count),
    others: total((row) => row.others),
  };
}

function added(rows: readonly (SumRow | undefined)[]): DecimalSum {
  const sum = new DecimalSum();
  for (const row of rows) {
    const bytes = Buffer.from(row?.sum ?? "");
    sum.add(bytes, 0, bytes.length);
  }
  return sum;
}
