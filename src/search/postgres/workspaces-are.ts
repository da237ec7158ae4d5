import { type SQL, sql } from "drizzle-orm";

/** Whether a column has the id of one of some workspaces. */
export function workspacesAre(column: SQL, workspaceIds: readonly number[]): SQL {
  const [only, ...others] = workspaceIds;
  if (only !== undefined && others.length === 0) return sql`${column} = ${only}`;
  return sql`${column} = ANY(${`{${workspaceIds.join(",")}}`}::text::bigint[])`;
}
