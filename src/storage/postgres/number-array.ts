import { type SQL, sql } from "drizzle-orm";

/** Numbers as an array. It is not cast from `text`, as `jsonb` is: that would be read anew for each row. */
export function bigints(numbers: readonly number[]): SQL {
  return sql`${`{${numbers.join(",")}}`}::bigint[]`;
}

/** Whether a column has one of some numbers: one statement however many there are. */
export function numberIn(column: string, numbers: readonly number[]): SQL {
  return sql`${sql.raw(column)} = ANY(${bigints(numbers)})`;
}
