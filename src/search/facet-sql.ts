import { count, max, min, type SQL, sql } from "drizzle-orm";
import { FACET_LIMITS } from "../domain/limits.ts";
import { prints } from "../storage/schema.ts";
import type { TopValues } from "./facets/top-values.ts";
import type { ValueCount } from "./facets/value-order.ts";
import type { SearchDialect } from "./search-dialect.ts";

/* The statements of facets that SQLite and PostgreSQL share. */

/** How many prints there are, and the times of the first and the last of them: epoch milliseconds. */
export interface Span {
  readonly total: number;
  readonly first: number | null;
  readonly last: number | null;
}

export const NO_SPAN: Span = { total: 0, first: null, last: null };

/** Reads a {@link Span}. */
export function spanOf(where: SQL): SQL {
  const { createdAt } = prints;
  return sql`SELECT ${count()} AS total, ${min(createdAt)} AS first, ${max(createdAt)} AS last FROM ${prints} WHERE ${where}`;
}

/** A row of {@link topValuesOf}. */
export interface TopRow extends ValueCount {
  /** Of all values, those that are not told too. */
  readonly sum: number;
}

/** What the most frequent values are taken from. */
export interface CountedValues {
  readonly value: SQL;
  /** How many prints have a value; of each row one, when not given. */
  readonly count?: SQL;
  /** The prints, and what the value is taken from. */
  readonly from: SQL;
  readonly where: SQL;
}

/** Reads the most frequent values. */
export function topValuesOf({ inOrder }: Pick<SearchDialect, "inOrder">, counted: CountedValues): SQL {
  const { value, count: times = sql`count(*)`, from, where } = counted;
  return sql`SELECT value, count, CAST(sum(count) OVER () AS bigint) AS sum FROM (
      SELECT ${value} AS value, ${times} AS count FROM ${from} WHERE ${where} AND ${value} IS NOT NULL GROUP BY 1
    ) AS counts ORDER BY count DESC, ${inOrder(sql`value`)} LIMIT ${FACET_LIMITS.values}`;
}

export function topOfRows(rows: readonly TopRow[]): TopValues {
  return { values: rows.map(({ value, count: times }) => ({ value, count: times })), sum: rows[0]?.sum ?? 0 };
}
