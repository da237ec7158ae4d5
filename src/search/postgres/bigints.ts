import { type SQL, sql } from "drizzle-orm";

/** Numbers as an array. It is not cast from `text`, as `jsonb` is: that would be read anew for each row. */
export function bigints(numbers: readonly number[]): SQL {
  return sql`${`{${numbers.join(",")}}`}::bigint[]`;
}
