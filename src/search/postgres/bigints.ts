import { type SQL, sql } from "drizzle-orm";

/** Whether a column has the id of one of some workspaces. */
export function workspacesAre(column: SQL, workspaceIds: readonly number[]): SQL {
  const [only, ...others] = workspaceIds;
  if (only !== undefined && others.length === 0) return sql`${column} = ${only}`;
  return sql`${column} = ANY(${bigints(workspaceIds)})`;
}

/** Numbers as an array. It is not cast from `text`, as `jsonb` is: that would be read anew for each row. */
export function bigints(numbers: readonly number[]): SQL {
  return sql`${`{${numbers.join(",")}}`}::bigint[]`;
}
